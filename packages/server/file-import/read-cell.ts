// What people type into a spreadsheet, turned into the value a field wants. A text that cannot be read is passed on as
// it is: the record's own schema then says what is wrong, in the words of the form.
import type { Field } from '@aangan/contract/fields.ts';
import { headingKey } from '@aangan/contract/import-columns.ts';
import { parseSheetDay } from '@aangan/contract/sheet-date.ts';
import { parseInr, parsePercent } from '@aangan/money/format.ts';

/**
 * One cell to a field's value; `undefined` for an empty one. References stay text here: they are looked up by label.
 * `monthFirst`: numbers of a date stand as month, day, year.
 */
export function readCell(field: Field, raw: string, monthFirst = false): unknown {
  const text = raw.trim();
  if (text === '') return undefined;
  const read = READERS[field.kind];
  return read ? read(text, field, monthFirst) : text;
}

type Reader = (text: string, field: Field, monthFirst: boolean) => unknown;

const READERS: Partial<Record<Field['kind'], Reader>> = {
  // '400 053' is a pincode as people write it.
  text: (text, field) =>
    /^\d[\d\s]*$/.test(text) && !field.schema.safeParse(text).success ? text.replace(/\s/g, '') : text,
  integer: (text) => numberOr(text.replace(/[,\s]/g, '')),
  decimal: (text) => numberOr(text.replace(/[,\s]/g, '')),
  money: (text) => attempt(text, parseInr),
  percent: (text) => attempt(text, parsePercent),
  date: (text, _field, monthFirst) => parseSheetDay(text, monthFirst) ?? text,
  dateTime: (text, _field, monthFirst) => {
    const [day = '', clock = '00:00'] = text.split(/[ T](.*)/s);
    return /[zZ]|[+-]\d\d:\d\d$/.test(clock)
      ? text
      : `${parseSheetDay(day, monthFirst) ?? day}T${readTime(clock)}:00+05:30`;
  },
  time: readTime,
  boolean: (text) => YES.has(text.toLowerCase()) || (NO.has(text.toLowerCase()) ? false : text),
  choice: (text, field) => optionOf(text, field),
  choices: (text, field) => text.split(/[;,]/).map((part) => optionOf(part.trim(), field)),
};

const YES = new Set(['yes', 'y', 'true', '1', 'हाँ']);
const NO = new Set(['no', 'n', 'false', '0', 'नहीं']);

const numberOr = (text: string): unknown => (/^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

function attempt(text: string, parse: (text: string) => number): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

function readTime(text: string): string {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\.?$/i.exec(text) ?? [];
  if (!hour || !minute) return text;
  const afternoon = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return `${String(afternoon).padStart(2, '0')}:${minute}`;
}

/** 'Walk In' is the option 'Walk-in'. */
function optionOf(text: string, field: Field): string {
  const wanted = headingKey(text);
  return (
    field.options?.find(({ value, label }) => headingKey(value) === wanted || headingKey(label) === wanted)
      ?.value ?? text
  );
}

/** The first characters of a cell, never half of one: jsonb would refuse it. */
export const firstOf = (cell: string, characters: number): string => cell.slice(0, characters).toWellFormed();
