import { todayIst } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { enquiryDesk } from '../enquiry/capture-facts.server.ts';
import { byDay, type CentreHours, HALF_HOUR_MS, halfHourOf, openHalfHours } from './half-hours.ts';

/** Times that are taken: visits of open enquiries, and half-hours that families chose. */
async function takenIn(db: Db, franchiseeId: number, slots: readonly Date[]): Promise<ReadonlySet<number>> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return new Set();
  const until = new Date(last.getTime() + HALF_HOUR_MS).toISOString();
  const { rows } = await sql<{ at: string }>`
    select e.appointment_at as at from enquiry e where e.franchisee_id = ${franchiseeId} and e.is_open and e.appointment_at is not null
       and e.appointment_at >= ${first.toISOString()}::timestamptz and e.appointment_at < ${until}::timestamptz
    union all
    select b.slot_at from visit_booking b where b.franchisee_id = ${franchiseeId} and b.state in ('HELD', 'NOTED')
       and b.slot_at >= ${first.toISOString()}::timestamptz and b.slot_at < ${until}::timestamptz`.execute(
    db,
  );
  return new Set(rows.map((row) => halfHourOf(row.at)));
}

interface Place {
  company_name: string;
  phone: string | null;
  address: string;
  lat: string | null;
  lng: string | null;
  opens_at: string | null;
  closes_at: string | null;
}

async function placeOf(db: Db, franchiseeId: number): Promise<Place> {
  const { rows } = await sql<Place>`
    select company_name, phone, lat::text, lng::text, concat_ws(', ', company_name, address1, address2, pincode) as address,
        to_char(opens_at, 'HH24:MI') as opens_at, to_char(closes_at, 'HH24:MI') as closes_at from franchisee where id = ${franchiseeId}`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

const hoursOf = (place: Place): CentreHours => ({ opensAt: place.opens_at, closesAt: place.closes_at });

/** The centre as a visitor needs it, with its free half-hours (one counsellor for each). */
export async function visitPlace(db: Db, franchiseeId: number, now: Date) {
  const place = await placeOf(db, franchiseeId);
  const calendar = await enquiryDesk(db, { franchiseeId, from: todayIst(now) });
  const slots = openHalfHours(calendar, hoursOf(place), now);
  const taken = await takenIn(db, franchiseeId, slots);
  const [window] = Object.values(calendar.windows)[0] ?? [];
  const from = place.opens_at ?? window?.[0];
  const to = place.closes_at ?? window?.[1];
  const where = place.lat && place.lng ? `${place.lat},${place.lng}` : place.address;
  return {
    centreName: place.company_name,
    phone: place.phone,
    mapUrl: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(where)}`,
    hours: from && to ? { from, to } : null,
    days: byDay(slots.filter((slot) => !taken.has(slot.getTime()))),
  };
}

/** True while this half-hour is offered and free. Ask it with the slot locked. */
export async function isFree(db: Db, franchiseeId: number, at: Date, now: Date): Promise<boolean> {
  const place = await placeOf(db, franchiseeId);
  const calendar = await enquiryDesk(db, { franchiseeId, from: todayIst(now) });
  const slot = openHalfHours(calendar, hoursOf(place), now).find((one) => one.getTime() === at.getTime());
  return slot !== undefined && !(await takenIn(db, franchiseeId, [slot])).has(slot.getTime());
}

/** Whoever takes, moves or gives back visits of a centre does so one after the other, to the end of the transaction. */
export const lockVisits = (db: Db, franchiseeId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('enquiry-visits ' || ${franchiseeId}::text, 0))`.execute(
    db,
  );
