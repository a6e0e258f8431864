import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, contains, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StaffCategory } from '../designation.record.ts';
import type { StaffStatus } from './staff.states.ts';
import { canOf } from './staff-can.server.ts';
import { staffListContract } from './staff-list.contract.ts';

export interface Wanted {
  q?: string | undefined;
  status?: StaffStatus | undefined;
  category?: StaffCategory | undefined;
  designationId?: string | undefined;
  documents?: 'missing' | undefined;
}

const ORDER = 'name';

/** Kinds of document that the approval of the row `s` needs. */
const needed = sql`staff_document_kind k where k.active and k.for_approval and s.category = any (k.categories)`;
const isVerified = (today: Day): RawBuilder<boolean> =>
  sql`exists (select from staff_document d where d.franchisee_id = s.franchisee_id and d.staff_id = s.id and d.kind_id = k.id
    and d.status = 'VERIFIED' and coalesce(d.expires_on, 'infinity') >= ${today}::date)`;

/** Rows of the list, not yet chosen columns of: the home's cards count the same rows. */
export function staffRows(db: Db, actor: Actor, wanted: Wanted, today: Day) {
  let rows = db.selectFrom('staff as s');
  // The centre stands in the statement too: same rows as row security, and the planner sees it (reliability.md 3.1).
  if (actor.franchiseeId !== null) rows = rows.where('s.franchisee_id', '=', actor.franchiseeId);
  if (wanted.q) rows = rows.where('s.search_text', 'like', contains(wanted.q.toLowerCase()));
  if (wanted.status) rows = rows.where('s.status', '=', wanted.status);
  if (wanted.category) rows = rows.where('s.category', '=', wanted.category);
  if (wanted.designationId) rows = rows.where('s.designation_id', '=', wanted.designationId);
  if (wanted.documents)
    rows = rows
      .where('s.status', 'in', ['PENDING', 'APPROVED', 'SUSPENDED'])
      .where(sql<boolean>`exists (select from ${needed} and not ${isVerified(today)})`);
  return rows;
}

export const listStaff = handle(staffListContract.list, async ({ db, actor, input, now }) => {
  const { after, limit, ...wanted } = input;
  const today = todayIst(now);
  const cursor = after ? readCursor(after, ORDER) : null;
  const total =
    cursor?.total ??
    (await cappedCount(db, staffRows(db, actor, wanted, today).select(sql<number>`1`.as('one'))));
  let page = staffRows(db, actor, wanted, today)
    .leftJoin('staff_designation as g', 'g.id', 's.designation_id')
    .select([
      's.id',
      's.franchisee_id as franchiseeId',
      's.version',
      's.name',
      's.employee_code as employeeCode',
      'g.name as designation',
      's.category',
      's.mobile',
      's.joined_on as joinedOn',
      's.left_on as leftOn',
      's.status',
      's.rehire',
      's.user_id as userId',
      's.created_by as createdBy',
      sql<number>`(select count(*)::int from ${needed})`.as('needed'),
      sql<number>`(select count(*)::int from ${needed} and ${isVerified(today)})`.as('verified'),
    ])
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(pageLimit(limit));
  if (cursor) page = page.where(sql<boolean>`(s.name, s.id) > (${cursor.value}, ${cursor.id}::uuid)`);
  const found = cutPage(await page.execute(), { limit }, { sort: ORDER, total, at: (last) => last.name });
  return { ...found, rows: found.rows.map((row) => ({ ...row, can: canOf(actor, row) })) };
});

/** The fifty first by name; who left is found by id only. */
export const staffOptions = handle(staffListContract.options, async ({ db, actor, input }) => {
  const { rows } = await sql<{ id: string; label: string }>`
    select s.id, s.name || ' · ' || s.employee_code as label from staff s
     where ${inChosenCentre(actor, 's.franchisee_id')}
       and ${input.ids ? several('s.id', input.ids, 'uuid') : sql`s.status <> 'LEFT'`}
       and ${input.q ? sql`s.search_text like ${contains(input.q.toLowerCase())}` : sql`true`}
     order by s.name, s.id limit 50`.execute(db);
  return { rows };
});
