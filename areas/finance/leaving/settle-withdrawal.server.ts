// Settles the account of a child that leaves, in one unit of work: later instalments fall away, a credit note takes off
// what the policy gives back, dues are paid out of what came free, and refunds of the rest are asked for (finance.md 3.8).
import { todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { closeFeePlan } from '../assignment/end-assignment.server.ts';
import { applyAdvance } from '../fee-account/apply-advance.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { issueNote } from '../note/decide-note.server.ts';
import { insertNote } from '../note/submit-note.server.ts';
import { refundablePayments } from '../refund/refundable.server.ts';
import { requestRefund } from '../refund/request-refund.server.ts';
import { type Leaving, leavingFacts } from './leaving-facts.server.ts';
import { type LeavingFigures, leavingFigures } from './withdrawal-figures.ts';

export interface Settling extends Leaving {
  readonly withdrawalId: string;
  readonly reason: string;
  /** Who asked for it, and who approved: note and refunds stand in their names. */
  readonly maker: string;
  readonly approver: string;
  readonly now: Date;
}

export interface Settled {
  readonly noteId: string | null;
  readonly cancelled: number;
  readonly credited: number;
  readonly refunded: number;
  readonly leftDue: number;
}

const NOTHING: Settled = { noteId: null, cancelled: 0, credited: 0, refunded: 0, leftDue: 0 };

/** Once for each withdrawal: asked again, the first answer is given. Null account: nothing to settle. */
export async function settleWithdrawal(db: Db, of: Settling): Promise<Settled> {
  const known = await db
    .selectFrom('withdrawal_settlement')
    .selectAll()
    .where('franchisee_id', '=', of.franchiseeId)
    .where('id', '=', of.withdrawalId)
    .executeTakeFirst();
  if (known)
    return {
      noteId: known.note_id,
      cancelled: known.cancelled,
      credited: known.credited,
      refunded: known.refunded,
      leftDue: known.left_due,
    };
  const first = await leavingFacts(db, of);
  if (!first) return NOTHING;
  await lockAccount(db, of.franchiseeId, first.accountId);
  const closed = await closeFeePlan(db, {
    franchiseeId: of.franchiseeId,
    studentAdmissionId: of.enrolmentId,
    on: of.lastOn,
    reason: of.reason,
  });
  const found = await leavingFacts(db, of);
  const figures = leavingFigures((found ?? first).facts);
  const noteId = await creditNote(db, of, { accountId: first.accountId, figures });
  const at = { franchiseeId: of.franchiseeId, feeAccountId: first.accountId };
  await applyAdvance(db, { ...at, on: todayIst(of.now) });
  const refunded = await askRefunds(db, of, first.accountId);
  const settled: Settled = {
    noteId,
    cancelled: closed.amount,
    credited: figures.credited,
    refunded,
    leftDue: figures.leftDue,
  };
  await db
    .insertInto('withdrawal_settlement')
    .values({
      franchisee_id: of.franchiseeId,
      id: of.withdrawalId,
      fee_account_id: first.accountId,
      note_id: noteId,
      cancelled: settled.cancelled,
      credited: settled.credited,
      refunded: settled.refunded,
      left_due: settled.leftDue,
    })
    .execute();
  return settled;
}

/** Payments before the account, as everybody who takes both locks (finance.md 3.11 'Lock order'). */
async function lockAccount(db: Db, franchiseeId: number, accountId: string): Promise<void> {
  await db
    .selectFrom('payment')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('fee_account_id', '=', accountId)
    .where('status', 'in', ['CONFIRMED', 'TRANSFERRED'])
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockFeeAccount(db, franchiseeId, accountId);
}

/** Of what the policy gives back, and of the part of a deposit that pays dues. Approved by whoever approved the withdrawal. */
async function creditNote(
  db: Db,
  of: Settling,
  { accountId, figures }: { accountId: string; figures: LeavingFigures },
): Promise<string | null> {
  const credits = new Map(
    figures.parts.filter((one) => one.credit > 0).map((one) => [one.lineId, one.credit]),
  );
  let owed = figures.depositForDues;
  if (owed > 0) {
    const { rows } = await sql<{ id: string; allocated: number }>`select id, allocated from fee_line
      where franchisee_id = ${of.franchiseeId} and fee_account_id = ${accountId} and component_kind = 'DEPOSIT' and state = 'OPEN' and allocated > 0
      order by due_on, id`.execute(db);
    for (const line of rows) {
      const part = Math.min(owed, line.allocated);
      if (part > 0) credits.set(line.id, (credits.get(line.id) ?? 0) + part);
      owed -= part;
    }
  }
  if (credits.size === 0) return null;
  const { id } = await insertNote(
    db,
    {
      franchiseeId: of.franchiseeId,
      party: 'STUDENT',
      type: 'CREDIT',
      reasonCode: 'WITHDRAWAL',
      feeAccountId: accountId,
      dueId: null,
      lines: [...credits].map(([feeLineId, amount]) => ({ feeLineId, amount })),
      amount: null,
      taxCode: null,
      dueOn: null,
      parts: [],
    },
    { reason: of.reason, maker: of.maker, on: todayIst(of.now), attachmentFile: null },
  );
  const approver = { ...systemActor(of.franchiseeId), kind: 'user' as const, userId: of.approver };
  await issueNote(db, approver, await lockRow(db, 'note', id), { now: of.now, note: of.reason });
  return id;
}

/** Every payment gives back what it has left; each is approved in finance by its amount. Answers the paise asked for. */
async function askRefunds(db: Db, of: Settling, accountId: string): Promise<number> {
  const today = todayIst(of.now);
  const payments = await refundablePayments(db, { franchiseeId: of.franchiseeId, id: accountId }, today);
  let sum = 0;
  for (const { paymentId, advance, deposit } of payments) {
    await requestRefund(db, {
      franchiseeId: of.franchiseeId,
      paymentId,
      advance: Math.max(0, advance),
      deposit: Math.max(0, deposit),
      reasonCode: 'WITHDRAWAL',
      reason: of.reason,
      maker: of.maker,
      today,
      sourceId: `withdrawal:${of.withdrawalId}:${paymentId}`,
    });
    sum += Math.max(0, advance) + Math.max(0, deposit);
  }
  return sum;
}
