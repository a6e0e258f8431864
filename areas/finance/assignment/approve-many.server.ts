// Many standard plans in one go: each is its own decision in the books, so each row is done, and fails, by itself.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { serveBatch, startBatch } from '@aangan/server/batch/serve-batch.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { lockAssignment } from './assignment-row.server.ts';
import { approveAssignment } from './decide-assignment.server.ts';
import { approvalBatch, feeAssignmentContract } from './fee-assignment.contract.ts';

export const approveMany = handle(feeAssignmentContract.approveMany, async ({ db, actor, input, now }) => {
  const versions = new Map(input.rows.map((row) => [row.id, row.version]));
  const { rows } = await sql<{ id: string; franchiseeId: number }>`
    select id, franchisee_id as "franchiseeId" from fee_assignment where ${several('id', [...versions.keys()], 'uuid')}
     order by submitted_at, id`.execute(db);
  ensure(rows.length === versions.size, () => refuse('row.not-found'));
  const batchIds: string[] = [];
  for (const franchiseeId of new Set(rows.map((row) => row.franchiseeId))) {
    const own = rows.filter((row) => row.franchiseeId === franchiseeId);
    const { batchId } = await startBatch(db, actor, approvalBatch, {
      franchiseeId,
      label: own.length === 1 ? '1 fee plan' : `${own.length} fee plans`,
      data: {},
      items: own.map(({ id }) => ({ id, data: { version: versions.get(id) ?? 0 } })),
      now,
    });
    batchIds.push(batchId);
  }
  return { batchIds };
});

export const approvalBatchHandlers = serveBatch(approvalBatch, {
  prepare: async () => null,
  each: async (db, { id, data }, _prepared, { actor, franchiseeId, now }) => {
    // A concession asks for the decider's own level, which a batch does not have.
    const { deviation_amount, module } = await lockAssignment(db, franchiseeId, id);
    ensure(module === 'ACADEMIC', () => refuseFinance('fee-assignment.of-service'));
    ensure(deviation_amount === 0, () => refuseFinance('fee-assignment.not-standard'));
    await approveAssignment(db, actor, {
      franchiseeId,
      assignmentId: id,
      version: data.version,
      on: todayIst(now),
    });
  },
  names: async (db, franchiseeId, ids) => {
    const { rows } = await sql<{ id: string; label: string; second: string }>`
      select a.id, f.child_label as label, p.name as second from fee_assignment a
        join fee_account f on f.franchisee_id = a.franchisee_id and f.id = a.fee_account_id join fee_plan p on p.id = a.fee_plan_id
       where a.franchisee_id = ${franchiseeId} and ${several('a.id', ids, 'uuid')}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  },
});
