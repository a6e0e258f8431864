// Pages of enquiries. The ids of a page come from the covering index alone, then the rows by `lateral … limit 1`: without
// that the planner reads the whole centre (measured, enquiries.md 9).
import type { Day } from '@aangan/contract/period.ts';
import {
  COUNT_CAP,
  cappedCount,
  cappedTotal,
  cutPage,
  type Page,
  pageLimit,
  type Total,
} from '@aangan/server/record/keyset.ts';
import { type Cursor, readCursor } from '@aangan/server/record/record-cursor.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { AskedColumn } from './asked-columns.ts';
import type { EnquiryRow } from './enquiry-row.ts';
import { enquiryRowsOf, rowOf } from './enquiry-rows.server.ts';
import { allOf } from './enquiry-where.server.ts';

export interface PageRequest {
  where: RawBuilder<unknown>[];
  sort: 'capturedAt' | '-capturedAt' | 'nextFollowUpOn' | '-nextFollowUpOn';
  after?: string | undefined;
  limit: number;
  /** A part of a name or code is looked for: over the whole network that is counted less far. */
  text: boolean;
  /** Where it is known already. */
  total?: Total;
  /** Columns beside those of every list. */
  asked?: readonly AskedColumn[];
}

/**
 * Of a text in the whole network. Counting on costs a walk through more of five million rows than anybody reads; up to
 * here the walk is as long as through a network of 50,000 (docs/decisions/0012).
 */
const TEXT_CAP = 100;

/** One page of the actor's scope, with the capped count on the first one. */
export async function enquiryPage(
  db: Db,
  actor: Actor,
  today: Day,
  request: PageRequest,
): Promise<Page<EnquiryRow>> {
  const cursor = request.after ? readCursor(request.after, request.sort) : null;
  const order = orderOf(request.sort);
  // A chosen centre's matches lie in one index in the order of the page: one walk gives the page and the count.
  const searchesAll = request.text && actor.franchiseeId === null && actor.wholeNetwork;
  const known = cursor?.total ?? request.total;
  const together = !known && (actor.franchiseeId !== null || searchesAll);
  const cap = searchesAll ? Math.max(TEXT_CAP, request.limit) : COUNT_CAP;
  const page = together ? countedPageSql(actor, request, order, cap) : pageSql(actor, request, order, cursor);
  const [rows, counted] = await Promise.all([
    enquiryRowsOf(db, page, request.asked),
    known || together ? null : cappedCount(db, allOfScope(actor, request.where)),
  ]);
  const total = known ?? counted ?? cappedTotal(rows[0]?.total ?? 0, cap);
  const cut = cutPage(rows, request, { sort: request.sort, total, at: (last) => last.sort_value });
  return { ...cut, rows: cut.rows.map((row) => rowOf(row, today, actor)) };
}

interface Order {
  column: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  comparison: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  down: boolean;
  nullable: boolean;
}

function orderOf(sort: PageRequest['sort']): Order {
  const down = sort.startsWith('-');
  const captured = sort.endsWith('capturedAt');
  return {
    column: captured ? sql`e.captured_at` : sql`e.next_follow_up_on`,
    type: captured ? sql`timestamptz` : sql`date`,
    direction: down ? sql`desc` : sql`asc`,
    comparison: down ? sql`<` : sql`>`,
    down,
    nullable: !captured,
  };
}

function pageSql(
  actor: Actor,
  request: PageRequest,
  order: Order,
  cursor: Cursor | null,
): RawBuilder<unknown> {
  const wanted = pageLimit(request.limit);
  const walk = (
    where: RawBuilder<unknown>[],
  ) => sql`select e.franchisee_id, e.id, ${order.column} as v from enquiry e
    where ${allOf(where)} order by ${order.column} ${order.direction}, e.id ${order.direction} limit ${wanted}`;
  const one = (centre: RawBuilder<unknown>[]) => {
    const walks = restOf(order, cursor).map((range) => walk([...centre, ...request.where, ...range]));
    return walks.length === 1
      ? sql`${walks[0]}`
      : sql`select u.* from ((${sql.join(walks, sql`) union all (`)})) u order by u.v ${order.direction}, u.id ${order.direction} limit ${wanted}`;
  };
  const numbered = (inner: RawBuilder<unknown>) =>
    sql`select s.franchisee_id, s.id, s.v::text as v, 0 as total, row_number() over (order by s.v ${order.direction}, s.id ${order.direction}) as n from (${inner}) s`;
  if (actor.franchiseeId !== null) return numbered(one([sql`e.franchisee_id = ${actor.franchiseeId}`]));
  if (actor.wholeNetwork) return numbered(one([]));
  // Several centres: each gives its best, then the best of them (an `= any` list would sort everything).
  return sql`select m.* from (${numbered(sql`select x.* from unnest(${[...actor.centres]}::int[]) c (id) cross join lateral (${one([sql`e.franchisee_id = c.id`])}) x`)}) m where m.n <= ${wanted}`;
}

/**
 * What comes after the cursor, as ranges that each lie together in the index. Rows without the value are last upwards
 * and first downwards, as Postgres orders them; a comparison with it alone would leave them out.
 */
function restOf(order: Order, cursor: Cursor | null): RawBuilder<unknown>[][] {
  if (!cursor) return [[]];
  const { column, comparison, type } = order;
  const upwards = !order.down;
  if (cursor.value === null) {
    const others = [sql`${column} is null`, sql`e.id ${comparison} ${cursor.id}::uuid`];
    return upwards ? [others] : [others, [sql`${column} is not null`]];
  }
  const range = [sql`(${column}, e.id) ${comparison} (${cursor.value}::${type}, ${cursor.id}::uuid)`];
  return upwards && order.nullable ? [range, [sql`${column} is null`]] : [range];
}

function countedPageSql(actor: Actor, request: PageRequest, order: Order, cap: number): RawBuilder<unknown> {
  const { column, direction } = order;
  return sql`select f.franchisee_id, f.id, f.v::text as v, f.n, (count(*) over ())::int as total from (
      select e.franchisee_id, e.id, ${column} as v, row_number() over (order by ${column} ${direction}, e.id ${direction}) as n from enquiry e
       where ${allOf([...scopeOf(actor), ...request.where])} order by ${column} ${direction}, e.id ${direction} limit ${sql.lit(cap + 1)}) f
     order by f.n limit ${pageLimit(request.limit)}`;
}

function allOfScope(actor: Actor, where: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`select from enquiry e where ${allOf([...scopeOf(actor), ...where])}`;
}

const scopeOf = ({ franchiseeId }: Actor): RawBuilder<unknown>[] =>
  franchiseeId === null ? [] : [sql`e.franchisee_id = ${franchiseeId}`];
