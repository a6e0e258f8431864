// Carries batches out: 50 rows in a transaction, each row in a savepoint. A row's effect and its end are one commit, so a
// worker that dies leaves whole pieces behind and the next one goes on: no row is done twice, none is lost.
import { Refusal } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { JobDeclaration, JobTools } from '../background/background.ts';
import { safeError } from '../logging.ts';
import { systemActor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import { type BatchAt, type BatchItemWork, type ServedBatch, servedBatch } from './batch-work.ts';

const PIECE = 50;
const REASON_LENGTH = 300;
const BROKEN = 'This row could not be done. Try it again.';

const dataSchema = z.object({ batchId: z.string(), franchiseeId: z.int() });
type Which = z.output<typeof dataSchema>;

/** The job of every batch, whatever it does: `servedBatch` knows by its name. */
export const runBatchJob: JobDeclaration = {
  name: 'platform.batch',
  title: 'Work over many rows',
  schedule: null,
  onMiss: 'RUN_ONCE',
  maxLateS: 300,
  timeoutS: 600,
  run: async (tools) => {
    const which = dataSchema.parse(tools.data);
    let ok = 0;
    const broken: string[] = [];
    for (;;) {
      const piece = await tools.work(which.franchiseeId, (db) => doPiece(db, which, tools));
      if (piece === null) return { ok, failed: broken.length, log: broken.join('\n') };
      ok += piece.ok;
      broken.push(...piece.broken);
    }
  },
};

interface StoredItem extends BatchItemWork<unknown> {
  readonly n: number;
}

interface Outcome {
  readonly n: number;
  readonly state: 'DONE' | 'SKIPPED' | 'FAILED';
  readonly reason: string | null;
}

/** The next rows; null when nothing is left or somebody stopped it. */
async function doPiece(
  db: Db,
  { batchId, franchiseeId }: Which,
  { now, ports }: Pick<JobTools, 'now' | 'ports'>,
): Promise<{ ok: number; broken: string[] } | null> {
  // The lock keeps a second delivery of the same job out of these rows.
  const batch = await db
    .selectFrom('batch')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (batch?.state !== 'QUEUED' && batch?.state !== 'RUNNING') return null;
  const items = batch.cancel_asked ? [] : await waitingItems(db, { batchId, franchiseeId });
  if (items.length === 0) {
    await endBatch(db, { batchId, franchiseeId }, { state: batch.cancel_asked ? 'CANCELLED' : 'DONE', now });
    return null;
  }
  // The change audit names the person, not the system.
  await sql`select set_config('app.user', ${batch.by ?? ''}, true)`.execute(db);
  const served = servedBatch(batch.job);
  const actor = { ...systemActor(franchiseeId), userId: batch.by };
  const data = served.of.data.parse(batch.data);
  const at: BatchAt<unknown> = { batchId, franchiseeId, actor, data, now, ports };
  const prepared = await served.work.prepare(db, items, at);
  const broken: string[] = [];
  const outcomes: Outcome[] = [];
  for (const item of items) {
    const outcome = await doItem(db, { served, item, prepared, at });
    if (outcome.error !== undefined) broken.push(`${item.n}: ${safeError(outcome.error)}`);
    outcomes.push({ n: item.n, state: outcome.state, reason: outcome.reason });
  }
  await keepOutcomes(db, { batchId, franchiseeId }, outcomes);
  return { ok: outcomes.filter(({ state }) => state === 'DONE').length, broken };
}

async function waitingItems(db: Db, { batchId, franchiseeId }: Which): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select n, subject_id as id, data from batch_item
     where franchisee_id = ${franchiseeId} and batch_id = ${batchId}::uuid and state = 'WAITING' order by n limit ${PIECE}`.execute(
    db,
  );
  return rows;
}

interface ItemRun {
  served: ServedBatch;
  item: StoredItem;
  prepared: unknown;
  at: BatchAt<unknown>;
}

/** One row, taken back alone when it fails. What a repeated transaction cures (a deadlock) is thrown on. */
async function doItem(
  db: Db,
  { served, item, prepared, at }: ItemRun,
): Promise<Omit<Outcome, 'n'> & { error?: unknown }> {
  await sql`savepoint batch_row`.execute(db);
  try {
    const data = served.of.item.parse(item.data);
    const result = await served.work.each(db, { id: item.id, data }, prepared, at);
    await sql`release savepoint batch_row`.execute(db);
    return result ? { state: 'SKIPPED', reason: result.skipped } : { state: 'DONE', reason: null };
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === '40001' || code === '40P01') throw error;
    await sql`rollback to savepoint batch_row`.execute(db);
    if (!(error instanceof Refusal)) return { state: 'FAILED', reason: BROKEN, error };
    return { state: 'FAILED', reason: Object.values(error.fields ?? {})[0] ?? error.message };
  }
}

async function keepOutcomes(
  db: Db,
  { batchId, franchiseeId }: Which,
  outcomes: readonly Outcome[],
): Promise<void> {
  const n = (state: Outcome['state']) => outcomes.filter((one) => one.state === state).length;
  const rows = outcomes.map((one) => ({ ...one, reason: one.reason?.slice(0, REASON_LENGTH) ?? null }));
  await sql`update batch_item i set state = x.state, reason = x.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (n int, state text, reason text)
    where i.franchisee_id = ${franchiseeId} and i.batch_id = ${batchId}::uuid and i.n = x.n`.execute(db);
  await sql`update batch set state = 'RUNNING', done = done + ${outcomes.length}, ok = ok + ${n('DONE')},
      skipped = skipped + ${n('SKIPPED')}, failed = failed + ${n('FAILED')}
    where franchisee_id = ${franchiseeId} and id = ${batchId}::uuid`.execute(db);
}

const endBatch = (
  db: Db,
  { batchId, franchiseeId }: Which,
  { state, now }: { state: 'DONE' | 'CANCELLED'; now: Date },
) =>
  db
    .updateTable('batch')
    .set({ state, finished_at: now.toISOString() })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .execute();
