import { academicYearLabel } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { startBatch } from '@aangan/server/batch/serve-batch.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseStudent } from '../refusals.ts';
import { plansFor } from './evaluate.server.ts';
import { promotionBatch, promotionContract } from './promotion.contract.ts';
import { promotionStates } from './promotion.states.ts';
import type { PolicyFacts } from './propose.ts';

export const APPROVES = 'PROMOTION_APPROVED';
type Run = RowIn<'promotion_run'>;
const policyIn = (run: Run): PolicyFacts => run.policy as unknown as PolicyFacts;

export const decidePromotion = handle(promotionContract.decide, async ({ db, actor, input, version }) => {
  const run = await lockRow(db, 'promotion_run', input.id, version);
  ensureStep(promotionStates, run.status, 'decide');
  const policy = policyIn(run);
  ensure(input.decision !== 'PROMOTE' || policy.toClassId !== null, () =>
    refuse('input.invalid', { fields: { decision: 'This class has no next one. Choose Graduate.' } }),
  );
  const rows = await lockRows(db, run, input.enrolmentIds);
  const reason = input.reason?.trim() ?? '';
  ensure(reason !== '' || rows.every((row) => row.proposed === input.decision), () =>
    refuse('input.invalid', { fields: { reason: 'Say why it is not what was proposed' } }),
  );
  const target =
    input.decision === 'RETAIN' ? run.class_id : input.decision === 'PROMOTE' ? policy.toClassId : null;
  const plans = await plansFor(db, { franchiseeId: run.franchisee_id, yearId: run.to_year_id });
  for (const row of rows) {
    const plan = policy.planRule === 'STANDARD' ? plans(target, row.daySession) : null;
    await db
      .updateTable('promotion_row')
      .set({
        decision: input.decision,
        target_class_id: target,
        plan_id: plan?.planId ?? null,
        plan_net: plan?.total ?? null,
        override_reason: row.proposed === input.decision ? null : reason,
        decided_by: userIdOf(actor),
      })
      .where('franchisee_id', '=', run.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  }
  // What was approved was another list.
  await db
    .updateTable('promotion_run')
    .set({ status: 'READY', approved_by: null, approved_at: null })
    .where('franchisee_id', '=', run.franchisee_id)
    .where('id', '=', run.id)
    .execute();
  return { changed: rows.length };
});

async function lockRows(db: Db, run: Run, enrolmentIds: readonly string[]) {
  const wanted = [...new Set(enrolmentIds)];
  const { rows } = await sql<{ id: string; proposed: string; daySession: string }>`
    select p.id, p.proposed, e.day_session as "daySession" from promotion_row p
      join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id
     where p.franchisee_id = ${run.franchisee_id} and p.run_id = ${run.id} and ${several('p.enrolment_id', wanted, 'uuid')}
     order by p.id for update of p`.execute(db);
  ensure(rows.length === wanted.length, () => refuse('row.not-found'));
  return rows;
}

/** Everybody who made the run or decided in it, and whether it has decisions other than proposed. */
async function decidersOf(db: Db, run: Run): Promise<{ makers: string[]; overrides: number }> {
  const rows = await db
    .selectFrom('promotion_row')
    .select(['decided_by', 'override_reason'])
    .where('franchisee_id', '=', run.franchisee_id)
    .where('run_id', '=', run.id)
    .where('decided_by', 'is not', null)
    .execute();
  return {
    makers: [...new Set([run.made_by, ...rows.map((row) => row.decided_by ?? run.made_by)])],
    overrides: rows.filter((row) => row.override_reason !== null).length,
  };
}

export const approvePromotion = handle(
  promotionContract.approve,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'promotion_run', input.id, version);
    const { makers, overrides } = await decidersOf(db, row);
    ensureStep(promotionStates, row.status, 'approve');
    ensure(overrides > 0, () => refuseStudent('promotion.nothing-to-approve'));
    await decide(db, actor, {
      states: promotionStates,
      table: 'promotion_run',
      row,
      action: 'approve',
      decision: 'APPROVE',
      code: APPROVES,
      makers,
      set: { approved_by: userIdOf(actor), approved_at: now.toISOString() },
    });
    return { id: row.id };
  },
);

export const executePromotion = handle(
  promotionContract.execute,
  async ({ db, actor, input, version, now }) =>
    beginRun(db, actor, await lockRow(db, 'promotion_run', input.id, version), now),
);

/** Begins a locked run in the background. @throws Refusal while decisions of its own are not approved */
export async function beginRun(
  db: Db,
  actor: Actor,
  run: Run,
  now: Date,
): Promise<{ batchId: string; children: number }> {
  ensureStep(promotionStates, run.status, 'execute');
  const { overrides } = await decidersOf(db, run);
  ensure(run.status === 'APPROVED' || overrides === 0, () =>
    refuseStudent('promotion.needs-approval', { details: { n: overrides } }),
  );
  const { rows } = await sql<{ id: string }>`
    select p.enrolment_id as id from promotion_row p join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where p.franchisee_id = ${run.franchisee_id} and p.run_id = ${run.id} and p.decision is not null
     -- The oldest first: where places are short, theirs are first (areas/students.md 3.5, worked example).
     order by s.date_of_birth, s.name, s.id`.execute(db);
  ensure(rows.length > 0, () => refuseStudent('promotion.nobody-decided'));
  const { batchId } = await startBatch(db, actor, promotionBatch, {
    franchiseeId: run.franchisee_id,
    label: `${await className(db, run.class_id)} to ${academicYearLabel(run.to_year_id)}`,
    data: { runId: run.id },
    items: rows.map(({ id }) => ({ id, data: {} })),
    now,
  });
  await moveStatus(db, {
    states: promotionStates,
    table: 'promotion_run',
    row: run,
    action: 'execute',
    set: { batch_id: batchId, executed_at: now.toISOString() },
  });
  return { batchId, children: rows.length };
}

export const cancelPromotion = handle(promotionContract.cancel, async ({ db, input, version }) => {
  const row = await lockRow(db, 'promotion_run', input.id, version);
  await moveStatus(db, {
    states: promotionStates,
    table: 'promotion_run',
    row,
    action: 'cancel',
    reason: input.reason,
  });
  return { id: row.id };
});

const className = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('class').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
