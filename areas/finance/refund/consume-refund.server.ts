// What the gateway or the bank says of a refund, from the worker's own call, the webhook or our asking: each step once,
// in whatever order they come. Journals #27, #28 and their reversal; by the centre's bank #27o.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import type { GatewayRefund } from '../gateway/razorpay-client.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { reverseEntry } from '../ledger/reverse-entry.server.ts';
import { refusePayment } from '../payment/payment.refusals.ts';
import { writePaymentEvent } from '../payment/payment-event.server.ts';
import { refundStates } from './refund.states.ts';

type Row = RowIn<'refund'>;
const table = { states: refundStates, table: 'refund' } as const;

/** Our refund that the gateway speaks of: by its id, or by the receipt we sent along; null when it is none of ours. */
export async function ownRefund(db: Db, franchiseeId: number, said: GatewayRefund): Promise<string | null> {
  const lead = await db
    .selectFrom('provider_reference')
    .select('subject_id')
    .where('provider', '=', 'razorpay')
    .where('kind', '=', 'REFUND')
    .where('ref', '=', said.id)
    .executeTakeFirst();
  if (lead) return lead.subject_id;
  if (!said.receipt || !/^[0-9a-f-]{36}$/.test(said.receipt)) return null;
  const row = await db
    .selectFrom('refund')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', said.receipt)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function consumeOwnRefund(db: Db, id: string, said: GatewayRefund, now: Date): Promise<void> {
  const row = await lockRow(db, 'refund', id);
  // A try that failed, heard of again.
  if (row.status !== 'PROCESSING') return;
  if (row.provider_refund_id !== null && row.provider_refund_id !== said.id) return;
  await withCentres(db, [row.franchisee_id, HEAD_OFFICE], 'payment.refund', async () => {
    const sent = row.provider_refund_id === null ? await noteSent(db, row, said, now) : row;
    if (said.status === 'processed') await noteProcessed(db, sent, said, now);
    if (said.status === 'failed') await noteFailed(db, sent, 'The bank could not pay it back.');
  });
}

async function noteSent(db: Db, row: Row, said: GatewayRefund, now: Date): Promise<Row> {
  const { franchisee_id: franchiseeId, fee_account_id: party, amount } = row;
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: 'razorpay',
      kind: 'REFUND',
      ref: said.id,
      franchisee_id: franchiseeId,
      subject_kind: 'refund',
      subject_id: row.id,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  ensure(Number(taken.numInsertedOrUpdatedRows ?? 0) === 1, () => refusePayment('payment.reference-used'));
  await db
    .updateTable('refund')
    .set({ provider_refund_id: said.id })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', row.id)
    .execute();
  const on = todayIst(now);
  const entry = {
    source: 'refund.sent',
    sourceId: said.id,
    narration: `Refund ${row.number ?? ''}`,
  } as const;
  await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await openDay(db, franchiseeId, on),
      feeAccountId: party,
      lines: [
        { account: '2120', amount, party },
        { account: '1300', amount: -amount },
      ],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, on),
      lines: [
        { account: '2300', amount, party: franchiseeId },
        { account: '2330', amount: -amount, party: franchiseeId },
      ],
    },
  );
  await writePaymentEvent(db, { franchiseeId, id: row.payment_id }, 'REFUND_SENT', { amount });
  await tell(db, row, 'finance.refund-started', said.id, {});
  return { ...row, provider_refund_id: said.id };
}

async function noteProcessed(db: Db, row: Row, said: GatewayRefund, now: Date): Promise<void> {
  await postEntry(db, {
    franchiseeId: HEAD_OFFICE,
    source: 'refund.processed',
    sourceId: said.id,
    effectiveOn: await openDay(db, HEAD_OFFICE, todayIst(now)),
    narration: `Refund ${row.number ?? ''}`,
    lines: [
      { account: '2330', amount: row.amount, party: row.franchisee_id },
      { account: '1500', amount: -row.amount },
    ],
  });
  await noteDone(db, row, { action: 'processed', reference: referenceOf(said), at: now });
}

/** What the family's bank knows it by. */
const referenceOf = ({ acquirer_data: bank, id }: GatewayRefund): string =>
  (bank?.arn ?? bank?.rrn ?? bank?.utr ?? id).slice(0, 60);

async function noteFailed(db: Db, row: Row, reason: string): Promise<void> {
  const sent = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('source', '=', 'refund.sent')
    .where('source_id', '=', row.provider_refund_id)
    .executeTakeFirstOrThrow();
  await reverseEntry(db, { franchiseeId: row.franchisee_id, entryId: sent.id, reason });
  await fail(db, row, reason);
}

/** The gateway refused it outright: nothing left, nothing is reversed. */
export async function failUnsent(db: Db, id: string, reason: string): Promise<void> {
  const row = await lockRow(db, 'refund', id);
  if (row.status === 'PROCESSING' && row.provider_refund_id === null) await fail(db, row, reason);
}

async function fail(db: Db, row: Row, reason: string): Promise<void> {
  await moveStatus(db, {
    ...table,
    row,
    action: 'fail',
    reason: reason.slice(0, 300),
    set: { failure_reason: reason.slice(0, 300) },
  });
  await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.payment_id }, 'REFUND_FAILED', {
    reason: reason.slice(0, 300),
  });
}

/** The centre's bank paid it: #27o. */
export async function notePaidByBank(
  db: Db,
  row: Row,
  { utr, paidOn, now }: { utr: string; paidOn: Day; now: Date },
): Promise<void> {
  await postEntry(db, {
    franchiseeId: row.franchisee_id,
    source: 'refund.sent',
    sourceId: `${row.id}:bank`,
    effectiveOn: await openDay(db, row.franchisee_id, paidOn),
    feeAccountId: row.fee_account_id,
    narration: `Refund ${row.number ?? ''}, UTR ${utr}`,
    lines: [
      { account: '2120', amount: row.amount, party: row.fee_account_id },
      { account: '1120', amount: -row.amount },
    ],
  });
  await noteDone(db, row, { action: 'pay', reference: utr, at: now });
}

async function noteDone(
  db: Db,
  row: Row,
  { action, reference, at }: { action: 'processed' | 'pay'; reference: string; at: Date },
): Promise<void> {
  await moveStatus(db, { ...table, row, action, set: { reference, done_at: at, failure_reason: null } });
  await writePaymentEvent(db, { franchiseeId: row.franchisee_id, id: row.payment_id }, 'REFUNDED', {
    amount: row.amount,
    reference,
  });
  await tell(db, row, 'finance.refund-done', row.id, { reference });
}

/** The child's family, or whoever paid where the child is no student yet. */
async function tell(
  db: Db,
  row: Row,
  kind: 'finance.refund-started' | 'finance.refund-done',
  key: string,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const to = await db
    .selectFrom('fee_account as k')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.franchisee_id', '=', 'k.franchisee_id').onRef('p.fee_account_id', '=', 'k.id'),
    )
    .select(['k.child_label', 'k.student_id', 'p.payer_name', 'p.payer_mobile', 'p.payer_email'])
    .where('p.franchisee_id', '=', row.franchisee_id)
    .where('p.id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  const address = {
    ...(to.payer_mobile ? { mobile: to.payer_mobile } : {}),
    ...(to.payer_email ? { email: to.payer_email } : {}),
  };
  if (!to.student_id && Object.keys(address).length === 0) return;
  await queueMessage(db, {
    kind,
    franchiseeId: row.franchisee_id,
    about: to.student_id
      ? { studentIds: [to.student_id] }
      : { address: { ...address, name: to.payer_name ?? '' } },
    values: { child: to.child_label, amountPaise: row.amount, ...more },
    dedupeKey: `refund:${key}`,
    source: { kind: 'refund', id: row.id },
  });
}
