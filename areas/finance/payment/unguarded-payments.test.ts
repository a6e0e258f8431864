// The broken twin of promise M1: what keeps a payment from being booked twice are keys and row locks, for without them it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import {
  booked,
  type Payments,
  paidPayments,
  payments,
  type Sending,
  sendAll,
  untilConsumed,
} from './surviving-payments-testing.ts';

let world: Payments;
before(async () => {
  world = await payments('m1-twin', 1);
});
after(() => world?.close());

const GUARDS = [
  'alter table ledger_entry drop constraint ledger_entry_franchisee_id_source_source_id_key',
  'alter table provider_reference drop constraint provider_reference_pkey',
  'alter table payment_allocation drop constraint payment_allocation_pkey',
  'alter table receipt drop constraint receipt_franchisee_id_payment_id_key',
  'alter table fee_line drop constraint fee_line_allocated',
];

test('broken twin: without the keys and the row locks, payments are booked twice', async () => {
  const { sql } = world;
  for (const guard of GUARDS) await sql(guard);
  const paid = await paidPayments(world, 12);
  const api = await world.startApi({ UNGUARDED: '1' });
  try {
    const sending: Sending = { delivered: 0, tries: 0, unexpected: new Map(), over: false };
    await sendAll(
      api,
      paid.flatMap(({ webhook, verify }) => [webhook, verify, verify, verify, webhook]),
      sending,
    );
    await untilConsumed(sql, 300_000);
  } finally {
    await api.stop();
  }
  const { doubled } = await booked(sql);
  publishFigure({ promise: 'M1 broken twin', payments: 12, doubled });
  assert.ok(doubled > 0);
});
