// Alarms: raised once, lifted level by level, told to more people each time, and over only when somebody or the check says so.

import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { transportModules as m } from '../modules.ts';
import { alarmContract as contract } from './alarm.contract.ts';
import { type AlarmKind, alarmLabels } from './trip.states.ts';

interface Raised {
  readonly franchiseeId: number;
  readonly tripId: string;
  readonly kind: AlarmKind;
  readonly enrolmentId?: string | null;
  readonly level: number;
  readonly now: Date;
}

/** Raises it, or lifts the open one; true when somebody was told something new. The trip is locked. */
export async function raiseAlarm(db: Db, raised: Raised): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into safety_alarm as a (franchisee_id, kind, trip_id, enrolment_id, raised_at, level)
    values (${raised.franchiseeId}, ${raised.kind}, ${raised.tripId}, ${raised.enrolmentId ?? null}, ${raised.now.toISOString()}, ${raised.level})
    on conflict (franchisee_id, kind, trip_id, enrolment_id) where resolved_at is null do update set level = excluded.level where a.level < excluded.level
    returning a.id`.execute(db);
  const [alarm] = rows;
  if (!alarm) return false;
  await tell(db, raised, alarm.id);
  return true;
}

/** Level 1: the centre's desk and the people of the trip. Level 2: the zone's manager, too. Level 3: the safety desk. */
async function tell(db: Db, { franchiseeId, tripId, kind, level }: Raised, alarmId: string): Promise<void> {
  const { rows } = await sql<{
    code: string;
    zoneId: number | null;
    driver: string | null;
    attendant: string | null;
  }>`
    select r.code, f.zone_id as "zoneId", d.user_id as driver, a.user_id as attendant
      from trip t join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id join franchisee f on f.id = t.franchisee_id
      left join escort_person d on d.franchisee_id = t.franchisee_id and d.id = t.driver_id
      left join escort_person a on a.franchisee_id = t.franchisee_id and a.id = t.attendant_id
     where t.franchisee_id = ${franchiseeId} and t.id = ${tripId}`.execute(db);
  const [trip] = rows;
  if (!trip) return;
  const desk = await usersWith(db, { module: m.ESCORT_DIGITAL_ID, write: true, franchiseeId });
  const zone =
    level >= 2 && trip.zoneId !== null
      ? await usersWith(db, { module: m.VehicleDetails, zoneId: trip.zoneId, franchiseeId })
      : [];
  const safety = level >= 3 ? await usersWith(db, { code: 'SAFETY_DESK' }) : [];
  const people = [...desk, ...zone, ...safety].map(({ id }) => id);
  const all = new Set([...people, ...[trip.driver, trip.attendant].filter((id) => id !== null)]);
  for (const userId of all)
    await notify(db, {
      userId,
      kind: 'transport.alarm',
      title: `${trip.code}: ${alarmLabels[kind]}`,
      body: level === 1 ? 'Please look after it now.' : `Nobody has resolved it yet. Level ${level}.`,
      link: `/transport/routes?trip=${tripId}`,
      franchiseeId,
      sourceArea: 'transport',
      dedupeKey: `transport:alarm:${alarmId}:${level}`,
    });
}

/** What the trip itself has put right. */
export const settleAlarms = (
  db: Db,
  of: { franchiseeId: number; tripId: string; kinds: readonly AlarmKind[]; note: string; now: Date },
): Promise<unknown> =>
  db
    .updateTable('safety_alarm')
    .set({ resolved_at: of.now.toISOString(), note: of.note })
    .where('franchisee_id', '=', of.franchiseeId)
    .where('trip_id', '=', of.tripId)
    .where('kind', 'in', [...of.kinds])
    .where('resolved_at', 'is', null)
    .execute();

export const ackAlarm = handle(contract.ack, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'safety_alarm', input.id, version);
  ensure(row.acked_at === null && row.resolved_at === null, () => refuse('row.wrong-state'));
  await db
    .updateTable('safety_alarm')
    .set({ acked_by: userIdOf(actor), acked_at: now.toISOString() })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const resolveAlarm = handle(contract.resolve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'safety_alarm', input.id, version);
  ensure(row.resolved_at === null, () => refuse('row.wrong-state'));
  await db
    .updateTable('safety_alarm')
    .set({ resolved_by: userIdOf(actor), resolved_at: now.toISOString(), note: input.note })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
