// Sends approved refunds to the gateway after the commit, with an idempotency key per try: a lost answer is asked for
// again and brings the same refund (integrations.md 1).
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { JobDeclaration, OutboxWorker } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { ensure, ensureStep } from '@aangan/server/work/ensure.ts';
import { open } from '@aangan/server/work/seal.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import {
  ensureGateway,
  fetchRefund,
  GatewayRefused,
  gatewayConfig,
  refundPayment,
} from '../gateway/razorpay-client.server.ts';
import { refusePayment } from '../payment/payment.refusals.ts';
import { consumeOwnRefund, failUnsent, notePaidByBank } from './consume-refund.server.ts';
import { sendLater } from './decide-refund.server.ts';
import { refundContract } from './refund.contract.ts';
import { refundStates } from './refund.states.ts';
import { payeePlace } from './request-refund.server.ts';

const table = { states: refundStates, table: 'refund' } as const;
const ASK_AFTER_MS = 3_600_000;
const BATCH = 100;

/** From here on the gateway may have it. Null: it needs no sending (any more). */
async function beginSending(db: Db, id: string) {
  const row = await lockRow(db, 'refund', id);
  const payment = await db
    .selectFrom('payment')
    .select('provider_payment_id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  if (row.mode !== 'ORIGINAL' || payment.provider_payment_id === null) return null;
  const attempt = Math.max(1, row.attempts);
  if (row.status === 'APPROVED')
    await moveStatus(db, { ...table, row, action: 'send', set: { attempts: attempt } });
  else if (row.status !== 'PROCESSING' || row.provider_refund_id !== null) return null;
  return { id: row.id, amount: row.amount, attempt, providerPaymentId: payment.provider_payment_id };
}

export const refundWorker: OutboxWorker = {
  retryUnknown: true,
  async perform({ row, work, now, ports }) {
    const { refundId } = row.payload as { refundId: string };
    const gateway = ensureGateway(ports.config);
    const refund = await work(row.franchiseeId, (db) => beginSending(db, refundId));
    if (!refund) return;
    try {
      const said = await refundPayment(gateway, {
        paymentId: refund.providerPaymentId,
        amount: refund.amount,
        receipt: refund.id,
        key: refund.attempt === 1 ? `rf-${refund.id}` : `rf-${refund.id}-${refund.attempt}`,
      });
      await work(row.franchiseeId, (db) => consumeOwnRefund(db, refund.id, said, now));
    } catch (error) {
      if (!(error instanceof GatewayRefused)) throw error;
      await work(row.franchiseeId, (db) => failUnsent(db, refund.id, error.message));
    }
  },
};

/** Asks the gateway about refunds of which no webhook came. */
export const reconcileRefunds: JobDeclaration = {
  name: 'finance.refund-reconcile',
  title: 'Ask the gateway about refunds on their way',
  schedule: '25 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 240,
  async run({ work, now, ports }) {
    const gateway = gatewayConfig(ports.config);
    if (!gateway) return { ok: 0, failed: 0, log: 'no gateway configured' };
    const before = new Date(now.getTime() - ASK_AFTER_MS);
    const waiting = await work(null, (db) =>
      db
        .selectFrom('refund')
        .select(['franchisee_id', 'id', 'provider_refund_id'])
        .where('status', '=', 'PROCESSING')
        .where('provider_refund_id', 'is not', null)
        .where('updated_at', '<', before.toISOString())
        .orderBy('updated_at')
        .limit(BATCH)
        .execute(),
    );
    let [ok, failed] = [0, 0];
    for (const one of waiting) {
      try {
        const said = await fetchRefund(gateway, one.provider_refund_id ?? '');
        await work(one.franchisee_id, (db) => consumeOwnRefund(db, one.id, said, now));
        ok += 1;
      } catch {
        failed += 1; // the gateway is away or slow: the next run asks again
      }
    }
    return { ok, failed };
  },
};

export const retryRefund = handle(refundContract.retry, async ({ db, input, version }) => {
  const row = await lockRow(db, 'refund', input.id, version);
  const attempt = Math.max(1, row.attempts) + 1;
  await moveStatus(db, {
    ...table,
    row,
    action: 'retry',
    set: { attempts: attempt, provider_refund_id: null, failure_reason: null },
  });
  await sendLater(db, row, attempt);
  return {};
});

export const payRefund = handle(refundContract.pay, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'refund', input.id, version);
  ensureStep(refundStates, row.status, 'pay');
  // Approved for the gateway: it may be on its way this moment.
  ensure(row.mode === 'BANK' || row.status === 'FAILED', () => refuse('row.wrong-state'));
  if (input.paidOn > todayIst(now))
    throw refuse('input.invalid', { fields: { paidOn: 'This day is still to come' } });
  if (row.decided_at && input.paidOn < todayIst(new Date(row.decided_at)))
    throw refuse('input.invalid', { fields: { paidOn: 'Not before the approval' } });
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: 'bank',
      kind: 'UTR',
      ref: input.utr,
      franchisee_id: row.franchisee_id,
      subject_kind: 'refund',
      subject_id: row.id,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  ensure(Number(taken.numInsertedOrUpdatedRows ?? 0) === 1, () =>
    refusePayment('payment.reference-used', { fields: { utr: 'Used for another payment' } }),
  );
  await notePaidByBank(db, row, { utr: input.utr, paidOn: input.paidOn, now });
  return {};
});

export const revealPayee = handle(refundContract.reveal, async ({ db, actor, input, request }) => {
  const row = await lockRow(db, 'refund', input.id);
  if (!row.payee_cipher) throw refuse('row.not-found');
  await logAccess(
    db,
    actor,
    {
      action: 'REVEAL',
      contract: refundContract.reveal.name,
      subjectKind: 'REFUND',
      subjectId: row.id,
      fields: ['accountNo'],
      reason: input.reason,
    },
    request,
  );
  return { accountNo: open(row.payee_cipher, payeePlace(row.franchisee_id, row.id)) };
});
