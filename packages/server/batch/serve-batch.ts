// The operations of a declared batch, and its start (docs/recipes/add-a-batch.md).
import type { Batch } from '@aangan/contract/batch.ts';
import { refusals, refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { runJob } from '../background/outbox.ts';
import { type Handler, handle } from '../endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '../record/keyset.ts';
import { and } from '../record/list-conditions.ts';
import { readCursor } from '../record/record-cursor.ts';
import { inChosenCentre, personName, several } from '../sql.ts';
import { type Actor, mayCall } from '../work/actor.ts';
import { ensure, ensureFound, userIdOf } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import { runBatchJob } from './batch-job.ts';
import { type BatchWork, registerBatch } from './batch-work.ts';

const refuseBatch = refusals({
  'batch.done': [409, 'This has ended already.'],
  'batch.nothing-left': [409, 'Nothing of this failed or was left undone.'],
});

export interface NewBatch<D, I> {
  readonly franchiseeId: number;
  /** What it does, for the list: 'Reminder of a visit'. No names of children. */
  readonly label: string;
  readonly data: D;
  /** In the order they are done. `skipped`: why one is left out from the start. */
  readonly items: readonly { id: string; data: I; skipped?: string | null }[];
  readonly now: Date;
  /** It begins then; until that it waits, and can be stopped. Absent: at once. */
  readonly notBefore?: Date;
}

/** Begins a batch of one centre in this transaction; it runs after the commit, in the actor's name. */
export async function startBatch<D extends z.ZodType, I extends z.ZodType>(
  db: Db,
  actor: Actor,
  of: Batch<D, I>,
  { franchiseeId, label, data, items, now, notBefore }: NewBatch<z.input<D>, z.input<I>>,
): Promise<{ batchId: string; total: number }> {
  const skipped = items.filter((item) => item.skipped).length;
  const { id: batchId } = await db
    .insertInto('batch')
    .values({
      franchisee_id: franchiseeId,
      job: of.name,
      label,
      data: JSON.stringify(data),
      total: items.length,
      done: skipped,
      skipped,
      by: userIdOf(actor),
      at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = items.map((item, i) => ({ ...item, n: i + 1 }));
  await sql`insert into batch_item (franchisee_id, batch_id, n, subject_id, data, state, reason)
    select ${franchiseeId}::int, ${batchId}::uuid, n, id, data, case when skipped is null then 'WAITING' else 'SKIPPED' end, skipped
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (n int, id uuid, data jsonb, skipped text)`.execute(
    db,
  );
  await queue(db, { batchId, franchiseeId, runs: 1 }, notBefore);
  return { batchId, total: items.length };
}

const queue = (
  db: Db,
  { runs, ...data }: { batchId: string; franchiseeId: number; runs: number },
  notBefore?: Date,
) =>
  runJob(db, runBatchJob.name, data, {
    franchiseeId: data.franchiseeId,
    dedupeKey: `${data.batchId}:${runs}`,
    ...(notBefore ? { notBefore } : {}),
  });

interface BatchData {
  id: string;
  franchiseeId: number;
  label: string;
  at: string;
  byName: string | null;
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED';
  cancelAsked: boolean;
  total: number;
  done: number;
  ok: number;
  skipped: number;
  failed: number;
  $sort: string;
}

type Ended = Pick<BatchData, 'state' | 'cancelAsked' | 'failed' | 'done' | 'total'>;
const isOpen = ({ state }: Pick<BatchData, 'state'>): boolean => state === 'QUEUED' || state === 'RUNNING';
const mayRunAgain = (batch: Ended): boolean =>
  !isOpen(batch) && (batch.failed > 0 || (batch.state === 'CANCELLED' && batch.done < batch.total));

/** Handlers of a declared batch. `work` says what happens with a row, and how rows are called. */
export function serveBatch<D extends z.ZodType, I extends z.ZodType, P>(
  of: Batch<D, I>,
  work: BatchWork<z.output<D>, z.output<I>, P>,
): Handler[] {
  registerBatch(of, work);
  const { list, items, cancel, again } = of.endpoints;
  return [
    handle(list, async ({ db, actor, input }) => {
      const where: RawBuilder<unknown>[] = [
        sql`b.job = ${of.name}`,
        inChosenCentre(actor, 'b.franchisee_id'),
      ];
      if (input.ids) where.push(several('b.id', input.ids, 'uuid'));
      const cursor = input.after ? readCursor(input.after, 'at') : null;
      const total = cursor?.total ?? (await cappedCount(db, sql`select from batch b where ${and(where)}`));
      if (cursor) where.push(sql`(b.at, b.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`);
      const { rows } = await sql<BatchData>`
        select b.id, b.franchisee_id as "franchiseeId", b.label, b.at, ${personName('u')} as "byName", b.state, b.cancel_asked as "cancelAsked",
            b.total, b.done, b.ok, b.skipped, b.failed, b.at::text as "$sort"
          from batch b left join app_user u on u.id = b.by where ${and(where)} order by b.at desc, b.id desc limit ${pageLimit(input.limit)}`.execute(
        db,
      );
      const page = cutPage(rows, input, { sort: 'at', total, at: (last) => last.$sort });
      const ids = page.rows.map((row) => row.id);
      const notes = ids.length > 0 ? await work.notes?.(db, ids) : undefined;
      return {
        ...page,
        rows: page.rows.map(({ $sort: _sort, ...row }) => ({
          ...row,
          note: notes?.get(row.id) ?? null,
          can: {
            cancel: mayCall(actor, cancel) && isOpen(row) && !row.cancelAsked,
            again: mayCall(actor, again) && mayRunAgain(row),
          },
        })),
      };
    }),
    handle(items, async ({ db, input }) => {
      const batch = ensureFound(
        await db
          .selectFrom('batch')
          .select(['franchisee_id', 'total'])
          .where('id', '=', input.id)
          .where('job', '=', of.name)
          .executeTakeFirst(),
      );
      const cursor = input.after ? readCursor(input.after, 'n') : null;
      // What failed stands first: it is what somebody came to see.
      const place = sql`(case state when 'FAILED' then 0 else 1000000000 end + n)`;
      const { rows } = await sql<{
        id: string;
        n: number;
        state: 'WAITING' | 'DONE' | 'SKIPPED' | 'FAILED';
        reason: string | null;
        $sort: number;
      }>`
        select subject_id as id, n, state, reason, ${place}::int as "$sort" from batch_item
         where franchisee_id = ${batch.franchisee_id} and batch_id = ${input.id}::uuid and ${place} > ${Number(cursor?.value ?? 0)}
         order by ${place} limit ${pageLimit(input.limit)}`.execute(db);
      const page = cutPage(rows, input, {
        sort: 'n',
        total: cursor?.total ?? { n: batch.total, more: false },
        at: (last) => String(last.$sort),
      });
      const ids = page.rows.map((row) => row.id);
      const names = await work.names(db, batch.franchisee_id, ids);
      return {
        ...page,
        rows: page.rows.map(({ $sort: _sort, ...row }) => {
          const name = names.get(row.id);
          return {
            ...row,
            label: name?.label ?? '–',
            second: name?.second ?? null,
            code: name?.code ?? null,
          };
        }),
      };
    }),
    handle(cancel, async ({ db, input }) => {
      const batch = await lockBatch(db, of.name, input.id);
      ensure(isOpen(batch), () => refuseBatch('batch.done'));
      await db
        .updateTable('batch')
        .set({ cancel_asked: true })
        .where('franchisee_id', '=', batch.franchiseeId)
        .where('id', '=', input.id)
        .execute();
      return input;
    }),
    handle(again, async ({ db, actor, input }) => {
      const batch = await lockBatch(db, of.name, input.id);
      ensure(mayRunAgain(batch), () => refuseBatch('batch.nothing-left'));
      const { franchiseeId, runs } = batch;
      await sql`update batch_item set state = 'WAITING', reason = null
        where franchisee_id = ${franchiseeId} and batch_id = ${input.id}::uuid and state = 'FAILED'`.execute(
        db,
      );
      // Whoever runs it again stands for it from here on.
      await sql`update batch set state = 'QUEUED', cancel_asked = false, finished_at = null, done = done - failed, failed = 0,
          runs = runs + 1, by = ${userIdOf(actor)} where franchisee_id = ${franchiseeId} and id = ${input.id}::uuid`.execute(
        db,
      );
      await queue(db, { batchId: input.id, franchiseeId, runs: runs + 1 });
      return input;
    }),
  ];
}

async function lockBatch(
  db: Db,
  job: string,
  id: string,
): Promise<Ended & { franchiseeId: number; runs: number }> {
  const { rows } = await sql<Ended & { franchiseeId: number; runs: number }>`
    select franchisee_id as "franchiseeId", runs, state, cancel_asked as "cancelAsked", failed, done, total
      from batch where id = ${id}::uuid and job = ${job} for update`.execute(db);
  const [batch] = rows;
  if (!batch) throw refuse('row.not-found');
  return batch;
}
