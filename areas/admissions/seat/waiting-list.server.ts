// The waiting list of a class and session: who is next, and the offer that goes out when a seat gets free (3.6).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { tellFamily } from '../form/tell-family.server.ts';
import { settingsOf } from '../setting/settings.server.ts';
import { countSeats, holdSeat, type SeatKey } from './seats.server.ts';

/** 1 a sibling studies here, 9 everybody else; staff children and returning ones come with the staff area. */
export async function waitingRank(
  db: Db,
  applicant: { franchisee_id: number; family_id: string | null; primary_mobile: string },
): Promise<number> {
  const { rows } = await sql<{ sibling: boolean }>`select exists (
    select from student s join guardian g on g.franchisee_id = s.franchisee_id and g.family_id = s.family_id
     where s.franchisee_id = ${applicant.franchisee_id} and s.state in ('STUDYING', 'UPCOMING', 'ON_HOLD')
       and (s.family_id = ${applicant.family_id}::uuid or g.mobile = ${applicant.primary_mobile})) as sibling`.execute(
    db,
  );
  return rows[0]?.sibling ? 1 : 9;
}

interface Waiting {
  id: string;
  applicant_id: string;
  expires_at: string;
  offered: boolean;
}

// Those who let an offer pass keep their rank, but come after everybody who was not asked yet.
const waiting = async (db: Db, key: SeatKey): Promise<readonly Waiting[]> =>
  (
    await sql<Waiting>`
    select a.id, a.applicant_id, a.expires_at, exists (select from seat_hold h where h.franchisee_id = a.franchisee_id and h.for_kind = 'APPLICANT' and h.for_id = a.applicant_id and h.status = 'HELD') as offered
      from application a where a.franchisee_id = ${key.franchiseeId} and a.academic_year_id = ${key.yearId} and a.class_id = ${key.classId}
       and a.day_session = ${key.daySession} and a.status = 'WAITLISTED'
     order by (select count(*) from seat_hold h where h.franchisee_id = a.franchisee_id and h.for_kind = 'APPLICANT' and h.for_id = a.applicant_id and h.kind = 'OFFER' and h.status in ('LAPSED', 'RELEASED')),
       a.waitlist_rank nulls last, a.submitted_at nulls last, a.id limit 500`.execute(db)
  ).rows;

/** 'place 3': never names. Null when the child does not wait. */
export async function placeOf(db: Db, key: SeatKey, applicationId: string): Promise<number | null> {
  const at = (await waiting(db, key)).findIndex((one) => one.id === applicationId);
  return at < 0 ? null : at + 1;
}

/** Offers every free seat to the next who wait; each offer is a hold that ends by itself. Returns how many went out. */
export async function advanceWaiting(db: Db, key: SeatKey, now: Date): Promise<number> {
  const seats = await countSeats(db, key, { lock: true, now });
  if (!seats || seats.left <= 0) return 0;
  const next = (await waiting(db, key)).filter((one) => !one.offered).slice(0, seats.left);
  if (next.length === 0) return 0;
  const { waitlistOfferHours } = await settingsOf(db, key.franchiseeId);
  const { name: className } = await db
    .selectFrom('class')
    .select('name')
    .where('id', '=', key.classId)
    .executeTakeFirstOrThrow();
  for (const one of next) {
    const until = new Date(now.getTime() + waitlistOfferHours * 3_600_000);
    await holdSeat(db, { key, applicantId: one.applicant_id, kind: 'OFFER', until, now });
    const form = { kind: 'APPLICATION', franchiseeId: key.franchiseeId, id: one.id } as const;
    const linkUntil = new Date(Math.max(until.getTime(), Date.parse(one.expires_at)));
    await db
      .updateTable('application')
      .set({ expires_at: linkUntil.toISOString() })
      .where('franchisee_id', '=', key.franchiseeId)
      .where('id', '=', one.id)
      .execute();
    const applicant = await applicantOf(db, {
      franchiseeId: key.franchiseeId,
      applicantId: one.applicant_id,
    });
    await tellFamily(db, form, applicant, {
      kind: 'admissions.seat-offer',
      values: { class: className, dateTime: shortInstant(until) },
      key: `offer:${until.getTime()}`,
      linkUntil,
    });
  }
  return next.length;
}

const shortInstant = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
