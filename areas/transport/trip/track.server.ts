// The way of the bus: only while its trip runs, only from the phone of its own people, and gone after thirty days.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { lockTrip, type Trip } from './own-trips.server.ts';
import { trackContract as contract, TRACK_DAYS, type TrackPoint } from './track.contract.ts';
import { partsOf } from './track.ts';

type Kept = readonly [at: number, lat: number, lng: number];
const shown = ([at, lat, lng]: Kept): TrackPoint => ({ at: new Date(at).toISOString(), lat, lng });

/** Whether this person rides on the trip: the phone of a desk stands where no bus is. */
export async function isOnTrip(db: Db, trip: Pick<Trip, 'franchisee_id' | 'id'>, userId: string) {
  const { rows } =
    await sql`select from trip t join escort_person p on p.franchisee_id = t.franchisee_id and p.id in (t.driver_id, t.attendant_id)
    where t.franchisee_id = ${trip.franchisee_id} and t.id = ${trip.id} and p.user_id = ${userId}::uuid`.execute(
      db,
    );
  return rows.length > 0;
}

export const recordTrack = handle(contract.record, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.tripId);
  ensure(await isOnTrip(db, trip, userIdOf(actor)), () => refuseTransport('track.not-on-bus'));
  if (trip.started_at === null) return { kept: 0 };
  // What a phone sends late counts by its own time, and never after the trip was over.
  const [from, to] = [
    Date.parse(trip.started_at),
    Math.min(now.getTime(), Date.parse(trip.completed_at ?? now.toISOString())),
  ];
  const kept = input.points
    .map(({ at, lat, lng }): Kept => [Date.parse(at), lat, lng])
    .filter(([at]) => at >= from && at <= to)
    .toSorted(([a], [b]) => a - b);
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last) return { kept: 0 };
  await db
    .insertInto('trip_track')
    .values({
      franchisee_id: trip.franchisee_id,
      id: input.id,
      trip_id: trip.id,
      from_at: new Date(first[0]).toISOString(),
      to_at: new Date(last[0]).toISOString(),
      points: JSON.stringify(kept),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return { kept: kept.length };
});

export const readTrack = handle(contract.read, async ({ db, input }) => {
  const { rows: trips } = await sql<{ franchiseeId: number }>`
    select t.franchisee_id as "franchiseeId" from trip t where t.id = ${input.id}`.execute(db);
  const { franchiseeId } = ensureFound(trips[0]);
  const { rows } = await sql<{ points: Kept[] }>`
    select points from trip_track where franchisee_id = ${franchiseeId} and trip_id = ${input.id} order by from_at limit 2000`.execute(
    db,
  );
  return { parts: partsOf(rows.flatMap(({ points }) => points.map(shown))) };
});

const FRESH_MIN = 5;
/** Where the bus was last; null when nothing came for a while. */
export async function lastPoint(
  db: Db,
  of: { franchiseeId: number; tripId: string; now: Date },
): Promise<TrackPoint | null> {
  const { rows } = await sql<{ points: Kept[] }>`
    select points from trip_track where franchisee_id = ${of.franchiseeId} and trip_id = ${of.tripId}
       and to_at > ${of.now.toISOString()}::timestamptz - make_interval(mins => ${FRESH_MIN}) order by to_at desc limit 1`.execute(
    db,
  );
  const last = rows[0]?.points.at(-1);
  return last ? shown(last) : null;
}

export const expireTracksJob: JobDeclaration = {
  name: 'transport.expire-tracks',
  title: 'Remove the ways of buses after thirty days',
  schedule: '20 2 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 86_400,
  timeoutS: 600,
  run: async (tools) => {
    // The day of the trip counts: on day 31 it is gone.
    const before = addDays(todayIst(tools.now), -TRACK_DAYS);
    const old = (column: string) =>
      sql`${sql.ref(column)} < (${before}::date::timestamp at time zone 'Asia/Kolkata')`;
    const centres = await tools.work(null, async (db) => {
      const { rows } = await sql<{
        id: number;
      }>`select distinct franchisee_id as id from trip_track where ${old('to_at')} order by 1`.execute(db);
      return rows;
    });
    return eachPart(
      centres,
      ({ id }) => `centre ${id}`,
      ({ id }) =>
        tools.work(id, async (db) => {
          const { numAffectedRows } =
            await sql`delete from trip_track where franchisee_id = ${id} and ${old('to_at')}`.execute(db);
          return Number(numAffectedRows ?? 0);
        }),
    );
  },
};
