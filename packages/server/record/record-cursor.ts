import { refuse } from '@aangan/contract/refusal.ts';
import * as z from 'zod';

/** Where a page ended: the order, the last row's sort value as Postgres writes it (no precision is lost) and id. */
export interface Cursor {
  readonly sort: string;
  readonly value: string | null;
  readonly id: string | number;
  /** The capped count of the first page; later pages do not count again. */
  readonly total: { readonly n: number; readonly more: boolean };
}

const shape = z.tuple([
  z.string().max(80),
  z.string().max(400).nullable(),
  z.union([z.uuid(), z.int()]),
  z.int().min(0),
  z.boolean(),
]);

/** Opaque text for `next`. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(
    JSON.stringify([cursor.sort, cursor.value, cursor.id, cursor.total.n, cursor.total.more]),
  ).toString('base64url');
}

/** Reads `after`. Refuses (422 on `after`) what this list did not hand out. */
export function readCursor(text: string, sort: string): Cursor {
  const parsed = shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data[0] !== sort)
    throw refuse('input.invalid', { fields: { after: 'Start again at the first page' } });
  const [, value, id, n, more] = parsed.data;
  return { sort, value, id, total: { n, more } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
