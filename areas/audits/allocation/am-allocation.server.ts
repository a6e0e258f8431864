import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { weekdayMask } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAms } from '../ams.refusals.ts';
import { ensureZone } from '../zone-right.server.ts';
import { amAllocationContract as contract } from './am-allocation.contract.ts';
import { endCentres, giveCentres } from './give-centres.server.ts';
import { ensurePerson, oneAtATime } from './people.server.ts';

export type AmRow = RowIn<'ams_am_allocation'>;

interface How {
  baseCityId: number;
  visitsPerDay: number;
  weeklyOff?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] | null | undefined;
}

async function columnsOf(db: Db, { baseCityId, visitsPerDay, weeklyOff }: How) {
  const city = await db
    .selectFrom('city')
    .select('id')
    .where('id', '=', baseCityId)
    .where('active', '=', true)
    .executeTakeFirst();
  const mask = weekdayMask(weeklyOff ?? []);
  const fields: Record<string, string> = {};
  if (!city) fields['baseCityId'] = 'Choose a city from the list';
  if (mask === weekdayMask(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']))
    fields['weeklyOff'] = 'Leave at least one day';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
  return { base_city_id: baseCityId, visits_per_day: visitsPerDay, weekly_off: mask };
}

export const addAm = handle(contract.add, async ({ db, actor, input }) => {
  const { userId, zoneId, fromOn } = input;
  ensureFound(
    await db
      .selectFrom('zone')
      .select('id')
      .where('id', '=', zoneId)
      .where('active', '=', true)
      .executeTakeFirst(),
  );
  await ensureZone(db, actor, zoneId);
  await oneAtATime(db);
  await ensurePerson(db, 'AM', { on: fromOn, userId });
  const { rows } = await sql<{ name: string; zone: string; until: string | null }>`
    select ${personName('u')} as name, z.name as zone, to_char(a.to_on - 1, 'DD-MM-YYYY') as until
      from ams_am_allocation a join app_user u on u.id = a.user_id join zone z on z.id = a.zone_id
     where a.user_id = ${userId} and daterange(a.from_on, a.to_on) && daterange(${fromOn}::date, null) order by a.from_on limit 1`.execute(
    db,
  );
  const [other] = rows;
  ensure(!other, () =>
    refuseAms('allocation.am-taken', {
      fields: { userId: 'Academic manager of another zone then' },
      details: {
        name: other?.name,
        zone: other?.zone,
        until: other?.until ? ` until ${other.until}` : '',
      },
    }),
  );
  return db
    .insertInto('ams_am_allocation')
    .values({ user_id: userId, zone_id: zoneId, from_on: fromOn, ...(await columnsOf(db, input)) })
    .returning('id')
    .executeTakeFirstOrThrow();
});

/** An academic manager whose time is not over, locked for somebody who allocates in the zone. */
export async function lockAm(
  db: Db,
  actor: Actor,
  { id, version, today }: { id: string; version?: number | undefined; today: Day },
): Promise<AmRow> {
  await oneAtATime(db);
  const row = ensureFound(
    await db.selectFrom('ams_am_allocation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  await ensureZone(db, actor, row.zone_id);
  if (version !== undefined) ensureFresh(row.version === version ? 1 : 0);
  ensure(row.to_on === null || row.to_on > today, () => refuseAms('allocation.ended'));
  return row;
}

export const changeAm = handle(contract.change, async ({ db, actor, input, version, now }) => {
  const row = await lockAm(db, actor, { id: input.id, version: version ?? 0, today: todayIst(now) });
  await db
    .updateTable('ams_am_allocation')
    .set(await columnsOf(db, input))
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const endAm = handle(contract.end, async ({ db, actor, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockAm(db, actor, { id: input.id, version: version ?? 0, today });
  const earliest = row.from_on > today ? row.from_on : today;
  if (input.lastDay < earliest) throw refuse('input.invalid', { fields: { lastDay: 'Today or later' } });
  ensure(row.to_on === null || row.to_on > input.lastDay, () =>
    refuseAms('allocation.ends-before', { fields: { lastDay: 'It ends before that day' } }),
  );
  const to = addDays(input.lastDay, 1);
  await db.updateTable('ams_am_allocation').set({ to_on: to }).where('id', '=', row.id).execute();
  await endCentres(db, { amAllocationId: row.id, to });
  return {};
});

export const handOverAm = handle(contract.handOver, async ({ db, actor, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockAm(db, actor, { id: input.id, version: version ?? 0, today });
  ensure(row.id !== input.toId, () =>
    refuseAms('allocation.same-person', { fields: { toId: 'Choose somebody else' } }),
  );
  const to = await lockAm(db, actor, { id: input.toId, today });
  const held = await db
    .selectFrom('ams_centre_allocation')
    .select('franchisee_id')
    .where('am_allocation_id', '=', row.id)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>', today)]))
    .execute();
  ensure(held.length > 0, () => refuseAms('allocation.no-centres'));
  return {
    centres: await giveCentres(db, to, { franchiseeIds: held.map((one) => one.franchisee_id), today }),
  };
});

export const assignCentres = handle(contract.assign, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const am = await lockAm(db, actor, { id: input.id, today });
  return { centres: await giveCentres(db, am, { franchiseeIds: [...new Set(input.franchiseeIds)], today }) };
});

export const releaseCentres = handle(contract.release, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  await oneAtATime(db);
  const ids = [...new Set(input.franchiseeIds)];
  const { rows } = await sql<{ id: number; zone: number; held: boolean }>`
    select f.id, a.zone_id as zone from franchisee f join ams_centre_allocation c on c.franchisee_id = f.id and (c.to_on is null or c.to_on > ${today}::date)
      join ams_am_allocation a on a.id = c.am_allocation_id where f.id = any (${ids}::int[])`.execute(db);
  ensureFound(rows.length === ids.length ? true : null);
  for (const zone of new Set(rows.map((row) => row.zone))) await ensureZone(db, actor, zone);
  await endCentres(db, { franchiseeIds: ids, to: today });
  return { centres: ids.length };
});
