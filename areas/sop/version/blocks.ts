// The body of a version: blocks with ids of their own, plain text only; how long it takes to read; what two versions differ in.
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const id = { id: uuidSchema };
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);

/** A file with the centre it was uploaded at: its address is signed for both. */
const fileRef = { fileId: uuidSchema, name: z.string().max(120) };

export const block = z.discriminatedUnion('kind', [
  z.strictObject({ ...id, kind: z.literal('HEADING'), text: line(150) }),
  z.strictObject({ ...id, kind: z.literal('TEXT'), text: line(10_000) }),
  z.strictObject({ ...id, kind: z.literal('FILE'), ...fileRef, caption: line(200) }),
  z.strictObject({ ...id, kind: z.literal('IMAGE'), ...fileRef, caption: line(200) }),
  z.strictObject({
    ...id,
    kind: z.literal('CHECKLIST'),
    title: line(150),
    items: z.array(line(300)).max(60),
  }),
  z.strictObject({
    ...id,
    kind: z.literal('CONTACTS'),
    rows: z.array(z.strictObject({ name: line(100), role: line(100), phone: line(30) })).max(60),
  }),
]);
export type Block = z.output<typeof block>;
export type BlockKind = Block['kind'];
export const blocks = z.array(block).max(120, 'At most 120 blocks');

export const blockKinds = {
  HEADING: 'Heading',
  TEXT: 'Text',
  CHECKLIST: 'Checklist',
  CONTACTS: 'Contacts',
  IMAGE: 'Picture',
  FILE: 'File',
} as const satisfies Record<BlockKind, string>;

/** All words of a block, for the search and the reading time. */
export function plainOf(one: Block): string {
  switch (one.kind) {
    case 'HEADING':
    case 'TEXT':
      return one.text;
    case 'FILE':
    case 'IMAGE':
      return one.caption;
    case 'CHECKLIST':
      return [one.title, ...one.items].join('\n');
    case 'CONTACTS':
      return one.rows.map((row) => [row.name, row.role, row.phone].join(' ')).join('\n');
  }
}

export const isEmpty = (one: Block): boolean =>
  one.kind !== 'FILE' && one.kind !== 'IMAGE' && plainOf(one).trim() === '';

const WORDS_A_MINUTE = 200;
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Seconds a reader needs: 200 words a minute. */
export const readSeconds = (body: readonly Block[]): number =>
  Math.ceil((body.reduce((sum, one) => sum + wordsIn(plainOf(one)), 0) / WORDS_A_MINUTE) * 60);

/** Seconds somebody must have read before acknowledging: 30 % of the estimate, 10 at least, 300 at most. */
export const leastSeconds = (readS: number): number => Math.min(300, Math.max(10, Math.ceil(readS * 0.3)));

export type Mark = 'ADDED' | 'CHANGED' | 'MOVED';
export interface Difference {
  /** By block id; blocks that stay as they are do not appear. */
  readonly marks: Readonly<Record<string, Mark>>;
  readonly removed: readonly Block[];
}

/** Blocks are matched by their ids; a block that keeps its content but not its order among the kept ones has moved. */
export function differenceOf(before: readonly Block[], after: readonly Block[]): Difference {
  const old = new Map(before.map((one) => [one.id, one]));
  const kept = after.filter(({ id: own }) => old.has(own));
  const order = before.filter(({ id: own }) => kept.some((one) => one.id === own)).map(({ id: own }) => own);
  const marks: Record<string, Mark> = {};
  const stays = new Set(inOrder(kept.map(({ id: own }) => order.indexOf(own))));
  for (const one of after) {
    const was = old.get(one.id);
    if (!was) marks[one.id] = 'ADDED';
    else if (JSON.stringify(was) !== JSON.stringify(one)) marks[one.id] = 'CHANGED';
    else if (!stays.has(order.indexOf(one.id))) marks[one.id] = 'MOVED';
  }
  return { marks, removed: before.filter(({ id: own }) => !after.some((one) => one.id === own)) };
}

/** The longest run of places that still stand in their order: what is not in it has moved. */
function inOrder(places: readonly number[]): number[] {
  const best: number[][] = [];
  for (const [at, place] of places.entries()) {
    const before = places
      .slice(0, at)
      .map((other, index) => (other < place ? (best[index] ?? []) : []))
      .reduce<number[]>((a, b) => (b.length > a.length ? b : a), []);
    best.push([...before, place]);
  }
  return best.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []);
}
