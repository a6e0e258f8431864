// Promise M1: a payment the provider confirmed is booked exactly once, though the API and PostgreSQL are killed -9
// while its webhooks come one to three times, in any order, together with the browser's verify.
// The promise is 10,000 payments (`npm run prove`); `npm test` sends 2,000 through as many kills. M1_PAYMENTS=600 makes it
// shorter still for the workbench.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { Dice } from '@aangan/testkit/random.ts';
import type { KillableApi } from './killed-api-testing.ts';
import type { Sql } from './prepared-payments-testing.ts';
import {
  type Booked,
  booked,
  type Payments,
  paidPayments,
  payments,
  type Sending,
  sendAll,
  untilConsumed,
} from './surviving-payments-testing.ts';

const PAYMENTS = Number(process.env['M1_PAYMENTS'] ?? sized(2_000, 10_000));
const API_KILLS = 20;
const DATABASE_KILLS = 5;
const CONSUMED_WITHIN_MS = 30 * 60_000;
const SEED = 1;

let world: Payments;
before(async () => {
  world = await payments('m1', SEED);
});
after(() => world?.close());

const shuffled = <T>(items: readonly T[], dice: Dice): T[] =>
  items
    .map((item) => ({ item, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const confirmedSoFar = async (sql: Sql): Promise<number> =>
  Number((await sql("select count(*)::int as n from payment where status = 'CONFIRMED'"))[0]?.['n']);

/** Kills at random points of the whole way: half of it the deliveries, half the consumption. */
async function killAlong(
  api: KillableApi,
  dice: Dice,
  way: { sql: Sql; sending: Sending; deliveries: number },
): Promise<void> {
  const kills = [
    ...Array.from({ length: API_KILLS }, () => 'api'),
    ...Array.from({ length: DATABASE_KILLS }, () => 'database'),
  ]
    .map((what) => ({ what, at: dice.next() * 0.95 }))
    .sort((a, b) => a.at - b.at);
  for (const kill of kills) {
    while (!way.sending.over) {
      const done = (way.sending.delivered / way.deliveries + (await confirmedSoFar(way.sql)) / PAYMENTS) / 2;
      if (done >= kill.at) break;
      await sleep(50);
    }
    if (way.sending.over) return;
    if (kill.what === 'api') await api.kill();
    else await world.killDatabase();
  }
}

test(`${PAYMENTS} payments through ${API_KILLS} kills of the API and ${DATABASE_KILLS} of PostgreSQL: none lost, none doubled`, async () => {
  const dice = new Dice(SEED);
  const { sql } = world;
  const paid = await paidPayments(world, PAYMENTS);
  const deliveries = shuffled(
    paid.flatMap(({ webhook, verify }) => [
      ...Array.from({ length: dice.between(1, 3) }, () => webhook),
      ...(dice.chance(0.3) ? [verify] : []),
    ]),
    dice,
  );
  const api = await world.startApi();
  const sending: Sending = { delivered: 0, tries: 0, unexpected: new Map(), over: false };
  const started = performance.now();
  try {
    await Promise.all([
      sendAll(api, deliveries, sending),
      killAlong(api, dice, { sql, sending, deliveries: deliveries.length }),
    ]);
    await untilConsumed(sql, CONSUMED_WITHIN_MS);
  } finally {
    sending.over = true;
    await api.stop();
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const books = await booked(sql);
  publishFigure({
    promise: 'M1',
    payments: PAYMENTS,
    apiKills: API_KILLS,
    databaseKills: DATABASE_KILLS,
    deliveries: deliveries.length,
    tries: sending.tries,
    lost: books.lost,
    doubled: books.doubled,
    sumOfPostings: books.balance,
    unbalanced: books.unbalanced,
    receiptGaps: books.gaps,
    tallyOff: books.tallyOff,
    unexpectedAnswers: JSON.stringify(Object.fromEntries(sending.unexpected)),
    seconds,
    seed: SEED,
  });
  assert.deepEqual(books, {
    confirmed: PAYMENTS,
    lost: 0,
    doubled: 0,
    receipts: PAYMENTS,
    gaps: 0,
    balance: 0,
    entries: 2 * PAYMENTS,
    unbalanced: 0,
    unfolded: 0,
    tallyOff: 0,
  } satisfies Booked);
  assert.equal(api.crashes(), 0, api.complaints());
  assert.deepEqual(
    Object.fromEntries(sending.unexpected),
    {},
    'while the database is away the answer is 503, never another error',
  );
});
