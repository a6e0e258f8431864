// Carries a move out in small transactions: progress can be seen, and stopping leaves whole steps behind.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type JobStep, stepJob } from '../step-job.server.ts';
import { setOwners } from './allocate.server.ts';
import { logAllocation } from './allocation-log.server.ts';
import { REALLOCATE_JOB } from './reallocation.server.ts';
import { claimsOf } from './reallocation-plan.server.ts';

const STEP = 200;

export const reallocateJob = stepJob(
  { name: REALLOCATE_JOB, title: 'Enquiries that move to other owners', timeoutS: 600 },
  moveStep,
);

interface Item {
  n: number;
  id: string;
  from: string | null;
  to: string;
  owner: string | null;
  open: boolean;
}

/** One step of a move; null when nothing is left or somebody stopped it. A repeated run goes on where the last one ended. */
export async function moveStep(db: Db, { batchId, franchiseeId, now }: JobStep): Promise<number | null> {
  const batch = await db
    .selectFrom('reallocation_batch')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!batch || (batch.state !== 'QUEUED' && batch.state !== 'RUNNING')) return null;
  const finish = (state: 'DONE' | 'CANCELLED') =>
    db
      .updateTable('reallocation_batch')
      .set({ state, finished_at: now.toISOString() })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', batchId)
      .execute();
  if (batch.cancel_asked) {
    await finish('CANCELLED');
    return null;
  }
  const { rows } = await sql<Item>`
    select i.n, e.id::text as id, i.from_owner::text as "from", i.to_owner::text as "to", e.owner_id::text as owner, e.is_open as open
      from reallocation_item i join enquiry e on e.franchisee_id = i.franchisee_id and e.id = i.enquiry_id
     where i.franchisee_id = ${franchiseeId} and i.batch_id = ${batchId}::uuid and i.state = 'WAITING' order by e.id limit ${STEP} for no key update of e`.execute(
    db,
  );
  if (rows.length === 0) {
    await finish('DONE');
    return null;
  }
  const claims = await claimsOf(db, { franchiseeId, now }, rows);
  const stays = (row: Item): string | null => {
    const claimed = claims.get(row.id);
    if (claimed) return `claimed by ${claimed} now`;
    if (!row.open) return 'closed since the preview';
    return row.owner === row.from ? null : 'has another owner since the preview';
  };
  const judged = rows.map((row) => ({ ...row, reason: stays(row) }));
  const moving = judged.filter((row) => row.reason === null);
  const at = { franchiseeId, now, by: batch.by };
  await setOwners(
    db,
    at,
    moving.map((row) => ({ id: row.id, owner: row.to })),
  );
  await logAllocation(
    db,
    at,
    moving.map((row) => ({
      enquiryId: row.id,
      from: row.from,
      to: row.to,
      why: 'REALLOCATION',
      batchId,
      note: batch.reason,
    })),
  );
  await sql`update reallocation_item i set state = case when x.reason is null then 'MOVED' else 'SKIPPED' end, reason = x.reason
    from jsonb_to_recordset(${JSON.stringify(judged.map(({ n, reason }) => ({ n, reason })))}::jsonb) as x (n int, reason text)
    where i.franchisee_id = ${franchiseeId} and i.batch_id = ${batchId}::uuid and i.n = x.n`.execute(db);
  await db
    .updateTable('reallocation_batch')
    .set((eb) => ({
      state: 'RUNNING',
      done: eb('done', '+', rows.length),
      moved: eb('moved', '+', moving.length),
      skipped: eb('skipped', '+', rows.length - moving.length),
    }))
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .execute();
  return moving.length;
}
