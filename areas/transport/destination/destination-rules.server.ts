// What holds for the destinations of a child: one a way and day, a place of the centre, and people who may receive the child.
import { randomUUID } from 'node:crypto';
import { type Day, formatDate } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { peopleOf } from '../trip/receivers.server.ts';
import type { RunDirection } from '../trip/trip.states.ts';

export type Assigned = RowIn<'student_destination'>;

/** The child with its newest enrolment that runs; 404 for another centre's. */
export async function childOf(db: Db, studentId: string, franchiseeId: number | null) {
  const { rows } = await sql<{ franchiseeId: number; enrolmentId: string; name: string }>`
    select e.franchisee_id as "franchiseeId", e.id as "enrolmentId", s.name from student s
      join enrolment e on e.franchisee_id = s.franchisee_id and e.student_id = s.id and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')
     where s.id = ${studentId} and (${franchiseeId}::int is null or s.franchisee_id = ${franchiseeId}::int) order by e.joined_on desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export interface Wanted {
  readonly franchiseeId: number;
  readonly enrolmentId: string;
  readonly studentId: string;
  readonly destinationId: string;
  readonly direction: RunDirection;
  readonly days: number;
  readonly from: Day;
  readonly to: Day | null;
  readonly oneDay: boolean;
  readonly receivers: readonly string[];
  readonly without: string | null;
}

/** One after the other for a child, so that two who say something at once do not both find the days free. */
export const lockChild = (db: Db, studentId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`child-destination ${studentId}`}, 0))`.execute(db);

export async function check(db: Db, want: Wanted): Promise<void> {
  const place = await db
    .selectFrom('destination')
    .select('id')
    .where('franchisee_id', '=', want.franchiseeId)
    .where('id', '=', want.destinationId)
    .executeTakeFirst();
  ensure(place, () =>
    refuse('input.invalid', { fields: { destinationId: 'Choose a destination of the centre' } }),
  );
  ensure(want.to === null || want.to >= want.from, () =>
    refuse('input.invalid', { fields: { toOn: 'Must be on or after the first day' } }),
  );
  await ensureReceivers(db, want);
  if (!want.oneDay) await ensureNoOther(db, want);
}

async function ensureReceivers(db: Db, want: Wanted): Promise<void> {
  const wrong = (text: string) => refuse('input.invalid', { fields: { receivers: text } });
  if (want.direction === 'PICKUP') {
    ensure(want.receivers.length === 0, () => wrong('On the way to the centre nobody receives a child'));
    return;
  }
  ensure(want.receivers.length > 0, () => wrong('Name at least one person'));
  const { franchiseeId, studentId, from: day } = want;
  const people = await peopleOf(db, { franchiseeId, studentIds: [studentId], day });
  for (const id of want.receivers) {
    const known = people.find((one) => one.id === id);
    ensure(known, () => wrong('Choose guardians and people to pick up of this child'));
    ensure(!known.refused, () => wrong(`${known.name} may not receive this child`));
  }
}

async function ensureNoOther(db: Db, want: Wanted): Promise<void> {
  const { rows } = await sql<{ name: string; from: Day }>`
    select p.name, d.from_on as "from" from student_destination d join destination p on p.franchisee_id = d.franchisee_id and p.id = d.destination_id
     where d.franchisee_id = ${want.franchiseeId} and d.student_id = ${want.studentId} and not d.one_day and d.direction = ${want.direction}
       and d.id is distinct from ${want.without}::uuid and d.days_mask & ${want.days}::int <> 0 and coalesce(d.to_on, 'infinity') >= d.from_on
       and d.from_on <= coalesce(${want.to}::date, 'infinity') and coalesce(d.to_on, 'infinity') >= ${want.from}::date limit 1`.execute(
    db,
  );
  const [other] = rows;
  ensure(!other, () =>
    refuseTransport('destination.overlap', {
      details: { place: other?.name ?? '', date: formatDate(other?.from ?? want.from) },
    }),
  );
}

export const columnsOf = (want: Wanted) => ({
  destination_id: want.destinationId,
  direction: want.direction,
  days_mask: want.days,
  from_on: want.from,
  to_on: want.to,
  one_day: want.oneDay,
  receiver_ids: [...want.receivers],
});

export async function write(db: Db, want: Wanted): Promise<string> {
  const id = randomUUID();
  const { franchiseeId: franchisee_id, enrolmentId: enrolment_id, studentId: student_id } = want;
  await db
    .insertInto('student_destination')
    .values({ franchisee_id, id, enrolment_id, student_id, ...columnsOf(want) })
    .execute();
  return id;
}

export const set = (db: Db, row: Assigned, columns: Partial<ReturnType<typeof columnsOf>>) =>
  db
    .updateTable('student_destination')
    .set(columns)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();

export const ensureNotPast = (day: Day, today: Day, field: string) =>
  ensure(day >= today, () =>
    refuse('input.invalid', { fields: { [field]: 'The days that are over stay as they were' } }),
  );

export const isOver = (row: Assigned, today: Day) =>
  row.to_on !== null && (row.to_on < today || row.to_on < row.from_on);

/** The child first, then its row: in the order in which rows are added. */
export async function lockAssigned(db: Db, id: string, version?: number): Promise<Assigned> {
  const known = ensureFound(
    await db.selectFrom('student_destination').select('student_id').where('id', '=', id).executeTakeFirst(),
  );
  await lockChild(db, known.student_id);
  return lockRow(db, 'student_destination', id, version);
}
