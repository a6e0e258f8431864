// Looks at every open trip and rings when something is overdue. From times alone, so a missed look loses nothing.
import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { raiseAlarm } from './alarm.server.ts';
import type { Trip } from './own-trips.server.ts';
import { type AlarmKind, alarmLevel } from './trip.states.ts';

const AT_ONCE = 5000;
const MINUTE_MS = 60_000;
/** Time to let the children out and press the button. */
const END_WITHIN_MS = 10 * MINUTE_MS;

interface Due {
  readonly kind: AlarmKind;
  readonly at: number;
}

async function dueOf(db: Db, trip: Trip, now: Date): Promise<Due | null> {
  if (trip.status === 'CHECK_DUE') return { kind: 'CHECK_OVERDUE', at: Date.parse(trip.check_due_at ?? '') };
  if (trip.status === 'SCHEDULED') {
    // A trip of another day rang on its own day; the board shows it.
    if (trip.service_date !== todayIst(now)) return null;
    const after = await vehicleSettingOf(db, trip.franchisee_id, 'not_started_min', trip.service_date);
    return { kind: 'TRIP_NOT_STARTED', at: Date.parse(trip.planned_start) + after * MINUTE_MS };
  }
  if (trip.status !== 'IN_PROGRESS' || trip.arrived_at === null) return null;
  const { n } = await db
    .selectFrom('trip_child')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .where('state', '=', 'BOARDED')
    .executeTakeFirstOrThrow();
  return {
    kind: n > 0 ? 'CHILD_ON_BOARD' : 'CHECK_OVERDUE',
    at: Date.parse(trip.arrived_at) + END_WITHIN_MS,
  };
}

/** A person has looked into it and closed it: it does not ring anew. */
const isAnswered = async (db: Db, trip: Trip, kind: AlarmKind): Promise<boolean> =>
  (await db
    .selectFrom('safety_alarm')
    .select('id')
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .where('kind', '=', kind)
    .where('resolved_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** True when somebody was told something new. */
export async function watchTrip(db: Db, id: string, now: Date): Promise<boolean> {
  const trip = await lockRow(db, 'trip', id);
  const due = await dueOf(db, trip, now);
  const level = due && alarmLevel(due.at, now.getTime());
  if (!due || !level || (await isAnswered(db, trip, due.kind))) return false;
  return raiseAlarm(db, { franchiseeId: trip.franchisee_id, tripId: trip.id, kind: due.kind, level, now });
}

export const watchTripsJob: JobDeclaration = {
  name: 'transport.watch-trips',
  title: 'Ring when a trip does not start or nobody checks the seats',
  schedule: '*/30 * * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 60,
  run: async (tools) => {
    const now = tools.now.toISOString();
    const open = await tools.work(null, async (db) => {
      const { rows } = await sql<{ franchiseeId: number; id: string }>`
        select t.franchisee_id as "franchiseeId", t.id from trip t
         where t.status = 'CHECK_DUE' and t.check_due_at <= ${now}::timestamptz or t.status = 'IN_PROGRESS' and t.arrived_at <= ${now}::timestamptz
            or t.status = 'SCHEDULED' and t.planned_start between ${now}::timestamptz - interval '1 day' and ${now}::timestamptz
         order by t.planned_start limit ${AT_ONCE}`.execute(db);
      return rows;
    });
    return eachPart(
      open,
      ({ id }) => `trip ${id}`,
      ({ franchiseeId, id }) =>
        tools.work(franchiseeId, async (db) => ((await watchTrip(db, id, tools.now)) ? 1 : 0)),
    );
  },
};
