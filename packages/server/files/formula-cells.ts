// A formula's last result stands beside it in a workbook. Where it does not (some programs never calculate), or is an error
// (#N/A), the sheet reader gives an empty cell; whoever imports must not take that for an empty cell.
import { unzip, zipEntries } from './zip-entries.ts';

const MAX_SHEET = 40 * 1024 * 1024;

/** Formulas and errors without a result in the first sheet: row from 1, column from 0. */
export function unknownFormulaCells(workbook: Buffer): { row: number; column: number }[] {
  const xml = firstSheet(workbook);
  if (xml === null) return [];
  const found: { row: number; column: number }[] = [];
  for (const [, attributes = '', content = ''] of xml.matchAll(
    /<(?:\w+:)?c( [^>]*[^/>])>(.*?)<\/(?:\w+:)?c>/gs,
  )) {
    const isError = / t="e"/.test(attributes);
    if (!isError && (!/<(?:\w+:)?f[ />]/.test(content) || /<(?:\w+:)?v[ />]/.test(content))) continue;
    const [, letters = '', row = ''] = / r="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? [];
    if (letters) found.push({ row: Number(row), column: columnOf(letters) });
  }
  return found;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The sheet that the workbook names first. */
function firstSheet(workbook: Buffer): string | null {
  const entries = zipEntries(workbook) ?? [];
  const read = (name: string): string => {
    const entry = entries.find((one) => one.name === name);
    return (entry && unzip(workbook, entry, MAX_SHEET)?.toString('utf8')) ?? '';
  };
  const [, id = ''] = /<(?:\w+:)?sheet [^>]*\br:id="([^"]+)"/.exec(read('xl/workbook.xml')) ?? [];
  const relation = [...read('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship [^>]*>/g)]
    .map(([one]) => one)
    .find((one) => one.includes(` Id="${id}"`));
  const [, target = ''] = / Target="([^"]+)"/.exec(relation ?? '') ?? [];
  return target ? read(target.startsWith('/') ? target.slice(1) : `xl/${target}`) || null : null;
}
