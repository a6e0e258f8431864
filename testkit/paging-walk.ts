// Walks a list page by page and compares with one large page. What makes it hard on purpose: rows of one instant, as a
// bulk write leaves them (now() is the transaction's), and instants that differ by a microsecond only, as two writes do.
import * as z from 'zod';
import type { Caller } from './app.ts';
import { readTables } from './catalogue.ts';
import { inputSchemaOf } from './document-request.ts';
import type { IdPool } from './id-pool.ts';
import { type DocumentOperation, operationsOf, type WalkedApp } from './operations.ts';
import { withClient } from './postgres.ts';
import { Dice } from './random.ts';
import { type Schema, validValue } from './schema-values.ts';

type Endpoint = WalkedApp['endpoints'][number]['endpoint'];

export interface PagedList {
  readonly endpoint: Endpoint;
  readonly schema: Schema;
}

export interface Walk {
  readonly pages: number;
  readonly rows: number;
  /** Ids of the large page that no small page showed. */
  readonly lost: readonly string[];
  /** Ids that two small pages showed. */
  readonly doubled: readonly string[];
  /** The small pages together are the large one, row by row. */
  readonly inOrder: boolean;
}

const MOST_PAGES = 6;
const LARGE = 200;
/** Rows a page: in the list's own order, and in every other it offers. */
export const LIMITS = [1, 3];
export const SORTED_LIMIT = 25;
const TRIES = 8;

/** Every operation that hands out pages: its input has `after` and `limit`, its answer `rows` and `next`. */
export function pagedLists(app: WalkedApp): PagedList[] {
  const operations = new Map<string, DocumentOperation>(
    operationsOf(app.document).map((one) => [one.operation.operationId, one]),
  );
  return app.endpoints.flatMap(({ endpoint }) => {
    const operation = operations.get(endpoint.name);
    const paged = has(endpoint.input, 'after', 'limit') && has(endpoint.output, 'rows', 'next');
    return paged && operation ? [{ endpoint, schema: inputSchemaOf(operation) }] : [];
  });
}

const has = (schema: z.ZodType, ...names: readonly string[]): boolean =>
  schema instanceof z.ZodObject && names.every((name) => Object.hasOwn(schema.shape, name));

/**
 * Every column that the database fills with the time of writing: three instants a microsecond apart, in turn. Says how
 * many columns took it; partitions and checks refuse some.
 */
export async function sameInstants(adminUrl: string): Promise<number> {
  return withClient(adminUrl, async (client) => {
    const tables = await readTables(client);
    await client.query('set session_replication_role = replica');
    let columns = 0;
    for (const table of tables)
      for (const { name, type, required, hasDefault } of table.columns) {
        if (type !== 'timestamptz' || !required || !hasDefault) continue;
        const base = `(select date_trunc('second', min(${name})) + interval '0.345001 s' from ${table.name})`;
        const third = `((hashtext(t.ctid::text) & 1023) % 3) * interval '1 microsecond'`;
        columns += await client.query(`update ${table.name} t set ${name} = ${base} + ${third}`).then(
          () => 1,
          () => 0,
        );
      }
    return columns;
  });
}

export interface Found {
  readonly input: Record<string, unknown>;
  /** The large page it is answered with, in the list's own order. */
  readonly large: Page;
}

/** An input that the list answers with rows; null when none was found. */
export async function findInput(caller: Caller, list: PagedList, ids: IdPool): Promise<Found | null> {
  const required = (list.schema['required'] as string[] | undefined) ?? [];
  // More rows than the largest walk looks at find nothing more.
  const enough = MOST_PAGES * Math.max(...LIMITS, sortsOf(list).length > 1 ? SORTED_LIMIT : 0);
  let best: Found | null = null;
  for (let seed = 1; seed <= (required.length ? TRIES : 1); seed++) {
    const dice = new Dice(seed);
    const input = validValue(list.schema, dice, {
      fill: 0,
      idFor: (property, schema) => ids.idFor(list.endpoint.name, property, schema, dice),
    }) as Record<string, unknown>;
    const page = await pageOf(caller, list, { ...input, limit: LARGE });
    if (page && page.rows.length > (best?.large.rows.length ?? -1)) best = { input, large: page };
    if (best && best.large.rows.length >= enough) break;
  }
  return best;
}

/** The orders a list offers; `undefined` is its own. */
export function sortsOf({ schema }: PagedList): (string | undefined)[] {
  const sort = ((schema['properties'] ?? {}) as Record<string, Schema>)['sort'];
  return [undefined, ...((sort?.['enum'] as string[] | undefined) ?? [])];
}

/** Pages through with `limit` rows a page, as far as six pages of the large one, which is asked for unless it is `known`. */
export async function walkList(
  caller: Caller,
  list: PagedList,
  input: Readonly<Record<string, unknown>>,
  limit: number,
  known?: Page,
): Promise<Walk> {
  const large = known ?? (await pageOf(caller, list, { ...input, limit: LARGE }));
  const expected = (large?.rows ?? []).map(keyOf).slice(0, limit * MOST_PAGES);
  const found: string[] = [];
  let pages = 0;
  for (let after: string | null | undefined; after !== null && found.length < expected.length; pages++) {
    const page = await pageOf(caller, list, { ...input, limit, ...(after ? { after } : {}) });
    if (!page) throw new Error(`${list.endpoint.name} refused page ${pages + 1}`);
    found.push(...page.rows.map(keyOf));
    after = page.next;
  }
  const seen = found.slice(0, expected.length);
  return {
    pages,
    rows: expected.length,
    lost: expected.filter((key) => !found.includes(key)),
    doubled: found.filter((key, at) => found.indexOf(key) !== at),
    inOrder: seen.join() === expected.join(),
  };
}

export interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

async function pageOf(caller: Caller, list: PagedList, input: unknown): Promise<Page | null> {
  const { status, body } = await caller.raw(list.endpoint, input);
  return status === 200 ? (body as Page) : null;
}

// Rows without an id are compared as they are.
const keyOf = (row: unknown): string =>
  row !== null && typeof row === 'object' && 'id' in row ? String(row.id) : JSON.stringify(row);
