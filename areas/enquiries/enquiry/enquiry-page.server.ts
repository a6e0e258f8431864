// Pages of enquiries. The ids of a page come from the covering index alone, then the rows by `lateral … limit 1`: without
// that the planner reads the whole centre (measured, enquiries.md 9).
import type { Day } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { COUNT_CAP, cappedCount, cappedTotal, cutPage, type Page } from '@aangan/server/keyset.ts';
import { type Cursor, readCursor } from '@aangan/server/record-cursor.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { enquiryModules } from '../modules.ts';
import { bucketOf, type FollowUpGroup, overdueDays } from './bucket.ts';
import type { EnquiryRow } from './enquiry-row.ts';
import { allOf } from './enquiry-where.server.ts';

export interface PageRequest {
  where: RawBuilder<unknown>[];
  sort: 'capturedAt' | '-capturedAt' | 'nextFollowUpOn' | '-nextFollowUpOn';
  after?: string | undefined;
  limit: number;
  /** A part of a name or code is looked for: over the whole network that is counted less far. */
  text: boolean;
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
  const together = cursor === null && (actor.franchiseeId !== null || searchesAll);
  const cap = searchesAll ? Math.max(TEXT_CAP, request.limit) : COUNT_CAP;
  const page = together ? countedPageSql(actor, request, order, cap) : pageSql(actor, request, order, cursor);
  const [rows, counted] = await Promise.all([
    enquiryRowsOf(db, page),
    cursor || together ? null : cappedCount(db, allOfScope(actor, request.where)),
  ]);
  const total = cursor?.total ?? counted ?? cappedTotal(rows[0]?.total ?? 0, cap);
  const cut = cutPage(rows, request, { sort: request.sort, total, at: (last) => last.sort_value });
  return { ...cut, rows: cut.rows.map((row) => rowOf(row, today, actor)) };
}

export type PageRow = RawRow & { sort_value: string | null; total: number };

/** The rows of a page of ids; `page` selects franchisee_id, id, v (the sort value), n (the place) and total. */
export async function enquiryRowsOf(db: Db, page: RawBuilder<unknown>): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`with p as materialized (${page})
    select p.v as sort_value, p.total, ${COLUMNS}, ${LABELS} from p cross join lateral (select * from enquiry e where e.franchisee_id = p.franchisee_id and e.id = p.id limit 1) e ${JOINS}
     order by p.n`.execute(db);
  return rows;
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
  const wanted = request.limit + 1;
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
       where ${allOf([...scopeOf(actor), ...request.where])} order by ${column} ${direction}, e.id ${direction} limit ${cap + 1}) f
     order by f.n limit ${request.limit + 1}`;
}

function allOfScope(actor: Actor, where: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`select from enquiry e where ${allOf([...scopeOf(actor), ...where])}`;
}

const scopeOf = ({ franchiseeId }: Actor): RawBuilder<unknown>[] =>
  franchiseeId === null ? [] : [sql`e.franchisee_id = ${franchiseeId}`];

export interface RawRow {
  id: string;
  version: number;
  franchisee_id: number;
  enquiry_code: string;
  academic_year_id: number;
  child_first_name: string | null;
  child_last_name: string | null;
  child_dob: string | null;
  dob_approx: boolean;
  child_gender: string | null;
  class_id: number | null;
  class_name: string | null;
  class_category: string | null;
  guardian_name: string;
  phone_norm: string | null;
  source_name: string;
  campaign: string | null;
  spanco_status: string;
  stage_code: string;
  sub_status: string | null;
  temperature: string;
  owner_id: string | null;
  owner_name: string | null;
  captured_at: string;
  next_follow_up_on: string | null;
  next_follow_up_at: string | null;
  attempts: number;
  stage_since: string;
  last_contact_at: string | null;
  last_note: string | null;
  follow_up_group: FollowUpGroup;
  is_open: boolean;
  programme: string | null;
  pincode: string | null;
  sla_due_at: string | null;
  first_attempt_at: string | null;
  lost_reason: string | null;
  revive_on: string | null;
  last_activity_at: string;
  flagged: boolean;
  erased_at: string | null;
  which_child_at: string | null;
}

/** What a line of a list shows; the whole row is wide, and each timestamp of it costs. */
const COLUMNS = sql.raw(
  [
    'id',
    'version',
    'franchisee_id',
    'enquiry_code',
    'academic_year_id',
    'child_first_name',
    'child_last_name',
    'child_dob',
    'dob_approx',
    'child_gender',
    'class_id',
    'class_category',
    'guardian_name',
    'phone_norm',
    'campaign',
    'spanco_status',
    'stage_code',
    'sub_status',
    'temperature',
    'owner_id',
    'captured_at',
    'next_follow_up_on',
    'next_follow_up_at',
    'attempts',
    'stage_since',
    'last_contact_at',
    'last_note',
    'follow_up_group',
    'is_open',
    'programme',
    'pincode',
    'sla_due_at',
    'first_attempt_at',
    'revive_on',
    'last_activity_at',
    'erased_at',
    'which_child_at',
  ]
    .map((name) => `e.${name}`)
    .join(', '),
);
const LABELS = sql`k.name as class_name, s.name as source_name, r.name as lost_reason, trim(u.first_name || ' ' || u.last_name) as owner_name,
  exists (select from duplicate_candidate d where d.franchisee_id = e.franchisee_id and d.state = 'OPEN' and d.a_id = e.id)
  or exists (select from duplicate_candidate d where d.franchisee_id = e.franchisee_id and d.state = 'OPEN' and d.b_id = e.id) as flagged`;
const JOINS = sql`left join class k on k.id = e.class_id left join enquiry_source s on s.id = e.source_id left join app_user u on u.id = e.owner_id left join lost_reason r on r.id = e.lost_reason_id`;

/** Rows of conditions, newest first, for one enquiry or a family. */
export async function enquiryRows<R extends RawRow>(
  db: Db,
  where: RawBuilder<unknown>,
  limit = 50,
): Promise<R[]> {
  const { rows } =
    await sql<R>`select e.*, ${LABELS} from enquiry e ${JOINS} where ${where} order by e.captured_at desc, e.id desc limit ${limit}`.execute(
      db,
    );
  return rows;
}

/** Stands where a guardian's name stood (migration 0431). */
const ERASED_NAME = 'Erased';

export const childNameOf = (row: {
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
}): string =>
  [row.child_first_name, row.child_last_name].filter(Boolean).join(' ') ||
  (row.guardian_name === ERASED_NAME ? 'Erased family' : `Child of ${row.guardian_name}`);

export function rowOf(row: RawRow, today: Day, actor: Actor): EnquiryRow {
  return {
    id: row.id,
    version: row.version,
    franchiseeId: row.franchisee_id,
    enquiryCode: row.enquiry_code,
    academicYearId: row.academic_year_id,
    childName: childNameOf(row),
    childDob: row.child_dob,
    dobApprox: row.dob_approx,
    childGender: row.child_gender,
    classId: row.class_id,
    className: row.class_name,
    classCategory: row.class_category,
    guardianName: row.guardian_name,
    mobileMasked: row.phone_norm ? maskPhone(row.phone_norm) : null,
    sourceName: row.source_name ?? '',
    campaign: row.campaign,
    spancoStatus: row.spanco_status,
    stage: row.stage_code,
    subStatus: row.sub_status,
    temperature: row.temperature,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    capturedAt: row.captured_at,
    nextFollowUpOn: row.next_follow_up_on,
    nextFollowUpAt: row.next_follow_up_at,
    bucket: bucketOf({ group: row.follow_up_group, nextFollowUpOn: row.next_follow_up_on }, today),
    overdueDays: row.is_open ? overdueDays(row.next_follow_up_on, today) : 0,
    attempts: row.attempts,
    stageSince: row.stage_since,
    lastContactAt: row.last_contact_at,
    lastNote: row.last_note,
    possibleDuplicate: row.flagged,
    whichChild: row.which_child_at !== null && row.is_open,
    programme: row.programme,
    pincode: row.pincode,
    slaDueAt: row.sla_due_at,
    firstAttemptAt: row.first_attempt_at,
    lostReason: row.lost_reason,
    reviveOn: row.revive_on,
    lastActivityAt: row.last_activity_at,
    merged: row.follow_up_group === 'NONE',
    erased: row.erased_at !== null,
    can: canOf(row, actor),
  };
}

function canOf(row: RawRow, actor: Actor): Record<string, boolean> {
  const alive = row.follow_up_group !== 'NONE' && row.erased_at === null;
  const write = holds(actor, enquiryModules.enquiry, true) && alive;
  return {
    edit: write,
    move: write,
    log: row.is_open && alive && holds(actor, enquiryModules.followup, true),
    erase: alive && row.follow_up_group !== 'ADMITTED' && holds(actor, enquiryModules.enquiryErase, true),
    plan: write && row.is_open,
    moveCentre: write && row.is_open,
  };
}
