// Promise M5: a forged, tampered or stale webhook changes nothing and breaks nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { Dice } from '@aangan/testkit/random.ts';
import pino from 'pino';
import {
  gatewayConfigOf,
  gatewayKeys,
  newPayments,
  type PreparedPayment,
  signBody,
  type Webhook,
  webhookOf,
  writePayments,
} from './prepared-payments-testing.ts';

const FORGERIES = Number(process.env['M5_FORGERIES'] ?? 10_000);
const HUGE = 40; // bodies over 1 MB: few, since each is built and read in full
const SEED = 5;
const dice = new Dice(SEED);
const victims = newPayments(50);
const [settled] = newPayments(1);
assert.ok(settled);

let app: TestApp;
before(async () => {
  app = await testApp({
    app: { ports: { config: gatewayConfigOf('http://127.0.0.1:9'), origin: 'http://aangan.test' } },
  });
  await writePayments(app.sql, [...victims, settled]);
});
after(() => app?.close());

interface Sent {
  body: string | Buffer;
  signature?: string | undefined;
  eventId?: string | undefined;
}

async function send({ body, signature, eventId }: Sent): Promise<number> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/webhooks/razorpay',
    payload: body,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-razorpay-signature': signature }),
      ...(eventId ? { 'x-razorpay-event-id': eventId } : {}),
    },
  });
  return answer.statusCode;
}

const consume = () =>
  drainInbox({
    database: app.pool,
    workers: inboxWorkers(app.areas),
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });

/** Everything a webhook could change. */
const books = () =>
  app.sql(`select
  (select jsonb_agg(jsonb_build_array(id, status, version) order by id) from payment) as payments,
  (select jsonb_agg(jsonb_build_array(id, state, attempts) order by id) from gateway_order) as orders,
  (select jsonb_agg(jsonb_build_array(id, state, rank) order by id) from gateway_attempt) as attempts,
  (select count(*)::int from receipt) as receipts, (select count(*)::int from ledger_posting) as postings,
  (select count(*)::int from payment_event) as timeline, (select count(*)::int from recon_exception) as exceptions`);

function flipped(text: string, alphabet: string): string {
  const at = dice.between(0, text.length - 1);
  const other = [...alphabet].filter((c) => c !== text[at]);
  return `${text.slice(0, at)}${other[dice.between(0, other.length - 1)]}${text.slice(at + 1)}`;
}

const victim = (): PreparedPayment => victims[dice.between(0, victims.length - 1)] ?? settled;
const TEXT = 'abcdefghijklmnopqrstuvwxyz0123456789{}":,';

/** Ways to lie whose signature is wrong: the endpoint must refuse each. */
const lies: readonly ((true_: Webhook) => Sent)[] = [
  (w) => ({ ...w, body: flipped(w.body, TEXT) }),
  (w) => ({ ...w, signature: flipped(w.signature, '0123456789abcdef') }),
  (w) => ({
    ...w,
    eventId: flipped(w.eventId, '0123456789'),
    signature: signBody(`${w.body}${w.eventId}`, gatewayKeys.webhookSecret),
  }),
  (w) => ({ ...w, signature: signBody(w.body, `${gatewayKeys.webhookSecret}2`) }),
  (w) => ({ ...w, signature: signBody(w.body, gatewayKeys.keySecret) }),
  (w) => ({ ...w, signature: signBody(w.body, '') }),
  ({ body, eventId }) => ({ body, eventId }),
  (w) => ({ ...w, signature: '' }),
  (w) => ({ ...w, signature: w.signature.slice(0, 63) }),
  (w) => ({ ...w, signature: `${w.signature.toUpperCase()}Z` }),
  (w) => ({ ...w, body: ` ${w.body}` }),
  (w) => ({ ...w, body: w.body.replace('"INR"', '"INR","x":1') }),
  (w) => ({ ...w, body: '' }),
  (w) => ({ ...w, body: Buffer.from([0xff, 0x00, dice.between(0, 255), dice.between(0, 255)]) }),
];

async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
    }),
  );
}

test(`${FORGERIES} forged, tampered and stale webhooks: none accepted, nothing changed, no 5xx`, async () => {
  const old = webhookOf(settled, 'authorized');
  assert.equal(await send(webhookOf(settled, 'captured')), 200);
  await consume();
  const before_ = await books();
  assert.equal(before_[0]?.['receipts'], 1, 'the true one was booked');

  const replays = Math.floor(FORGERIES / 20);
  const codes = new Map<number, number>();
  const count = (code: number) => codes.set(code, (codes.get(code) ?? 0) + 1);
  let accepted = 0;
  const started = performance.now();
  await inTurns(
    Array.from({ length: FORGERIES - replays - HUGE }, (_, n) => n),
    6,
    async (n) => {
      const lie = lies[n % lies.length];
      assert.ok(lie);
      const code = await send(lie(webhookOf(victim(), 'captured')));
      count(code);
      if (code < 300) accepted += 1;
    },
  );
  const padding = 'x'.repeat(1024 * 1024);
  await inTurns(
    Array.from({ length: HUGE }, (_, n) => n),
    2,
    async () => {
      const { body, eventId } = webhookOf(victim(), 'captured');
      const huge = `${body.slice(0, -1)},"pad":"${padding}"}`;
      const code = await send({ body: huge, eventId, signature: signBody(huge, gatewayKeys.webhookSecret) });
      count(code);
      if (code < 300) accepted += 1;
    },
  );
  // True once, sent again by a stranger, under its own event id or another: the endpoint cannot tell, the consumer must.
  await inTurns(
    Array.from({ length: replays }, (_, n) => n),
    6,
    async (n) => {
      const true_ = n % 2 === 0 ? webhookOf(settled, 'captured') : old;
      count(await send({ ...true_, eventId: n % 3 === 0 ? true_.eventId : `replay${SEED}${n % 60}` }));
    },
  );
  await consume();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const serverErrors = [...codes].filter(([code]) => code >= 500).reduce((sum, [, n]) => sum + n, 0);
  const after_ = await books();
  const { attempts: _a, ...booked } = after_[0] ?? {};
  const { attempts: _b, ...was } = before_[0] ?? {};
  assert.deepEqual(booked, was, 'no payment, order, receipt, posting or timeline line changed');
  assert.deepEqual(after_, before_, 'no attempt changed');
  publishFigure({
    promise: 'M5',
    forgeries: FORGERIES,
    accepted,
    effects: 0,
    serverErrors,
    replays,
    answers: JSON.stringify(Object.fromEntries(codes)),
    seconds,
    seed: SEED,
  });
  assert.equal(accepted, 0);
  assert.equal(serverErrors, 0);
  const [kept] = await app.sql(`select count(*)::int as n from inbox where verdict <> 'VALID'`);
  assert.equal(codes.get(400), 200, 'a stranger who keeps knocking fills no more rows');
  assert.ok(Number(kept?.['n']) <= 200 && (codes.get(429) ?? 0) > 0);
});

test('the true webhooks of the same payments are still accepted (broken twin: a signature that holds does change the books)', async () => {
  for (const payment of victims) assert.equal(await send(webhookOf(payment, 'captured')), 200);
  await consume();
  const [row] = await app.sql("select count(*)::int as n from payment where status = 'CONFIRMED'");
  assert.equal(row?.['n'], victims.length + 1, 'no forgery stood in the way of a true event');
});
