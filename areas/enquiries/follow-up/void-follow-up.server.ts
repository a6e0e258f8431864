// Undo of a logged line by its author within 15 minutes (enquiries.md 3.5): the line stays, marked, and the enquiry
// stands as before it. Whatever happened to the enquiry since is never undone along with it.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { cancelMessages } from '../../communication/public.server.ts';
import { takeBackHandOver } from '../allocation/hand-over.server.ts';
import { setLanguage } from '../allocation/speakers.server.ts';
import { VISIT_SOURCE } from '../appointments/tell-visit.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import type { Language } from '../enquiry/enquiry-fields.ts';
import { type EnquiryChanges, type EnquiryData, lockEnquiry } from '../enquiry/move-stage.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const UNDO_MS = 15 * 60_000;

type Facts = Omit<EnquiryChanges, 'version'> & { stage_code: string; spanco_status: string };
type Before = Facts & { version: number; language?: Language };

export const voidFollowUp = handle(followUpWorkContract.void, async ({ db, input, actor, now }) => {
  const line = ensureFound(
    await db
      .selectFrom('follow_up')
      .select(['franchisee_id', 'id', 'subject_id', 'at', 'by', 'outcome', 'voided_at', 'before', 'cycle'])
      .where('id', '=', input.id)
      .where('type', '=', 'academic')
      .executeTakeFirst(),
  );
  const late = now.getTime() - new Date(line.at).getTime() > UNDO_MS;
  if (late || line.by !== userIdOf(actor) || line.voided_at !== null || line.before === null)
    throw refuseEnquiry('follow-up.void-late');
  const row = await lockEnquiry(db, line.subject_id);
  const { version, language, ...before } = line.before as Before; // written by log-follow-up.server.ts
  if (row.version !== version) throw refuseEnquiry('follow-up.void-changed');
  const saved = await db
    .updateTable('enquiry')
    .set(before)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning(['version', 'stage_code', 'next_follow_up_on'])
    .executeTakeFirstOrThrow();
  if (row.stage_code !== before.stage_code) await logReturn(db, row, before, { by: actor.userId, now });
  await db
    .updateTable('follow_up')
    .set({ voided_by: actor.userId, voided_at: now.toISOString() })
    .where('franchisee_id', '=', line.franchisee_id)
    .where('id', '=', line.id)
    .execute();
  await takeBack(db, row, line);
  if (language) {
    await setLanguage(db, row, language);
    await takeBackHandOver(db, row, line, now);
  }
  return {
    enquiryCode: row.enquiry_code,
    version: saved.version,
    stage: saved.stage_code,
    nextFollowUpOn: saved.next_follow_up_on,
  };
});

/** What the line brought about beside the enquiry: a bad number, a proposal, a message that has not left. */
async function takeBack(
  db: Db,
  row: EnquiryData,
  line: { outcome: string; at: string; cycle: number },
): Promise<void> {
  if (line.outcome === 'WRONG_NUMBER')
    await db
      .updateTable('household_contact')
      .set({ bad_since: null })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('household_id', '=', row.household_id)
      .where('bad_since', '=', line.at)
      .execute();
  await db
    .deleteFrom('enquiry_proposal')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('enquiry_id', '=', row.id)
    .where('cycle', '=', line.cycle)
    .where('state', '=', 'OPEN')
    .where('at', '>=', line.at)
    .execute();
  if (line.outcome === 'APPOINTMENT')
    await cancelMessages(db, { franchiseeId: row.franchisee_id, source: { kind: VISIT_SOURCE, id: row.id } });
}

// The stage's log is append-only: the way back is a line of its own, and the time in the stage runs on as if never left.
async function logReturn(
  db: Db,
  row: EnquiryData,
  before: Facts,
  by: { by: string | null; now: Date },
): Promise<void> {
  await sql`insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, cycle, at, by, via, action, from_status, to_status, from_stage, to_stage, from_sub_status, to_sub_status, reason, seconds_in_stage)
    select ${row.franchisee_id}::int, ${row.id}::uuid, coalesce(max(seq), 0) + 1, ${row.cycle}::smallint, ${by.now.toISOString()}::timestamptz, ${by.by}::uuid, 'USER', 'undo',
      ${row.spanco_status}, ${before.spanco_status}, ${row.stage_code}, ${before.stage_code}, ${row.sub_status}, ${before.sub_status ?? null}, 'The line was a slip', 0
      from enquiry_stage_log where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}`.execute(
    db,
  );
}
