// Seats of a class and session, counted, never stored (admissions.md 3.6): left = capacity + overbook − enrolled − held
// − expected. The class_seat row is locked while somebody takes one, so the last seat is given once (promise M11).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAdmission } from '../refusals.ts';

export type DaySession = 'MORNING' | 'AFTERNOON' | 'FULL_DAY';

export interface SeatKey {
  franchiseeId: number;
  yearId: number;
  classId: number;
  daySession: DaySession;
}

export interface SeatCount {
  id: string;
  capacity: number;
  overbook: number;
  holdDays: number;
  closed: boolean;
  enrolled: number;
  held: number;
  /** Children of the feeding class who are expected to move up into the next year. */
  expected: number;
  left: number;
}

interface CountOptions {
  lock?: boolean;
  /** Whose own hold does not count against them. */
  applicantId?: string | undefined;
  now?: Date;
}

/** The seats of a class and session; null where the centre sets no limit. */
export async function countSeats(
  db: Db,
  key: SeatKey,
  options: CountOptions = {},
): Promise<SeatCount | null> {
  if (options.lock)
    await sql`select from class_seat where franchisee_id = ${key.franchiseeId} and academic_year_id = ${key.yearId}
      and class_id = ${key.classId} and day_session = ${key.daySession} for update`.execute(db);
  const now = (options.now ?? new Date()).toISOString();
  const { rows } = await sql<Omit<SeatCount, 'left'>>`
    select s.id, s.capacity, s.overbook, s.hold_days as "holdDays", s.closed,
      (select count(*)::int from enrolment e where e.franchisee_id = s.franchisee_id and e.academic_year_id = s.academic_year_id and e.class_id = s.class_id
        and e.day_session = s.day_session and (e.status in ('UPCOMING', 'ACTIVE') or e.status = 'ON_HOLD' and coalesce(e.hold_keeps_seat, true))) as enrolled,
      (select count(*)::int from seat_hold h where h.franchisee_id = s.franchisee_id and h.class_seat_id = s.id and h.status = 'HELD' and h.until > ${now}::timestamptz
        and h.for_id is distinct from ${options.applicantId ?? null}::uuid) as held,
      case when not s.keep_for_promotion then 0 else (
        select count(*)::int from enrolment e join class k on k.id = e.class_id and k.next_class_id = s.class_id
        where e.franchisee_id = s.franchisee_id and e.academic_year_id = s.academic_year_id - 1 and e.day_session = s.day_session and e.status in ('ACTIVE', 'ON_HOLD')
          and e.outcome is distinct from 'LEAVE' and not exists (select from enrolment n where n.franchisee_id = e.franchisee_id and n.student_id = e.student_id
            and n.academic_year_id = s.academic_year_id and n.status <> 'CANCELLED')) end as expected
    from class_seat s where s.franchisee_id = ${key.franchiseeId} and s.academic_year_id = ${key.yearId} and s.class_id = ${key.classId} and s.day_session = ${key.daySession}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  return {
    ...row,
    left: row.closed ? 0 : row.capacity + row.overbook - row.enrolled - row.held - row.expected,
  };
}

/** Locks and counts, and refuses with what is free elsewhere when nothing is left for this applicant. */
export async function ensureSeat(
  db: Db,
  key: SeatKey,
  applicant: { id: string; now: Date },
): Promise<SeatCount | null> {
  const seats = await countSeats(db, key, { lock: true, applicantId: applicant.id, now: applicant.now });
  if (seats && seats.left <= 0) await refuseFull(db, key, applicant.now);
  return seats;
}

/** Free places for children who move up from the year before: those kept for them are theirs. Null: no limit. */
export async function placesMovingUp(db: Db, key: SeatKey, now: Date, lock = false): Promise<number | null> {
  const seats = await countSeats(db, key, { lock, now });
  return seats === null ? null : seats.closed ? 0 : Math.max(0, seats.left + seats.expected);
}

/** Locks and counts for a child who moves up, and refuses with what is free elsewhere. */
export async function ensurePlaceMovingUp(db: Db, key: SeatKey, now: Date): Promise<void> {
  if ((await placesMovingUp(db, key, now, true)) === 0) await refuseFull(db, key, now);
}

async function refuseFull(db: Db, key: SeatKey, now: Date): Promise<never> {
  const { seat, free } = await alternatives(db, key, now);
  throw refuseAdmission('seat.full', { details: { seat, free } });
}

const sessionWords: Readonly<Record<DaySession, string>> = {
  MORNING: 'Morning',
  AFTERNOON: 'Afternoon',
  FULL_DAY: 'Full day',
};

/** 'Nursery Morning' and 'Free: Nursery Afternoon 6 · waiting list place 3.' */
async function alternatives(db: Db, key: SeatKey, now: Date): Promise<{ seat: string; free: string }> {
  const { name } = await db
    .selectFrom('class')
    .select('name')
    .where('id', '=', key.classId)
    .executeTakeFirstOrThrow();
  const free: string[] = [];
  for (const daySession of ['MORNING', 'AFTERNOON', 'FULL_DAY'] as const) {
    if (daySession === key.daySession) continue;
    const other = await countSeats(db, { ...key, daySession }, { now });
    if (other && other.left > 0) free.push(`${name} ${sessionWords[daySession]} ${other.left}`);
  }
  const { n } = await db
    .selectFrom('application')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('franchisee_id', '=', key.franchiseeId)
    .where('academic_year_id', '=', key.yearId)
    .where('class_id', '=', key.classId)
    .where('day_session', '=', key.daySession)
    .where('status', '=', 'WAITLISTED')
    .executeTakeFirstOrThrow();
  return {
    seat: `${name} ${sessionWords[key.daySession]}`,
    free: `${free.length ? `Free: ${free.join(' · ')} · ` : ''}${free.length ? 'w' : 'W'}aiting list place ${Number(n) + 1}.`,
  };
}

export interface NewHold {
  key: SeatKey;
  applicantId: string;
  kind: 'OFFER' | 'REGISTRATION';
  /** Null: to the end of the class's hold days (decision 23: the whole IST day counts). */
  until: Date | null;
  now: Date;
}

/** Keeps a seat for an applicant, in place of an older hold of the same child. Null where seats are not limited. */
export async function holdSeat(db: Db, hold: NewHold): Promise<{ id: string; until: string } | null> {
  const seats = await ensureSeat(db, hold.key, { id: hold.applicantId, now: hold.now });
  if (!seats) return null;
  await endHold(db, { franchiseeId: hold.key.franchiseeId, applicantId: hold.applicantId }, 'RELEASED');
  const until = hold.until ?? endOfIstDay(hold.now, seats.holdDays);
  const { id } = await db
    .insertInto('seat_hold')
    .values({
      franchisee_id: hold.key.franchiseeId,
      class_seat_id: seats.id,
      for_kind: 'APPLICANT',
      for_id: hold.applicantId,
      kind: hold.kind,
      until: until.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, until: until.toISOString() };
}

const IST_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** 23:59:59 IST, so many days on. */
export const endOfIstDay = (now: Date, days: number): Date =>
  new Date((Math.floor((now.getTime() + IST_MS) / DAY_MS) + days + 1) * DAY_MS - IST_MS - 1000);

/** Ends a child's hold; true when there was one. */
export async function endHold(
  db: Db,
  of: { franchiseeId: number; applicantId: string },
  as: 'USED' | 'RELEASED' | 'LAPSED',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('seat_hold')
    .set({ status: as })
    .where('franchisee_id', '=', of.franchiseeId)
    .where('for_kind', '=', 'APPLICANT')
    .where('for_id', '=', of.applicantId)
    .where('status', '=', 'HELD')
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** The live hold of an applicant. */
export const holdOf = (db: Db, of: { franchiseeId: number; applicantId: string }) =>
  db
    .selectFrom('seat_hold')
    .select(['id', 'kind', 'until', 'postponed'])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('for_kind', '=', 'APPLICANT')
    .where('for_id', '=', of.applicantId)
    .where('status', '=', 'HELD')
    .executeTakeFirst();
