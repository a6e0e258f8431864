/** A CSV file's header and rows: quotes, doubled quotes, CRLF, a leading BOM; comma, semicolon or tab, whichever the header has most of. */
export function readCsv(text: string): { columns: string[]; rows: string[][] } {
  const clean = text.replace(/^\uFEFF/, '');
  const firstLine = clean.slice(0, clean.indexOf('\n') < 0 ? clean.length : clean.indexOf('\n'));
  const delimiter = [',', ';', '\t'].reduce(
    (best, each) => (firstLine.split(each).length > firstLine.split(best).length ? each : best),
    ',',
  );
  const lines = splitCsv(clean, delimiter).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const [columns = [], ...rows] = lines;
  return { columns: columns.map((name) => name.trim()), rows };
}

function splitCsv(text: string, delimiter: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] as string;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === delimiter || char === '\n') {
      line.push(cell.endsWith('\r') && char === '\n' ? cell.slice(0, -1) : cell);
      cell = '';
      if (char === '\n') {
        lines.push(line);
        line = [];
      }
    } else cell += char;
  }
  if (cell !== '' || line.length > 0) lines.push([...line, cell]);
  return lines;
}

/** A directory file is known by its header; everything else is a territory file (network.md N11). */
export const isDirectory = (columns: readonly string[]): boolean =>
  columns.some((name) => /^office ?name$/i.test(name.trim()));

/** Cells by column name, the shape the directory command takes. */
export const asRecord = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((name, index) => [name, (cells[index] ?? '').trim().slice(0, 300)]));
