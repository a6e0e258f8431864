import { createHash, randomUUID } from 'node:crypto';
import { paymentContract } from '@aangan/areas/finance/payment/payment.contract.ts';
import type { Scenario } from '../scenario.ts';

// Tables of the same columns, checks, indexes and foreign keys, but without triggers: the floor keeps no audit.
const TABLES = `
  create table bench_payment (like payment including all);
  alter table bench_payment add foreign key (franchisee_id) references franchisee (id), add foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id);
  create table bench_payment_event (like payment_event including all);
  alter table bench_payment_event add foreign key (franchisee_id, payment_id) references bench_payment (franchisee_id, id);
  create table bench_provider_reference (like provider_reference including all);`;
const ACCOUNT = 'select id from fee_account where franchisee_id = $1 and id = $2';
const PAYMENT = `insert into bench_payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection, selection_hash, payer_name, instrument, ref_norm, received_on, channel)
  values ($1, $2, 'FEE', 'TUITION FEES', $3, 'fee-account', $4, $5, $6, 'APPROVAL_WAITING', '[]', $7, $8, $9, $10, $11, 'COUNTER')`;
const REFERENCE = `insert into bench_provider_reference (provider, kind, ref, franchisee_id, subject_kind, subject_id) values ('bank', 'RRN_DAY', $1, $2, 'payment', $3) on conflict do nothing`;
const EVENT = `insert into bench_payment_event (franchisee_id, payment_id, kind, visible_to, data) values ($1, $2, 'RECORDED', 'PARENT', $3)`;

interface Body {
  feeAccountId: string;
  mode: string;
  amount: number;
  payerName: string;
  receivedOn: string;
  reference: string;
}

export const offlinePayment: Scenario = {
  name: 'offline',
  title: 'Recording an offline payment',
  prepare: TABLES,
  perRequest: ['paymentId'],
  request: (n, { accounts, today }) => ({
    method: 'POST',
    path: paymentContract.recordOffline.path,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `bench-${process.pid}-${String(n).padStart(8, '0')}`,
    },
    body: JSON.stringify({
      feeAccountId: accounts[n % accounts.length] ?? '',
      mode: 'UPI',
      amount: 100_000,
      payerName: 'Bench',
      receivedOn: today,
      reference: `BENCH${process.pid}X${n}`,
    } satisfies Body),
  }),
  floor: async ({ pool, body, centre }) => {
    const given = body as Body;
    const id = randomUUID();
    const hash = createHash('sha256')
      .update(JSON.stringify(['FEE', given.feeAccountId, given.amount, []]))
      .digest();
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'account-of', text: ACCOUNT, values: [centre, given.feeAccountId] });
      await client.query({
        name: 'payment',
        text: PAYMENT,
        values: [
          centre,
          id,
          given.feeAccountId,
          given.feeAccountId,
          given.mode,
          given.amount,
          hash,
          given.payerName,
          JSON.stringify({ bankName: null, number: given.reference, date: null }),
          given.reference,
          given.receivedOn,
        ],
      });
      await client.query({ name: 'reference', text: REFERENCE, values: [given.reference, centre, id] });
      await client.query({
        name: 'event',
        text: EVENT,
        values: [centre, id, JSON.stringify({ mode: given.mode })],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
    return { paymentId: id, status: 'APPROVAL_WAITING' };
  },
};
