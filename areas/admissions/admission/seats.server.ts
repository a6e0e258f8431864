import type { Db } from '@aangan/server/unit-of-work.ts';

interface SeatKey {
  franchiseeId: number;
  yearId: number;
  classId: number;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
}

/** Seats left in a class and session; null where the centre sets no limit. */
export async function seatsLeft(db: Db, key: SeatKey): Promise<number | null> {
  const seat = await seatRow(db, key, false);
  return seat ? (seat.closed ? 0 : seat.capacity + seat.overbook - (await taken(db, key))) : null;
}

/** The same with the seat row locked, so two confirmations cannot both take the last one (promise M11). */
export async function lockSeats(db: Db, key: SeatKey): Promise<number | null> {
  const seat = await seatRow(db, key, true);
  return seat ? (seat.closed ? 0 : seat.capacity + seat.overbook - (await taken(db, key))) : null;
}

function seatRow(db: Db, key: SeatKey, lock: boolean) {
  const query = db
    .selectFrom('class_seat')
    .select(['capacity', 'overbook', 'closed'])
    .where('franchisee_id', '=', key.franchiseeId)
    .where('academic_year_id', '=', key.yearId)
    .where('class_id', '=', key.classId)
    .where('day_session', '=', key.daySession);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

async function taken(db: Db, key: SeatKey): Promise<number> {
  const { n } = await db
    .selectFrom('enrolment')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('franchisee_id', '=', key.franchiseeId)
    .where('academic_year_id', '=', key.yearId)
    .where('class_id', '=', key.classId)
    .where('day_session', '=', key.daySession)
    .where('status', 'in', ['UPCOMING', 'ACTIVE', 'ON_HOLD'])
    .executeTakeFirstOrThrow();
  return n;
}
