// Asks the gateway about payments that neither the browser nor a webhook settled (finance.md 3.10 step 6).
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';
import { captureAsked, consumeAttempt } from './consume-attempt.server.ts';
import { type GatewayConfig, gatewayConfig, paymentsOfOrder } from './razorpay-client.server.ts';

const MIN_AGE_S = 180;
const GIVE_UP_H = 72;
const BATCH = 200;
const LOOKED_INTO = 'The provider’s answer does not fit: head office is looking into it';

export const reconcilePayments: JobDeclaration = {
  name: 'finance.payment-reconcile',
  title: 'Ask the gateway about open payments',
  schedule: '*/5 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 240,
  async run({ work, now, ports }) {
    const gateway = gatewayConfig(ports.config);
    if (!gateway) return { ok: 0, failed: 0, log: 'no gateway configured' };
    const before = new Date(now.getTime() - MIN_AGE_S * 1000).toISOString();
    const open = await work(null, (db) =>
      db
        .selectFrom('payment as p')
        .innerJoin('gateway_order as o', (j) =>
          j.onRef('o.franchisee_id', '=', 'p.franchisee_id').onRef('o.payment_id', '=', 'p.id'),
        )
        .select([
          'o.franchisee_id',
          'o.id',
          'o.payment_id',
          'o.amount',
          'o.provider_order_id',
          'p.created_at',
        ])
        .where('p.status', '=', 'INITIATED')
        .where('p.mode', '=', 'ONLINE')
        .where('p.created_at', '<', before)
        .orderBy('o.checked_at', (order) => order.asc().nullsFirst())
        .limit(BATCH)
        .execute(),
    );
    let ok = 0;
    let failed = 0;
    for (const order of open) {
      try {
        await settleOne(gateway, order, work, now);
        ok += 1;
      } catch {
        failed += 1; // the gateway is away or slow: the next run asks again
      }
    }
    return { ok, failed };
  },
};

type Open = {
  franchisee_id: number;
  id: string;
  payment_id: string;
  amount: number;
  provider_order_id: string | null;
  created_at: string;
};

async function settleOne(
  gateway: GatewayConfig,
  order: Open,
  work: Parameters<JobDeclaration['run']>[0]['work'],
  now: Date,
): Promise<void> {
  // Before the gateway is asked: an order it cannot answer for goes to the end of the line, so that it holds up nobody.
  await work(order.franchisee_id, (db) =>
    db
      .updateTable('gateway_order')
      .set({ checked_at: now.toISOString() })
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.id)
      .execute(),
  );
  const said = order.provider_order_id ? await paymentsOfOrder(gateway, order.provider_order_id) : [];
  for (const payment of said) {
    const settled = await captureAsked(gateway, order, payment);
    await work(order.franchisee_id, (db) => consumeAttempt(db, order, settled, now));
  }
  const hours = (now.getTime() - new Date(order.created_at).getTime()) / 3_600_000;
  if (hours <= GIVE_UP_H) return;
  await work(order.franchisee_id, async (db) => {
    // Money that came and was not booked stands among the exceptions; the payment says so.
    const exception = await db
      .selectFrom('recon_exception')
      .select('id')
      .where(sql`detail ->> 'paymentId'`, '=', order.payment_id)
      .limit(1)
      .executeTakeFirst();
    await db
      .updateTable('payment')
      .set({ status: 'FAILED', failure_reason: exception ? LOOKED_INTO : 'Not completed' })
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.payment_id)
      .where('status', '=', 'INITIATED')
      .execute();
  });
}
