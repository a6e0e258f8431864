// A half-hour that a family chose becomes the appointment of its enquiry: by the same rules and messages as one that a
// counsellor fixes. What would change a visit that somebody else fixed is only noted and told.
import { formatDate, formatTime, todayIst } from '@aangan/contract/period.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { NotSent } from '@aangan/server/background/outbox-worker.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { cancelMessages, queueMessage } from '../../communication/public.server.ts';
import { VISIT_SOURCE } from '../appointments/tell-visit.server.ts';
import { nextStage } from '../enquiry/enquiry.states.ts';
import { type EnquiryChanges, type EnquiryData, placeOf, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { PUBLIC_FORM } from '../public-form/public-enquiry.server.ts';
import { lockVisits } from './free-slots.server.ts';

interface Booking {
  id: string;
  franchisee_id: number;
  slot_at: string;
  submission_id: string | null;
  enquiry_id: string | null;
}

/** A submission becomes an enquiry within seconds; after this it never will. */
const WAIT_MS = 3_600_000;
const LOOK_AGAIN_S = 5;

export const applyBooking: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row, work, finish, now }) => {
    const { bookingId } = row.payload as { bookingId: string };
    const { franchiseeId } = row;
    const booking = await work(franchiseeId, (db) => held(db, franchiseeId, bookingId));
    const spam = booking?.submission_id
      ? await work(null, (db) => ignored(db, franchiseeId, booking.submission_id ?? ''))
      : false;
    await work(franchiseeId, async (db) => {
      await lockVisits(db, franchiseeId);
      const still = await held(db, franchiseeId, bookingId);
      if (still) await settle(db, still, { spam, now });
      await finish(db);
    });
  },
};

const held = async (
  db: Db,
  franchiseeId: number,
  id: string,
): Promise<(Booking & { at: string }) | undefined> =>
  db
    .selectFrom('visit_booking')
    .select(['id', 'franchisee_id', 'slot_at', 'submission_id', 'enquiry_id', 'at'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', id)
    .where('state', '=', 'HELD')
    .executeTakeFirst();

async function ignored(db: Db, franchiseeId: number, submissionId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select state from inbox
    where provider = ${PUBLIC_FORM} and event_id = ${`${franchiseeId}:${submissionId}`}`.execute(db);
  return rows[0] === undefined || rows[0].state === 'IGNORED';
}

async function settle(
  db: Db,
  booking: Booking & { at: string },
  { spam, now }: { spam: boolean; now: Date },
): Promise<void> {
  const row = spam ? null : await enquiryOf(db, booking);
  if (row === undefined && now.getTime() - new Date(booking.at).getTime() < WAIT_MS)
    throw new NotSent('the submission is no enquiry yet', LOOK_AGAIN_S);
  const state = row?.is_open && row.erased_at === null ? await book(db, row, booking, now) : 'DROPPED';
  await db
    .updateTable('visit_booking')
    .set({ state, ended_at: now.toISOString(), ...(row ? { enquiry_id: row.id } : {}) })
    .where('franchisee_id', '=', booking.franchisee_id)
    .where('id', '=', booking.id)
    .execute();
}

/** The enquiry of a link or a submission, locked; a merged one's survivor. */
async function enquiryOf(db: Db, booking: Booking): Promise<EnquiryData | undefined> {
  const one = (id: string) =>
    db
      .selectFrom('enquiry')
      .selectAll()
      .where('franchisee_id', '=', booking.franchisee_id)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
  const touch = booking.submission_id
    ? await db
        .selectFrom('enquiry_touch')
        .select('enquiry_id')
        .where('franchisee_id', '=', booking.franchisee_id)
        .where('intake_id', '=', booking.submission_id)
        .executeTakeFirst()
    : undefined;
  const id = booking.enquiry_id ?? touch?.enquiry_id;
  if (!id) return undefined;
  const row = await one(id);
  return row?.merged_into ? one(row.merged_into) : row;
}

async function book(
  db: Db,
  row: EnquiryData,
  booking: Booking,
  now: Date,
): Promise<'BOOKED' | 'NOTED' | 'DROPPED'> {
  const at = new Date(booking.slot_at);
  if (at <= now) return 'DROPPED';
  const action = row.stage_code === 'Appointment Fixed' ? 'reschedule' : 'fix-appointment';
  const early = row.spanco_status === 'Suspect' || row.spanco_status === 'Prospect';
  if (!early || nextStage(placeOf(row), action) === null || !(await maySet(db, row, booking, now))) {
    await note(db, row, at, now);
    return 'NOTED';
  }
  const changes: EnquiryChanges = {
    intent_at: row.intent_at ?? now.toISOString(),
    appointment_at: at.toISOString(),
    next_follow_up_on: todayIst(at),
    next_follow_up_at: at.toISOString(),
    sub_status: action === 'reschedule' ? 'Rescheduled' : 'Appointment fixed',
  };
  await saveEnquiry(db, row, changes, {
    action,
    via: 'INTAKE',
    by: null,
    now,
    reason: 'Chosen by the family',
    sourceId: booking.id,
  });
  await tellOwner(db, row, at);
  return 'BOOKED';
}

/** A form may have been sent by anybody who knows the number: it never moves a visit that it did not make itself. */
async function maySet(db: Db, row: EnquiryData, booking: Booking, now: Date): Promise<boolean> {
  if (row.appointment_at === null || new Date(row.appointment_at) <= now || booking.enquiry_id) return true;
  const own = await db
    .selectFrom('visit_booking')
    .select('id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('submission_id', '=', booking.submission_id)
    .where('slot_at', '=', row.appointment_at)
    .executeTakeFirst();
  return own !== undefined;
}

async function note(db: Db, row: EnquiryData, at: Date, now: Date): Promise<void> {
  const today = todayIst(now);
  await saveEnquiry(db, row, {
    last_note: `Asked by the form for a visit on ${formatDate(todayIst(at))} at ${formatTime(at)}. Call to agree on it.`,
    ...(row.next_follow_up_on === null || row.next_follow_up_on > today
      ? { next_follow_up_on: today, next_follow_up_at: null }
      : {}),
  });
  await tellOwner(db, row, at);
}

async function tellOwner(db: Db, row: EnquiryData, at: Date): Promise<void> {
  if (row.owner_id === null) return;
  await queueMessage(db, {
    kind: 'enquiries.visit-chosen',
    franchiseeId: row.franchisee_id,
    about: { userIds: [row.owner_id] },
    values: {
      child: row.child_first_name ?? 'a child',
      code: row.enquiry_code,
      date: todayIst(at),
      time: formatTime(at),
    },
    dedupeKey: `${row.id}:${at.toISOString()}`,
    source: { kind: 'enquiry', id: row.id },
  });
}

export const applyCancel: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row: { franchiseeId, payload }, work, finish, now }) => {
    const { enquiryId, at } = payload as { enquiryId: string; at: string | null };
    await work(franchiseeId, async (db) => {
      await lockVisits(db, franchiseeId);
      const row = await db
        .selectFrom('enquiry')
        .selectAll()
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', enquiryId)
        .where('erased_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      // Another time was agreed on meanwhile: that one stands.
      if (row?.is_open && row.stage_code === 'Appointment Fixed' && row.appointment_at === at)
        await callOff(db, row, now);
      await finish(db);
    });
  },
};

async function callOff(db: Db, row: EnquiryData, now: Date): Promise<void> {
  await cancelMessages(db, { franchiseeId: row.franchisee_id, source: { kind: VISIT_SOURCE, id: row.id } });
  await saveEnquiry(
    db,
    row,
    {
      appointment_at: null,
      sub_status: 'Interested',
      next_follow_up_on: todayIst(now),
      next_follow_up_at: null,
      last_note: 'The family called its visit off. Call to agree on another time.',
    },
    {
      action: 'step-back',
      to: { stage: 'In Conversation', status: 'Prospect' },
      via: 'INTAKE',
      by: null,
      now,
      reason: 'The family called its visit off',
    },
  );
}
