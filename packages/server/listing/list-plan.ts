// What stays the same of a declared list's statements, put into words once: made anew for each page, it took as long as the
// page's answer (docs/decisions/0033).
import type { Field } from '@aangan/contract/fields.ts';
import type { AnyListing } from '@aangan/contract/listing.ts';
import { type RawBuilder, sql } from 'kysely';
import { type FieldColumn, type KeysetOrder, keysetOrder } from '../record/list-conditions.ts';
import { fixed } from '../sql.ts';
import type { Actor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';

/** Who reads, in which unit of work. */
export interface Reading {
  readonly db: Db;
  readonly actor: Actor;
}

export type Condition = (value: never, at: Reading) => RawBuilder<boolean> | Promise<RawBuilder<boolean>>;

export interface LooseSource {
  readonly from: RawBuilder<unknown>;
  readonly alias: string;
  readonly joins?: RawBuilder<unknown>;
  readonly columns: Readonly<Record<string, RawBuilder<unknown> | string>>;
  readonly where?: Readonly<Record<string, Condition>>;
  readonly only?: (actor: Actor) => RawBuilder<unknown>;
}

export interface Plan {
  readonly of: AnyListing;
  readonly source: LooseSource;
  readonly from: RawBuilder<unknown>;
  readonly select: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
  readonly searched: readonly FieldColumn[];
  column(name: string): RawBuilder<unknown>;
  order(sort: string): KeysetOrder;
}

export function planOf(of: AnyListing, source: LooseSource): Plan {
  const columns = new Map(
    Object.entries(source.columns).map(([name, at]) => [
      name,
      fixed(typeof at === 'string' ? sql.ref(at) : at),
    ]),
  );
  const column = (name: string): RawBuilder<unknown> => {
    const at = columns.get(name);
    if (at === undefined) throw new Error(`Listing '${of.name}' has no column '${name}'`);
    return at;
  };
  const own = (name: string) => sql.ref(`${source.alias}.${name}`);
  const orders = new Map<string, KeysetOrder>();
  const order = (sort: string): KeysetOrder => {
    const found = orders.get(sort) ?? orderOf(of, column, own('id'), sort);
    orders.set(sort, found);
    return found;
  };
  return {
    of,
    source,
    column,
    order,
    from: fixed(source.from),
    joins: fixed(source.joins ?? sql``),
    searched: Object.entries(of.row)
      .filter(([, field]) => field.search)
      .map(([name, field]) => ({ field, column: column(name) })),
    select: fixed(
      sql.join([
        sql`${own('id')} as id, ${own('franchisee_id')} as "franchiseeId", ${own('version')} as version`,
        ...Object.keys(source.columns).map((name) => sql`${column(name)} as ${sql.id(name)}`),
      ]),
    ),
  };
}

const WORDS: ReadonlySet<string> = new Set(['text', 'longText', 'email']);
/** Characters of a text that decide the order; the cursor carries them. */
const SORT_LENGTH = 200;

// Words are ordered without regard to case, as in the lists of records.
function orderOf(of: AnyListing, column: Plan['column'], id: RawBuilder<unknown>, sort: string): KeysetOrder {
  const name = sort.replace(/^-/, '');
  const field = of.row[name] as Field; // the contract's enum lists columns only
  const plain = column(name);
  const key = WORDS.has(field.kind) ? sql`lower(left(${plain}::text, ${sql.lit(SORT_LENGTH)}))` : plain;
  const order = keysetOrder({ name: sort, key: fixed(key), nullable: field.optional, id: fixed(id) });
  return { ...order, by: fixed(order.by) };
}
