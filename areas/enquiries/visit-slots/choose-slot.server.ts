// What the pages of the family call. The half-hour is taken here, at once and for everybody; the enquiry follows in
// apply-booking.server.ts, so that a known and an unknown family get the same answer in the same time.
import { latestYear } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ability, franchisee } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { ensureFewTries } from '../few-tries.server.ts';
import { PUBLIC_FORM } from '../public-form/public-enquiry.server.ts';
import { isFree, lockVisits, visitPlace } from './free-slots.server.ts';
import { visitSlotContract } from './visit-slot.contract.ts';

export const APPLY_VISIT = 'enquiries.apply-visit';
export const CANCEL_VISIT = 'enquiries.cancel-visit';

const takes = (db: Db, franchiseeId: number, now: Date): Promise<boolean> =>
  ability(db, franchiseeId, 'PUBLIC_ENQUIRY', { yearId: latestYear(now), currentYear: latestYear(now) });

export const listSlots = handle(visitSlotContract.slots, async ({ db, input, now }) => {
  if (!(await franchisee(db, input.fid))) throw refuse('link.not-found');
  const place = await visitPlace(db, input.fid, now);
  return (await takes(db, input.fid, now)) ? place : { ...place, days: [] };
});

/** Choices of one submission or link; more is a program. */
const MOST_CHOICES = { limit: 20, windowS: 86_400 };

const ensureFewChoices = (db: Db, who: string) => ensureFewTries(db, `visit-slot:${who}`, MOST_CHOICES);

export const claimSlot = handle(visitSlotContract.claim, async ({ db, input, now }) => {
  const { fid, submissionId } = input;
  const { rows } = await sql<{ found: boolean }>`select exists (select from inbox
    where provider = ${PUBLIC_FORM} and event_id = ${`${fid}:${submissionId}`} and franchisee_id = ${fid} and received_at > now() - interval '1 day') as found`.execute(
    db,
  );
  if (!rows[0]?.found) throw refuse('link.not-found');
  await ensureFewChoices(db, submissionId);
  return take(db, { franchiseeId: fid, at: new Date(input.at), now, submissionId, enquiryId: null });
});

interface Wish {
  franchiseeId: number;
  at: Date;
  now: Date;
  submissionId: string | null;
  enquiryId: string | null;
}

/** Takes a free half-hour; what the same family held before is free again. */
async function take(db: Db, wish: Wish): Promise<{ at: string }> {
  const { franchiseeId, at, now, submissionId, enquiryId } = wish;
  await lockVisits(db, franchiseeId);
  const mine = await sql<{ slot_at: string; state: string }>`
    select slot_at, state from visit_booking where franchisee_id = ${franchiseeId} and state <> 'DROPPED'
       and ${submissionId ? sql`submission_id = ${submissionId}::uuid` : sql`enquiry_id = ${enquiryId}::uuid`} order by at desc, id limit 1`.execute(
    db,
  );
  // A second press of the same time is the same choice.
  const [last] = mine.rows;
  const again = last !== undefined && new Date(last.slot_at).getTime() === at.getTime();
  if (again && last.state === 'HELD') return { at: at.toISOString() };
  if (!(await isFree(db, franchiseeId, at, now))) {
    if (again) return { at: at.toISOString() };
    throw refuseEnquiry('visit.taken');
  }
  await sql`update visit_booking set state = 'DROPPED', ended_at = ${now.toISOString()}::timestamptz
    where franchisee_id = ${franchiseeId} and state in ('HELD', 'NOTED') and ${submissionId ? sql`submission_id = ${submissionId}::uuid` : sql`enquiry_id = ${enquiryId}::uuid`}`.execute(
    db,
  );
  const booking = await db
    .insertInto('visit_booking')
    .values({
      franchisee_id: franchiseeId,
      slot_at: at.toISOString(),
      submission_id: submissionId,
      enquiry_id: enquiryId,
      at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await later(
    db,
    APPLY_VISIT,
    { bookingId: booking.id },
    { franchiseeId, dedupeKey: booking.id, lane: 'NOW' },
  );
  return { at: at.toISOString() };
}

/** The enquiry of a link; one that was merged or erased opens nothing. */
async function linked(db: Db, enquiryId: string) {
  const row = ensureFound(
    await db
      .selectFrom('enquiry')
      .select(['franchisee_id', 'id', 'is_open', 'spanco_status', 'stage_code', 'appointment_at'])
      .where('id', '=', enquiryId)
      .where('merged_into', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst(),
  );
  const { rows } = await sql<{ slot_at: string }>`select slot_at from visit_booking
    where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}::uuid and state = 'HELD' order by at desc limit 1`.execute(
    db,
  );
  return { row, held: rows[0]?.slot_at ?? null };
}
type Linked = Awaited<ReturnType<typeof linked>>['row'];

const mayChoose = (row: Linked): boolean =>
  row.is_open === true && (row.spanco_status === 'Suspect' || row.spanco_status === 'Prospect');

const visitOf = (row: Linked, held: string | null, now: Date): { at: string } | null => {
  const at = held ?? (row.stage_code === 'Appointment Fixed' ? row.appointment_at : null);
  return at && new Date(at) > now ? { at } : null;
};

const subjectOf = (link: { subjectId: string } | null): string => {
  if (!link) throw refuse('link.not-found');
  return link.subjectId;
};

/** What the page and the calendar file of one link show. */
export async function openedVisit(db: Db, enquiryId: string, now: Date) {
  const { row, held } = await linked(db, enquiryId);
  const place = await visitPlace(db, row.franchisee_id, now);
  const may = mayChoose(row);
  return { ...place, days: may ? place.days : [], visit: visitOf(row, held, now), mayChoose: may };
}

export const openVisit = handle(visitSlotContract.open, ({ db, actor, now }) =>
  openedVisit(db, subjectOf(actor.link), now),
);

export const chooseSlot = handle(visitSlotContract.choose, async ({ db, actor, input, now }) => {
  const { row } = await linked(db, subjectOf(actor.link));
  ensure(mayChoose(row), () => refuseEnquiry('visit.ask'));
  await ensureFewChoices(db, row.id);
  return take(db, {
    franchiseeId: row.franchisee_id,
    at: new Date(input.at),
    now,
    submissionId: null,
    enquiryId: row.id,
  });
});

export const cancelVisit = handle(visitSlotContract.cancel, async ({ db, actor, now }) => {
  const { row, held } = await linked(db, subjectOf(actor.link));
  const visit = visitOf(row, held, now);
  ensure(mayChoose(row) && visit !== null, () => refuseEnquiry('visit.ask'));
  await lockVisits(db, row.franchisee_id);
  await sql`update visit_booking set state = 'DROPPED', ended_at = ${now.toISOString()}::timestamptz
    where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}::uuid and state in ('HELD', 'NOTED')`.execute(
    db,
  );
  await later(
    db,
    CANCEL_VISIT,
    { enquiryId: row.id, at: row.appointment_at },
    { franchiseeId: row.franchisee_id, dedupeKey: `${row.id}:${row.appointment_at}`, lane: 'NOW' },
  );
  return {};
});
