import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { decide, lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { settleDues } from '../franchisee-due/franchisee-due.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postPair } from '../ledger/post-entry.server.ts';
import { documentNumber } from '../receipt/issue-receipt.server.ts';
import { settlementContract } from './settlement.contract.ts';
import { settlementStates } from './settlement.states.ts';
import { linesOf, lockSettlement, payoutAccount } from './settlement-lines.server.ts';

type Batch = RowIn<'settlement_batch'>;

export const approve = handle(settlementContract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureStep(settlementStates, row.status, 'approve');
  return approveSettlement(db, actor, row, { now, note: input.note ?? null });
});

/**
 * Another person's approval: the batch must still be what it was prepared as; it is numbered and its dues are set off.
 * @throws Refusal 'approval.own', 'approval.code-missing', 'settlement.changed', 'settlement.no-account'
 */
export async function approveSettlement(
  db: Db,
  actor: Actor,
  row: Batch,
  { now, note }: { now: Date; note: string | null },
): Promise<{ number: string }> {
  const { franchisee_id: franchiseeId } = row;
  await lockSettlement(db, franchiseeId);
  const approved = await decide(db, actor, {
    states: settlementStates,
    table: 'settlement_batch',
    row,
    action: 'approve',
    decision: 'APPROVE',
    code: 'SETTLEMENT_APPROVE',
    makers: [row.maker, row.submitted_by],
    reason: note,
    set: { approved_by: userIdOf(actor) },
  });
  const account = await payoutAccount(db, franchiseeId);
  ensure(account, () => refuseFinance('settlement.no-account'));
  await ensureUnchanged(db, approved);
  return withCentres(db, [franchiseeId, HEAD_OFFICE], 'settlement', async () => {
    await setOffDues(db, approved, todayIst(now));
    const fy = financialYear(todayIst(now)).compact;
    const seq = await nextNumber(db, { franchiseeId, series: 'P', period: fy });
    const number = documentNumber('P', franchiseeId, fy, seq);
    await db
      .updateTable('settlement_batch')
      .set({ number, bank_account_id: account.id })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', row.id)
      .execute();
    return { number };
  });
}

const batchLines = (db: Db, { franchisee_id, id }: Batch) =>
  db
    .selectFrom('settlement_line')
    .select(['kind', 'subject_id', 'amount'])
    .where('franchisee_id', '=', franchisee_id)
    .where('batch_id', '=', id)
    .execute();

/** A refund, a hold, a payment of a due since it was prepared: the batch is prepared again instead. */
async function ensureUnchanged(db: Db, row: Batch): Promise<void> {
  const now = await linesOf(db, {
    franchiseeId: row.franchisee_id,
    cutOff: row.cut_off,
    ignoring: row.id,
  });
  const key = (kind: string, subject: string, amount: number) => `${kind} ${subject} ${amount}`;
  const before = (await batchLines(db, row)).map((line) => key(line.kind, line.subject_id, line.amount));
  const after = now.map((line) => key(line.kind, line.subjectId, line.amount));
  ensure(before.sort().join() === after.sort().join(), () => refuseFinance('settlement.changed'));
}

/** Event #18, one pair a document. */
async function setOffDues(db: Db, row: Batch, on: string): Promise<void> {
  const franchiseeId = row.franchisee_id;
  const lines = (await batchLines(db, row)).filter(({ kind }) => kind === 'ROYALTY' || kind === 'DUE');
  const amount = lines.reduce((sum, line) => sum - line.amount, 0);
  if (amount === 0) return;
  const { parts, left } = await settleDues(db, {
    franchiseeId,
    way: 'SET_OFF',
    sourceId: row.id,
    amount,
    on,
    chosen: lines.map((line) => line.subject_id),
  });
  ensure(left === 0 && parts.length === lines.length, () => refuseFinance('settlement.changed'));
  for (const part of parts) {
    const entry = {
      source: 'settlement.setoff',
      sourceId: `${row.id}:${part.dueId}`,
      narration: `${part.number} set off`,
    } as const;
    await postPair(
      db,
      {
        ...entry,
        franchiseeId,
        effectiveOn: await openDay(db, franchiseeId, on),
        lines: [
          { account: '2400', amount: part.amount },
          { account: '1300', amount: -part.amount },
        ],
      },
      {
        ...entry,
        franchiseeId: HEAD_OFFICE,
        effectiveOn: await openDay(db, HEAD_OFFICE, on),
        lines: [
          { account: '2300', amount: part.amount, party: franchiseeId },
          { account: '1400', amount: -part.amount, party: franchiseeId },
        ],
      },
    );
  }
}

export const reject = handle(settlementContract.reject, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'settlement_batch', input.id, version);
  ensureFound(row);
  await decide(db, actor, {
    states: settlementStates,
    table: 'settlement_batch',
    row,
    action: 'reject',
    decision: 'RETURN',
    makers: [row.maker, row.submitted_by],
    reason: input.note,
    set: { submitted_by: null, problem: input.note },
  });
  return {};
});
