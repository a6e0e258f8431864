import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { aad, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { refundContract } from './refund.contract.ts';
import type { RefundMode, RefundReason } from './refund.states.ts';
import { goesBackOnline, refundableOf } from './refundable.server.ts';

export interface AskedRefund {
  readonly franchiseeId: number;
  readonly paymentId: string;
  /** Paise out of what was paid ahead, and out of the deposit. */
  readonly advance: number;
  readonly deposit: number;
  /** Absent: the way it came where the gateway still can, else by bank. */
  readonly mode?: RefundMode;
  readonly reasonCode: RefundReason;
  readonly reason: string;
  readonly maker: string;
  readonly today: Day;
  readonly payee?: { name: string; account: string; ifsc: string } | null;
  /** Natural key: asked again, the first request is answered. */
  readonly sourceId?: string;
}

export const payeePlace = (franchiseeId: number, id: string): string =>
  aad('refund', 'payee_cipher', franchiseeId, id);

/**
 * Asks for a refund of a confirmed payment; another person approves it. Takes the payment's lock, so that two requests
 * cannot have the same money. @throws Refusal 'refund.not-confirmed', 'refund.too-much', 'refund.original'
 */
export async function requestRefund(db: Db, ask: AskedRefund): Promise<{ id: string; created: boolean }> {
  const payment = ensureFound(
    await db
      .selectFrom('payment')
      .selectAll()
      .where('franchisee_id', '=', ask.franchiseeId)
      .where('id', '=', ask.paymentId)
      .where('fee_account_id', 'is not', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  const known = ask.sourceId ? await bySource(db, ask.franchiseeId, ask.sourceId) : null;
  if (known) return { id: known, created: false };
  ensure(payment.status === 'CONFIRMED' || payment.status === 'TRANSFERRED', () =>
    refuseFinance('refund.not-confirmed'),
  );
  const left = await refundableOf(db, { franchiseeId: ask.franchiseeId, id: payment.id }, ask.today);
  ensure(ask.advance <= left.advance && ask.deposit <= left.deposit, () =>
    refuseFinance('refund.too-much', { fields: { amount: 'More than this payment has left' } }),
  );
  const online = goesBackOnline(payment, ask.today);
  const mode = ask.mode ?? (online ? 'ORIGINAL' : 'BANK');
  ensure(mode === 'BANK' || online, () =>
    refuseFinance('refund.original', { fields: { mode: 'Choose the bank transfer' } }),
  );
  const id = randomUUID();
  const amount = ask.advance + ask.deposit;
  await db
    .insertInto('refund')
    .values({
      franchisee_id: ask.franchiseeId,
      id,
      payment_id: payment.id,
      fee_account_id: payment.fee_account_id ?? '',
      advance: ask.advance,
      deposit: ask.deposit,
      amount,
      reason_code: ask.reasonCode,
      reason: ask.reason.slice(0, 500),
      mode,
      maker: ask.maker,
      source_id: ask.sourceId ?? null,
      ...(ask.payee
        ? {
            payee_name: ask.payee.name,
            payee_ifsc: ask.payee.ifsc,
            payee_last4: ask.payee.account.slice(-4),
            payee_cipher: seal(ask.payee.account, payeePlace(ask.franchiseeId, id)),
          }
        : {}),
    })
    .execute();
  await db
    .updateTable('payment')
    .set({
      refunded: payment.refunded + amount,
      // What was paid twice and is asked back needs no other decision.
      ...(payment.doubled > 0 && payment.double_choice === null
        ? { double_choice: 'REFUND' as const, double_chosen_by: ask.maker, double_chosen_at: new Date() }
        : {}),
    })
    .where('franchisee_id', '=', ask.franchiseeId)
    .where('id', '=', payment.id)
    .execute();
  return { id, created: true };
}

const bySource = async (db: Db, franchiseeId: number, sourceId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('refund')
      .select('id')
      .where('franchisee_id', '=', franchiseeId)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
  )?.id ?? null;

export const askRefund = handle(refundContract.request, async ({ db, actor, input, now }) => {
  const payment = ensureFound(
    await db
      .selectFrom('payment')
      .select('franchisee_id')
      .where('id', '=', input.paymentId)
      .executeTakeFirst(),
  );
  const { id } = await requestRefund(db, {
    franchiseeId: payment.franchisee_id,
    paymentId: input.paymentId,
    advance: input.from === 'ADVANCE' ? input.amount : 0,
    deposit: input.from === 'DEPOSIT' ? input.amount : 0,
    mode: input.mode,
    reasonCode: input.from === 'DEPOSIT' ? 'DEPOSIT' : 'PAID_AHEAD',
    reason: input.reason,
    maker: userIdOf(actor),
    today: todayIst(now),
    payee: input.mode === 'BANK' ? payeeOf(input) : null,
  });
  return { id };
});

/** Whom a bank transfer goes to, whole or not at all: cash at the desk is no refund. */
function payeeOf(input: {
  payeeName?: string | null | undefined;
  payeeAccount?: string | null | undefined;
  payeeIfsc?: string | null | undefined;
}) {
  const { payeeName: name, payeeAccount: account, payeeIfsc: ifsc } = input;
  const missing = { payeeName: name, payeeAccount: account, payeeIfsc: ifsc };
  const fields = Object.entries(missing).flatMap(([key, value]) => (value ? [] : [[key, 'Fill this in']]));
  if (!name || !account || !ifsc) throw refuse('input.invalid', { fields: Object.fromEntries(fields) });
  return { name, account, ifsc };
}
