// Calls that came in by a centre's line: each stands in its call log, and one that nobody took is a lead whose first answer
// is due (enquiries.md 3.4, 6). A family that studies here rings for many reasons: it is shown, and is no lead.
import type { InboxWorker } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { findFamily } from '../../students/public.server.ts';
import { intakeOf } from '../intake/arrival.server.ts';
import { paperOf } from '../intake/lead-paper.ts';
import { processIntake } from '../intake/process-intake.server.ts';
import { readTelephoneCall, type TelephoneCall } from './telephone-call.ts';

interface Line {
  franchiseeId: number;
  /** When we were told, that is when the call ended. */
  endedAt: Date;
}

/** The call's line of the log, with the family's enquiry where the number has one; made once however often it is told. */
async function noteLine(db: Db, { franchiseeId, endedAt }: Line, call: TelephoneCall): Promise<void> {
  const startedAt = new Date(endedAt.getTime() - (call.talkS ?? 0) * 1000);
  await sql`insert into call_log as c (franchisee_id, enquiry_id, phone_norm, provider, provider_call_id, direction, started_at, ended_at, talk_s, status)
    values (${franchiseeId}, ${enquiryOfNumber(franchiseeId, call.phone)}, ${call.phone}, 'EXOTEL', ${call.sid}, 'IN',
      ${startedAt.toISOString()}::timestamptz, ${endedAt.toISOString()}::timestamptz, ${call.talkS}, ${call.status})
    on conflict (franchisee_id, provider, provider_call_id) do update set enquiry_id = coalesce(c.enquiry_id, excluded.enquiry_id)`.execute(
    db,
  );
}

/** The family's newest enquiry, an open one first. */
const enquiryOfNumber = (franchiseeId: number, phone: string | null) =>
  sql`(select e.id from household_contact h join enquiry e on e.franchisee_id = h.franchisee_id and e.household_id = h.household_id
    where h.franchisee_id = ${franchiseeId} and h.kind = 'PHONE' and h.value_norm = ${phone} and e.merged_into is null
    order by e.is_open desc, e.captured_at desc limit 1)`;

/** Somebody whose children are here, and who asks for no other child. */
async function studiesHere(db: Db, franchiseeId: number, phone: string): Promise<boolean> {
  const { rows } =
    await sql`select from household_contact h join enquiry e on e.franchisee_id = h.franchisee_id and e.household_id = h.household_id
    where h.franchisee_id = ${franchiseeId} and h.kind = 'PHONE' and h.value_norm = ${phone} and e.is_open limit 1`.execute(
      db,
    );
  return rows.length === 0 && (await findFamily(db, { phones: [phone], emails: [] })).length > 0;
}

const toldAt = async (db: Db, inboxId: string): Promise<Date> => {
  const row = await db
    .selectFrom('inbox')
    .select('received_at')
    .where('id', '=', inboxId)
    .executeTakeFirstOrThrow();
  return new Date(row.received_at);
};

export const consumeCall: InboxWorker = {
  consume: async ({ row, work, finish, now }) => {
    const call = readTelephoneCall(row.body.toString('utf8'));
    if (call === null || call === 'other') return 'IGNORED';
    const { franchiseeId } = row;
    const line =
      franchiseeId === null ? null : { franchiseeId, endedAt: await work(null, (db) => toldAt(db, row.id)) };
    const noLead = line
      ? await work(line.franchiseeId, async (db) => {
          await noteLine(db, line, call);
          return call.phone !== null && (await studiesHere(db, line.franchiseeId, call.phone));
        })
      : false;
    if (call.status === 'MISSED' && !noLead) {
      const id = await work(null, (db) =>
        intakeOf(db, {
          provider: 'TELEPHONY',
          // The endpoint put the channel in front of the provider's id.
          channelId: row.eventId.slice(0, 36),
          inboxId: row.id,
          lead: {
            dedupeKey: call.sid,
            isTest: false,
            form: null,
            campaign: null,
            ad: null,
            paper: paperOf([{ id: 'phone', value: call.from }]),
          },
        }),
      );
      await processIntake({ work, now }, id);
    }
    if (line) await work(line.franchiseeId, (db) => noteLine(db, line, call));
    await work(null, finish);
    return 'DONE';
  },
};
