// Seats of an offering. Drafts and submissions take none; only the approval does, with the offering's row locked.
import type { Day } from '@aangan/contract/period.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseServices } from '../services.refusals.ts';
import type { SeatsView } from './service-assignment.contract.ts';

type Offering = Pick<RowIn<'service_offering'>, 'franchisee_id' | 'id' | 'seats'>;

export interface SeatDays {
  readonly startsOn: Day;
  readonly endsOn: Day;
  /** Bit 0 = Monday. */
  readonly weekdays: number;
}

/** Most children that hold a seat on one of these days. It can only rise on a day on which somebody begins. */
async function takenOn(db: Db, offering: Offering, days: SeatDays): Promise<number> {
  const inIt = sql`a.franchisee_id = ${offering.franchisee_id} and a.offering_id = ${offering.id} and a.status in ('HELD', 'ACTIVE')`;
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(n), 0)::int as n from (
      select count(*) as n from (select ${days.startsOn}::date as day union select a.starts_on from service_assignment a
          where ${inIt} and a.starts_on between ${days.startsOn}::date and ${days.endsOn}::date) d
        cross join generate_series(0, 6) w (bit)
        join service_assignment a on ${inIt} and d.day between a.starts_on and a.ends_on and (a.weekdays >> w.bit) & 1 = 1
       where (${days.weekdays}::int >> w.bit) & 1 = 1 group by d.day, w.bit) taken`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Who asks: a seat that is offered to somebody else of the wait list is not free, the own offer is. */
export interface AskedBy {
  readonly enquiryId: string;
  readonly now: Date;
}

async function offeredToOthers(db: Db, offering: Offering, asked: AskedBy): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from service_waitlist where franchisee_id = ${offering.franchisee_id} and offering_id = ${offering.id}
       and status = 'OFFERED' and offer_until > ${asked.now.toISOString()}::timestamptz and service_enquiry_id <> ${asked.enquiryId}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Seats left on every one of these days; null where the offering counts none (no limit, or the bus decides). */
export const seatsLeft = async (
  db: Db,
  offering: Offering,
  days: SeatDays,
  asked: AskedBy,
): Promise<number | null> =>
  offering.seats === null
    ? null
    : Math.max(
        offering.seats - (await takenOn(db, offering, days)) - (await offeredToOthers(db, offering, asked)),
        0,
      );

/** @throws Refusal 'service.full'. At an approval call it with the offering locked. */
export async function ensureSeat(db: Db, offering: Offering, days: SeatDays, asked: AskedBy): Promise<void> {
  const left = await seatsLeft(db, offering, days, asked);
  ensure(left === null || left > 0, () =>
    refuseServices('service.full', { details: { seats: offering.seats } }),
  );
}

/** Seats and wait list as a person sees them who chooses. */
export async function seatsView(
  db: Db,
  offering: Offering,
  days: SeatDays,
  asked: AskedBy,
): Promise<SeatsView> {
  const { rows } = await sql<{ waiting: number; place: number | null }>`
    select count(*)::int as waiting, (max(w.place) filter (where w.service_enquiry_id = ${asked.enquiryId}))::int as place
      from (select service_enquiry_id, row_number() over (order by joined_at, id) as place from service_waitlist
        where franchisee_id = ${offering.franchisee_id} and offering_id = ${offering.id} and status = 'WAITING') w`.execute(
    db,
  );
  return {
    seats: offering.seats,
    left: await seatsLeft(db, offering, days, asked),
    ...(rows[0] ?? { waiting: 0, place: null }),
  };
}

/** Most seats taken on one day from `from` on: what an offering cannot go below. */
export async function mostTaken(db: Db, offering: Offering & { ends_on: Day }, from: Day): Promise<number> {
  if (offering.ends_on < from) return 0;
  return takenOn(db, offering, { startsOn: from, endsOn: offering.ends_on, weekdays: 127 });
}
