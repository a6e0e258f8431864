// The seat on the bus that comes with a transport service.
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { assignTransport, stopsOf } from '../../transport/public.server.ts';
import type { Assignment } from './assignment-row.server.ts';
import type { Enquiry } from './service-choice.server.ts';

/** A stop brings its distance along: nobody pays for another one. */
export async function ensureStop(
  db: Db,
  enquiry: Enquiry,
  { stopId, distanceM }: { stopId?: string | undefined; distanceM?: number | undefined },
): Promise<void> {
  if (stopId === undefined) return;
  const stops = await stopsOf(db, { franchiseeId: enquiry.franchisee_id, yearId: enquiry.academic_year_id });
  const stop = stops.find(({ id }) => id === stopId);
  ensure(stop, () => refuse('input.invalid', { fields: { stopId: 'Choose a stop of the list' } }));
  ensure(stop.distanceM === distanceM, () =>
    refuse('input.invalid', { fields: { distanceM: `${stop.name} is ${stop.distanceM} m away` } }),
  );
}

/** Takes the seat at the chosen stop; transport refuses a full bus, and with it the whole approval. Nothing without a stop. */
export async function takeBusSeat(db: Db, enquiry: Enquiry, row: Assignment): Promise<void> {
  if (row.stop_id === null || row.direction === null || enquiry.student_id === null) return;
  const enrolment = await db
    .selectFrom('enrolment')
    .select('id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('student_id', '=', enquiry.student_id)
    .where('academic_year_id', '=', enquiry.academic_year_id)
    .where('status', 'in', ['UPCOMING', 'ACTIVE', 'ON_HOLD'])
    .executeTakeFirst();
  if (!enrolment) return;
  await assignTransport(db, {
    serviceAssignmentId: row.id,
    enrolmentId: enrolment.id,
    stopId: row.stop_id,
    direction: row.direction as 'PICKUP' | 'DROPOFF' | 'BOTH',
    days: row.weekdays,
    from: row.starts_on,
    to: row.ends_on,
    state: 'HELD',
    holdUntil: row.hold_until,
  });
}
