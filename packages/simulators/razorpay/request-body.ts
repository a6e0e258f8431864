import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError } from './api-error.ts';
import type { Notes } from './entities.ts';

const SMALLEST_AMOUNT = 100;
const MOST_NOTES = 15;
const LONGEST_NOTE = 256;

/** The body as an object that has only the `allowed` fields; Razorpay refuses every other one. */
export function readFields(body: unknown, allowed: readonly string[]): JsonObject {
  const fields = isJsonObject(body) ? body : {};
  const extra = Object.keys(fields).filter((name) => !allowed.includes(name));
  if (extra.length > 0) throw new ApiError(`${extra.join(', ')} is/are not required and should not be sent`);
  return fields;
}

/** A mandatory amount in paise, at least `min` (100 = INR 1.00). */
export function readAmount(fields: JsonObject, name = 'amount', min = SMALLEST_AMOUNT): number {
  const amount = readOptionalAmount(fields, name, min);
  if (amount === undefined) throw new ApiError(`The ${name} is required`, { field: name });
  return amount;
}

export function readOptionalAmount(
  fields: JsonObject,
  name = 'amount',
  min = SMALLEST_AMOUNT,
): number | undefined {
  const amount = fields[name];
  if (amount === undefined || amount === null) return undefined;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw new ApiError(`The ${name} must be an integer.`, { field: name });
  }
  if (amount < min) throw new ApiError('The amount must be at least INR 1.00', { field: name });
  return amount;
}

export function readCurrency(fields: JsonObject): string {
  const currency = readText(fields, 'currency', 3);
  if (currency === undefined) throw new ApiError('The currency is required', { field: 'currency' });
  if (currency !== 'INR') throw new ApiError('The currency is not supported', { field: 'currency' });
  return currency;
}

export function readText(fields: JsonObject, name: string, longest: number): string | undefined {
  const text = fields[name];
  if (text === undefined || text === null || text === '') return undefined;
  if (typeof text !== 'string') throw new ApiError(`The ${name} must be a string.`, { field: name });
  if (text.length > longest) {
    throw new ApiError(`The ${name} may not be greater than ${longest} characters.`, { field: name });
  }
  return text;
}

export function readFlag(fields: JsonObject, name: string): boolean | undefined {
  const flag = fields[name];
  if (flag === undefined || flag === null) return undefined;
  // The older API writes 0 and 1.
  if (flag === true || flag === 1) return true;
  if (flag === false || flag === 0) return false;
  throw new ApiError(`The ${name} field must be true or false.`, { field: name });
}

export function readUnixTime(fields: JsonObject, name: string): number | undefined {
  const time = fields[name];
  if (time === undefined || time === null) return undefined;
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    throw new ApiError(`The ${name} must be an integer.`, { field: name });
  }
  return time;
}

/** Notes of a request; nothing and an empty object both become the empty list Razorpay answers with. */
export function readNotes(fields: JsonObject): Notes {
  const notes = fields['notes'];
  if (notes === undefined || notes === null || Array.isArray(notes)) return [];
  if (!isJsonObject(notes)) throw new ApiError('The notes must be an object.', { field: 'notes' });
  const pairs = Object.entries(notes).map(([key, value]): [string, string] => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length > LONGEST_NOTE)
      throw new ApiError('notes value cannot be longer than 256 characters', { field: 'notes' });
    return [key, text];
  });
  if (pairs.length > MOST_NOTES)
    throw new ApiError('Number of fields in notes should be less than or equal to 15', { field: 'notes' });
  return pairs.length === 0 ? [] : Object.fromEntries(pairs);
}

export type ListQuery = { from: number; to: number; count: number; skip: number };

/** `from`, `to` (unix seconds), `count` (10, at most 100) and `skip` of a collection. */
export function readListQuery(query: JsonObject, alsoAllowed: readonly string[] = []): ListQuery {
  readFields(query, ['from', 'to', 'count', 'skip', ...alsoAllowed]);
  const count = readQueryNumber(query, 'count') ?? 10;
  if (count < 1) throw new ApiError('The count must be at least 1.', { field: 'count' });
  if (count > 100) throw new ApiError('The count may not be greater than 100.', { field: 'count' });
  return {
    from: readQueryNumber(query, 'from') ?? 0,
    to: readQueryNumber(query, 'to') ?? Number.MAX_SAFE_INTEGER,
    count,
    skip: readQueryNumber(query, 'skip') ?? 0,
  };
}

export function readQueryNumber(query: JsonObject, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d+$/.test(text))
    throw new ApiError(`The ${name} must be an integer.`, { field: name });
  return Number(text);
}

/** The values of `expand[]`. */
export function readExpand(query: JsonObject): string[] {
  const expand = query['expand[]'];
  if (expand === undefined) return [];
  return Array.isArray(expand) ? expand.map(String) : [String(expand)];
}
