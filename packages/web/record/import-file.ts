/** A spreadsheet of any kind as CSV text. XLSX is read here, in the browser; the reader is fetched only then. */
export async function csvOfFile(file: File): Promise<string> {
  if (!/\.xlsx$/i.test(file.name)) return await file.text();
  const { readSheet } = await import('read-excel-file/browser');
  const rows = await readSheet(file);
  return toCsv(rows.map((row) => row.map((cell) => cellText(cell))));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  // Spreadsheet dates carry no zone: they come as midnight UTC.
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}

/** Rows to CSV with quotes where needed. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\r\n');
