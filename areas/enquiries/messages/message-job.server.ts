// Queues a message to many in small transactions: every family is judged again when its turn comes, and the message's own
// key keeps a repeated run from writing twice.
import type { Ports } from '@aangan/server/ports.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type BatchStep, batchJob } from '../batch-job.server.ts';
import { begunText } from './message-texts.server.ts';
import { planMessages } from './plan-messages.server.ts';
import { queueReady } from './ready-messages.server.ts';

export const SEND_MESSAGES_JOB = 'enquiries.send-messages';
/** Messages of one batch are found again by this source. */
export const BATCH_SOURCE = 'enquiry-messages';

const STEP = 100;

export const sendMessagesJob = batchJob(
  { name: SEND_MESSAGES_JOB, title: 'Messages to many families', timeoutS: 300 },
  sendStep,
);

interface Judged {
  n: number;
  reason: string | null;
}

/** One step; null when nothing is left or somebody stopped it. */
async function sendStep(db: Db, step: BatchStep, { config }: Ports): Promise<number | null> {
  const { batchId, franchiseeId, now } = step;
  const batch = await db
    .selectFrom('enquiry_message_batch')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!batch || (batch.state !== 'QUEUED' && batch.state !== 'RUNNING')) return null;
  if (batch.cancel_asked) return finish(db, step, 'CANCELLED');
  const { rows } = await sql<{ n: number; id: string }>`
    select n, enquiry_id::text as id from enquiry_message_item
     where franchisee_id = ${franchiseeId} and batch_id = ${batchId}::uuid and state = 'WAITING' order by n limit ${STEP}`.execute(
    db,
  );
  if (rows.length === 0) return finish(db, step, 'DONE');
  const chosen = await begunText(db, franchiseeId, batch.template);
  if (!chosen) return finish(db, step, 'CANCELLED');
  const lines = await planMessages(db, {
    franchiseeId,
    ids: rows.map((row) => row.id),
    chosen,
    now,
    config,
  });
  const judged: Judged[] = [];
  for (const { n, id } of rows) {
    const line = lines.find((one) => one.row.id === id);
    let reason: string | null = line ? line.leftOut : 'ENDED';
    if (line && reason === null) {
      const { row, values, channel } = line;
      const source = { kind: BATCH_SOURCE, id: batchId };
      const queued = await queueReady(db, chosen, { row, values, channel, now, source });
      if (!queued) reason = 'TODAY';
    }
    judged.push({ n, reason });
  }
  return keep(db, step, judged);
}

async function keep(
  db: Db,
  { franchiseeId, batchId }: BatchStep,
  judged: readonly Judged[],
): Promise<number> {
  const queued = judged.filter((one) => one.reason === null).length;
  await sql`update enquiry_message_item i set state = case when x.reason is null then 'QUEUED' else 'SKIPPED' end, reason = x.reason
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as x (n int, reason text)
    where i.franchisee_id = ${franchiseeId} and i.batch_id = ${batchId}::uuid and i.n = x.n`.execute(db);
  await db
    .updateTable('enquiry_message_batch')
    .set((eb) => ({
      state: 'RUNNING',
      done: eb('done', '+', judged.length),
      queued: eb('queued', '+', queued),
      skipped: eb('skipped', '+', judged.length - queued),
    }))
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .execute();
  return queued;
}

async function finish(
  db: Db,
  { franchiseeId, batchId, now }: BatchStep,
  state: 'DONE' | 'CANCELLED',
): Promise<null> {
  await db
    .updateTable('enquiry_message_batch')
    .set({ state, finished_at: now.toISOString() })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .execute();
  return null;
}
