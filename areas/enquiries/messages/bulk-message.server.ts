import { maskEmail } from '@aangan/contract/email.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { bulkMessageContract } from './bulk-message.contract.ts';
import { SEND_MESSAGES_JOB } from './message-job.server.ts';
import { blockedOf, chosenText, textsFor } from './message-texts.server.ts';
import { type LeftOut, leftOutWords } from './message-words.ts';
import { type MessageLine, planMessages } from './plan-messages.server.ts';
import { messageWays } from './ready-messages.ts';

const EXAMPLES = 3;
const NAMED = 50;

/** The centre of the chosen enquiries; those of nobody's reach are 404 like those that are not there. */
async function centreOf(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('enquiry')
    .select('franchisee_id')
    .where('id', 'in', [...new Set(ids)])
    .groupBy('franchisee_id')
    .execute();
  const [centre] = rows;
  if (!centre) throw refuse('row.not-found');
  ensure(rows.length === 1, () => refuseEnquiry('allocation.several-centres'));
  return centre.franchisee_id;
}

/** With no centre chosen only head office's texts: a text of one centre is not another's. */
export const messageTemplates = handle(bulkMessageContract.templates, async ({ db, actor }) => {
  const texts = await textsFor(db, actor.franchiseeId ?? HEAD_OFFICE);
  return {
    rows: texts.map((one) => ({
      key: one.key,
      label: one.label,
      own: one.own !== null,
      blocked: blockedOf(one),
    })),
  };
});

export const previewMany = handle(bulkMessageContract.preview, async ({ db, input, now, ports }) => {
  const franchiseeId = await centreOf(db, input.ids);
  const chosen = await chosenText(db, franchiseeId, input.template);
  const lines = await planMessages(db, { franchiseeId, ids: input.ids, chosen, now, config: ports.config });
  const reached = lines.filter((line) => line.leftOut === null);
  return {
    total: lines.length,
    reached: reached.length,
    ways: messageWays
      .map((channel) => ({ channel, n: reached.filter((line) => line.channel === channel).length }))
      .filter((way) => way.n > 0),
    examples: reached.slice(0, EXAMPLES).map((line) => ({
      enquiryCode: line.row.enquiry_code,
      childName: line.childName,
      channel: line.channel ?? 'SMS',
      to: line.channel === 'EMAIL' ? maskEmail(line.address ?? '') : maskPhone(line.address ?? ''),
      text: line.text ?? '',
    })),
    leftOut: leftOutOf(lines),
  };
});

const leftOutOf = (lines: readonly MessageLine[]) =>
  (Object.keys(leftOutWords) as LeftOut[])
    .map((reason) => ({ reason, lines: lines.filter((line) => line.leftOut === reason) }))
    .filter((one) => one.lines.length > 0)
    .map((one) => ({
      reason: leftOutWords[one.reason],
      n: one.lines.length,
      rows: one.lines
        .slice(0, NAMED)
        .map((line) => ({ enquiryCode: line.row.enquiry_code, childName: line.childName })),
    }));

export const sendMany = handle(bulkMessageContract.send, async ({ db, actor, input, now, ports }) => {
  const franchiseeId = await centreOf(db, input.ids);
  const chosen = await chosenText(db, franchiseeId, input.template);
  const lines = await planMessages(db, { franchiseeId, ids: input.ids, chosen, now, config: ports.config });
  const left = lines.filter((line) => line.leftOut !== null).length;
  ensure(left < lines.length, () => refuseEnquiry('enquiry-message.nobody'));
  const batch = await db
    .insertInto('enquiry_message_batch')
    .values({
      franchisee_id: franchiseeId,
      template: input.template,
      total: lines.length,
      done: left,
      skipped: left,
      by: userIdOf(actor),
      at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = lines.map((line, i) => ({
    n: i + 1,
    enquiry_id: line.row.id,
    state: line.leftOut === null ? 'WAITING' : 'SKIPPED',
    reason: line.leftOut,
  }));
  await sql`insert into enquiry_message_item (franchisee_id, batch_id, n, enquiry_id, state, reason)
    select ${franchiseeId}::int, ${batch.id}::uuid, n, enquiry_id, state, reason
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x (n int, enquiry_id uuid, state text, reason text)`.execute(
    db,
  );
  await runJob(
    db,
    SEND_MESSAGES_JOB,
    { batchId: batch.id, franchiseeId },
    { franchiseeId, dedupeKey: batch.id },
  );
  return { batchId: batch.id, total: lines.length, reached: lines.length - left };
});

export const cancelMany = handle(bulkMessageContract.cancel, async ({ db, input }) => {
  const stopped = await db
    .updateTable('enquiry_message_batch')
    .set({ cancel_asked: true })
    .where('id', '=', input.id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('id')
    .executeTakeFirst();
  if (stopped) return { id: stopped.id };
  ensureFound(
    await db.selectFrom('enquiry_message_batch').select('id').where('id', '=', input.id).executeTakeFirst(),
  );
  throw refuseEnquiry('enquiry-message.done');
});
