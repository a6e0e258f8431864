import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAms } from '../ams.refusals.ts';
import { ensureZone, inZones, zonesToAllocate } from '../zone-right.server.ts';
import { centresBelow, holdsOn, lastDayOf } from './allocation-sql.server.ts';
import { ensurePerson, oneAtATime, peopleFor } from './people.server.ts';
import { zmAllocationContract as contract } from './zm-allocation.contract.ts';
import { zmListing } from './zm-allocation.listing.server.ts';

type Row = RowIn<'ams_zm_allocation'>;
interface Holder {
  id: string;
  version: number;
  name: string;
  fromOn: string;
  lastDay: string | null;
}
interface Zone {
  id: number;
  name: string;
  code: string;
  now: Holder | null;
  next: Holder | null;
  managers: number;
  centres: number;
}

export const zmBoard = handle(contract.board, async ({ db, actor, now }) => {
  const today = sql`${todayIst(now)}::date`;
  const holder = (where: unknown) => sql`(
    select jsonb_build_object('id', a.id, 'version', a.version, 'name', ${personName('u')}, 'fromOn', a.from_on, 'lastDay', ${lastDayOf('a')})
      from ams_zm_allocation a join app_user u on u.id = a.user_id where a.zone_id = z.id and ${where} order by a.from_on limit 1)`;
  const { rows } = await sql<Zone>`
    select z.id, z.name, z.code, ${holder(holdsOn('a', today))} as now, ${holder(sql`a.from_on > ${today} and (a.to_on is null or a.to_on > a.from_on)`)} as next,
      (select count(*)::int from ams_am_allocation a where a.zone_id = z.id and ${holdsOn('a', today)}) as managers,
      (select count(*)::int from ${centresBelow(sql`z.id`)} c) as centres
      from zone z where z.active and ${inZones(actor, 'z.id')} order by z.code`.execute(db);
  const zones = await zonesToAllocate(db, actor);
  const may = mayCall(actor, contract.assign);
  return {
    zones: rows.map((row) => ({
      ...row,
      can: { allocate: may && (zones === null || zones.has(row.id)) },
    })),
  };
});

export const getZm = handle(contract.get, async ({ db, actor, input }) =>
  ensureFound(await zmListing.row({ db, actor }, input.id)),
);

export const zmPeople = handle(contract.people, async ({ db, actor, input, now }) => {
  await ensureZone(db, actor, input.zoneId);
  return { people: await peopleFor(db, 'ZM', { on: todayIst(now), zoneId: input.zoneId }) };
});

/** Refuses days on which another one has the zone. */
async function ensureFree(
  db: Db,
  { id, zoneId, from, to }: { id: string | null; zoneId: number; from: Day; to: Day | null },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select ${personName('u')} as name from ams_zm_allocation a join app_user u on u.id = a.user_id
     where a.zone_id = ${zoneId} and a.id is distinct from ${id}::uuid
       and daterange(a.from_on, a.to_on) && daterange(${from}::date, ${to}::date) order by a.from_on limit 1`.execute(
    db,
  );
  const [other] = rows;
  ensure(!other, () =>
    refuseAms('allocation.zone-taken', {
      fields: { fromOn: 'Another one has the zone then' },
      details: { name: other?.name },
    }),
  );
}

async function insert(
  db: Db,
  row: { zoneId: number; userId: string; fromOn: Day; note?: string | null | undefined },
): Promise<{ id: string }> {
  await ensurePerson(db, 'ZM', { on: row.fromOn, userId: row.userId, zoneId: row.zoneId });
  await ensureFree(db, { id: null, zoneId: row.zoneId, from: row.fromOn, to: null });
  return db
    .insertInto('ams_zm_allocation')
    .values({ user_id: row.userId, zone_id: row.zoneId, from_on: row.fromOn, note: row.note ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export const assignZm = handle(contract.assign, async ({ db, actor, input }) => {
  ensureFound(
    await db
      .selectFrom('zone')
      .select('id')
      .where('id', '=', input.zoneId)
      .where('active', '=', true)
      .executeTakeFirst(),
  );
  await ensureZone(db, actor, input.zoneId);
  await oneAtATime(db);
  return insert(db, input);
});

/** An allocation that has not ended, locked for somebody who allocates in its zone. */
async function lockOpen(
  db: Db,
  actor: Actor,
  { id, version, today }: { id: string; version: number | undefined; today: Day },
): Promise<Row> {
  await oneAtATime(db);
  const row = ensureFound(
    await db.selectFrom('ams_zm_allocation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  await ensureZone(db, actor, row.zone_id);
  ensureFresh(row.version === version ? 1 : 0);
  ensure(row.to_on === null || row.to_on > today, () => refuseAms('allocation.ended'));
  return row;
}

export const changeZm = handle(contract.change, async ({ db, actor, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockOpen(db, actor, { id: input.id, version, today });
  const { fromOn, lastDay, note } = input;
  if (lastDay && lastDay < fromOn)
    throw refuse('input.invalid', { fields: { lastDay: 'Not before its first day' } });
  if (lastDay && lastDay < today) throw refuse('input.invalid', { fields: { lastDay: 'Today or later' } });
  const to = lastDay ? addDays(lastDay, 1) : null;
  await ensureFree(db, { id: row.id, zoneId: row.zone_id, from: fromOn, to });
  if (fromOn !== row.from_on)
    await ensurePerson(db, 'ZM', { on: fromOn, userId: row.user_id, zoneId: row.zone_id });
  await db
    .updateTable('ams_zm_allocation')
    .set({ from_on: fromOn, to_on: to, note: note ?? null })
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const endZm = handle(contract.end, async ({ db, actor, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockOpen(db, actor, { id: input.id, version, today });
  const earliest = row.from_on > today ? row.from_on : today;
  if (input.lastDay < earliest) throw refuse('input.invalid', { fields: { lastDay: 'Today or later' } });
  const to = addDays(input.lastDay, 1);
  await ensureFree(db, { id: row.id, zoneId: row.zone_id, from: row.from_on, to });
  await db.updateTable('ams_zm_allocation').set({ to_on: to }).where('id', '=', row.id).execute();
  return {};
});

export const handOverZm = handle(contract.handOver, async ({ db, actor, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockOpen(db, actor, { id: input.id, version, today });
  if (input.fromOn < today) throw refuse('input.invalid', { fields: { fromOn: 'Today or later' } });
  ensure(row.from_on <= input.fromOn, () => refuseAms('allocation.not-begun'));
  ensure(row.user_id !== input.userId, () =>
    refuseAms('allocation.same-person', { fields: { userId: 'Choose somebody else' } }),
  );
  await db.updateTable('ams_zm_allocation').set({ to_on: input.fromOn }).where('id', '=', row.id).execute();
  return insert(db, { zoneId: row.zone_id, userId: input.userId, fromOn: input.fromOn });
});
