// Who stands in for whom on which days (enquiries.md 3.7, Leave). Owners stay; the calls show in the cover's queue.
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { allOf } from '../enquiry/enquiry-where.server.ts';
import { lockAllocation } from './desk.server.ts';
import { type CoverRow, leadAllocationContract } from './lead-allocation.contract.ts';

interface Cover {
  userId: string;
  coverId: string;
  coverName: string;
  fromOn: Day;
  toOn: Day;
}

/** Who is covered at a centre on a day, and by whom: the one answer for queues and the roster. The owner stays who it is. */
export async function coverOf(db: Db, franchiseeId: number, today: Day): Promise<Cover[]> {
  const { rows } = await sql<Cover>`
    select c.user_id::text as "userId", c.cover_id::text as "coverId", ${personName('u')} as "coverName", c.from_on::text as "fromOn", c.to_on::text as "toOn"
      from allocation_cover c join app_user u on u.id = c.cover_id
     where c.franchisee_id = ${franchiseeId} and ${today}::date between c.from_on and c.to_on order by c.user_id`.execute(
    db,
  );
  return rows;
}

const ORDER = 'fromOn';

export const listCovers = handle(leadAllocationContract.covers, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const where = [
    inChosenCentre(actor, 'c.franchisee_id'),
    ...(input.past ? [] : [sql`c.to_on >= ${today}::date`]),
  ];
  const cursor = input.after ? readCursor(input.after, ORDER) : null;
  const total =
    cursor?.total ?? (await cappedCount(db, sql`select from allocation_cover c where ${allOf(where)}`));
  const from = cursor
    ? [...where, sql`(c.from_on, c.id) < (${cursor.value}::date, ${cursor.id}::uuid)`]
    : where;
  const { rows } = await sql<Omit<CoverRow, 'can'>>`
    select c.id::text as id, c.version, c.franchisee_id as "franchiseeId", ${personName('u')} as "userName", ${personName('s')} as "coverName",
      c.from_on::text as "fromOn", c.to_on::text as "toOn",
      (select count(*)::int from enquiry e where e.franchisee_id = c.franchisee_id and e.owner_id = c.user_id and e.is_open and e.next_follow_up_on <= greatest(c.from_on, ${today}::date)) as due
      from allocation_cover c join app_user u on u.id = c.user_id join app_user s on s.id = c.cover_id
     where ${allOf(from)} order by c.from_on desc, c.id desc limit ${pageLimit(input.limit)}`.execute(db);
  const page = cutPage(rows, input, { sort: ORDER, total, at: (last) => last.fromOn });
  const mayWrite = holds(actor, leadAllocationContract.cover.module, true);
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, can: { end: mayWrite && row.toOn >= today } })),
  };
});

const LONGEST_DAYS = 180;

export const addCover = handle(leadAllocationContract.cover, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const { userId, coverId, fromOn, toOn } = input;
  const today = todayIst(now);
  const wrong = (field: string, text: string) =>
    refuseEnquiry('cover.days', { fields: { [field]: text }, details: { text } });
  ensure(userId !== coverId, () => wrong('coverId', 'Choose another person'));
  ensure(fromOn >= today, () => wrong('fromOn', 'Choose today or a later day'));
  ensure(toOn >= fromOn && toOn <= addDays(fromOn, LONGEST_DAYS), () =>
    wrong('toOn', `Choose a day up to ${LONGEST_DAYS} days after the first`),
  );
  const able = new Set((await eligibleOwners(db, franchiseeId)).map((one) => one.id));
  ensure(able.has(userId), () => wrong('userId', 'Choose an entry of the list'));
  ensure(able.has(coverId), () => wrong('coverId', 'Choose an entry of the list'));
  await lockAllocation(db, franchiseeId);
  const clash = await sql<{
    id: string;
  }>`select id from allocation_cover where franchisee_id = ${franchiseeId} and user_id = any (${[userId, coverId]}::uuid[])
    and daterange(from_on, to_on, '[]') && daterange(${fromOn}::date, ${toOn}::date, '[]') limit 1`.execute(
    db,
  );
  ensure(clash.rows.length === 0, () => refuseEnquiry('cover.overlaps'));
  const { rows } = await sql<{
    id: string;
  }>`insert into allocation_cover (franchisee_id, user_id, cover_id, from_on, to_on)
    values (${franchiseeId}, ${userId}::uuid, ${coverId}::uuid, ${fromOn}::date, ${toOn}::date) returning id::text as id`.execute(
    db,
  );
  const due = await sql<{
    n: number;
  }>`select count(*)::int as n from enquiry where franchisee_id = ${franchiseeId} and owner_id = ${userId}::uuid and is_open
    and next_follow_up_on <= ${fromOn}::date`.execute(db);
  return { id: rows[0]?.id ?? '', due: due.rows[0]?.n ?? 0 };
});

export const endCover = handle(leadAllocationContract.endCover, async ({ db, input, now, version }) => {
  const today = todayIst(now);
  const row = await lockRow(db, 'allocation_cover', input.id, version);
  if (row.from_on >= today)
    await db
      .deleteFrom('allocation_cover')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  else
    await db
      .updateTable('allocation_cover')
      .set({ to_on: addDays(today, -1) })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  return { id: row.id };
});
