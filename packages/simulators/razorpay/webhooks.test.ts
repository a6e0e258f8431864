import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { asJsonObject } from '../json.ts';
import { eventually, newOrder, type World, withSimulator } from './merchant.fixture.ts';

async function pay(world: World, count: number): Promise<string[]> {
  const paymentIds: string[] = [];
  for (let done = 0; done < count; done += 1)
    paymentIds.push(world.sim.control.complete(await newOrder(world)).payment.id);
  return paymentIds;
}

test('a paid order sends authorized, captured and order.paid, each signed over its raw bytes', () =>
  withSimulator({}, async (world) => {
    const [paymentId] = await pay(world, 1);
    await world.sim.control.webhooksIdle();
    assert.deepEqual(world.merchant.names().sort(), ['order.paid', 'payment.authorized', 'payment.captured']);
    assert.ok(world.merchant.received.every((delivery) => delivery.genuine));
    assert.ok(world.merchant.received.every((delivery) => /^evt_[A-Za-z0-9]{14}$/.test(delivery.eventId)));
    const paid = world.merchant.received.find((delivery) => delivery.event === 'order.paid');
    const envelope = asJsonObject(JSON.parse(paid?.body ?? '{}'));
    assert.deepEqual(
      [envelope['entity'], envelope['account_id'], envelope['contains']],
      ['event', 'acc_AanganSim00001', ['payment', 'order']],
    );
    const entities = asJsonObject(envelope['payload']);
    const payment = asJsonObject(asJsonObject(entities['payment'])['entity']);
    const order = asJsonObject(asJsonObject(entities['order'])['entity']);
    assert.deepEqual(
      [payment['id'], payment['fee'], payment['tax'], order['status'], order['amount_paid']],
      [paymentId, 29_500, 4500, 'paid', 1_250_000],
    );
  }));

test('the payload is what was true when it happened, not what is true when it is sent', () =>
  withSimulator({}, async (world) => {
    world.sim.control.pauseWebhooks();
    await pay(world, 1);
    assert.equal(world.merchant.received.length, 0);
    world.sim.control.resumeWebhooks();
    await world.sim.control.webhooksIdle();
    const authorized = world.merchant.received.find((delivery) => delivery.event === 'payment.authorized');
    assert.equal(authorized?.paymentStatus, 'authorized');
  }));

test('an event is sent again with growing waits until it gets a 2xx, with the same id and bytes', () =>
  withSimulator({}, async (world) => {
    const seen = new Map<string, number>();
    world.merchant.answer = ({ eventId }) => {
      const count = (seen.get(eventId) ?? 0) + 1;
      seen.set(eventId, count);
      return count < 4 ? ([500, 302, 404][count - 1] ?? 500) : 204;
    };
    await pay(world, 1);
    await world.sim.control.webhooksIdle();
    assert.deepEqual([...seen.values()], [4, 4, 4]);
    assert.equal(
      new Set(world.merchant.received.map((delivery) => delivery.eventId + delivery.body)).size,
      3,
    );
    const [event] = world.sim.control.events({ event: 'order.paid' });
    const attempts = world.sim.control.deliveries({ eventId: event?.id ?? '' });
    assert.deepEqual(
      attempts.map((row) => [row.attempt, row.status, row.ok]),
      [
        [1, 500, false],
        [2, 302, false],
        [3, 404, false],
        [4, 204, true],
      ],
    );
    const waits = attempts.slice(1).map((row, index) => row.at - (attempts[index]?.at ?? 0));
    assert.ok(
      waits.every((wait, index) => wait >= ([10, 15, 22][index] ?? 0)),
      `waits ${waits}`,
    );
  }));

test('an answer after the time limit counts as a failure', () =>
  withSimulator({ webhooks: { timeoutMs: 60 } }, async (world) => {
    let first = true;
    world.merchant.answer = async () => {
      if (first) {
        first = false;
        await sleep(200);
      }
      return 200;
    };
    world.sim.control.setWebhookFaults({});
    const orderId = await newOrder(world);
    world.sim.control.complete(orderId, { outcome: 'fail' });
    await world.sim.control.webhooksIdle();
    assert.deepEqual(
      world.sim.control.deliveries().map((row) => [row.ok, row.status]),
      [
        [false, null],
        [true, 200],
      ],
    );
  }));

test('after 24 hours of failures the webhook is disabled; enabled again it sends new events only', () =>
  withSimulator({ webhooks: { retryFirstMs: 60_000, retryFactor: 2 } }, async (world) => {
    world.merchant.answer = () => 503;
    const orderId = await newOrder(world);
    world.sim.control.complete(orderId, { outcome: 'fail' });
    for (let hour = 0; hour < 26 && !world.sim.control.webhookState().disabled; hour += 1)
      await world.sim.control.advance(3_600_000);
    assert.equal(world.sim.control.webhookState().disabled, true);
    const tried = world.merchant.received.length;
    assert.ok(tried > 6 && tried < 40, `${tried} attempts`);
    world.merchant.answer = () => 200;
    world.sim.control.complete(orderId, { outcome: 'fail' });
    assert.equal(world.sim.control.events()[1]?.withheld, 'no-webhook');
    world.sim.control.enableWebhooks();
    world.sim.control.complete(orderId, { outcome: 'fail' });
    await world.sim.control.webhooksIdle();
    assert.equal(world.merchant.received.length, tried + 1);
  }));

test('copies: every event arrives one to three times, each delivery until its own 2xx', () =>
  withSimulator({}, async (world) => {
    world.sim.control.setWebhookFaults({ copies: { min: 1, max: 3 } });
    await pay(world, 40);
    await world.sim.control.webhooksIdle();
    const counts = new Map<string, number>();
    for (const { eventId } of world.merchant.received) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
    assert.equal(counts.size, 120);
    assert.deepEqual([...new Set(counts.values())].sort(), [1, 2, 3]);
  }));

test('shuffle: events overtake each other; deliver: exactly the order that is asked for', () =>
  withSimulator({ webhooks: { concurrency: 1 } }, async (world) => {
    await pay(world, 5);
    await world.sim.control.webhooksIdle();
    const made = (): string[] => world.sim.control.events().map((event) => event.id);
    const arrived = (): string[] => world.merchant.received.map((delivery) => delivery.eventId);
    assert.deepEqual(arrived(), made(), 'one sender without shuffle keeps the order');
    world.sim.control.setWebhookFaults({ shuffleMs: 60 });
    await pay(world, 20);
    await world.sim.control.webhooksIdle();
    assert.notDeepEqual(arrived(), made());
    assert.deepEqual(arrived().toSorted(), made().toSorted());

    world.merchant.received.length = 0;
    world.sim.control.pauseWebhooks();
    const [paymentId = ''] = await pay(world, 1);
    const backwards = world.sim.control.events({ paymentId }).reverse();
    const sent = await world.sim.control.deliver(
      backwards.map((event) => event.id),
      2,
    );
    assert.ok(sent.every((row) => row.ok));
    assert.deepEqual(
      world.merchant.names(),
      backwards.flatMap((event) => [event.event, event.event]),
    );
    world.sim.control.resumeWebhooks();
    await world.sim.control.webhooksIdle();
    assert.equal(world.merchant.received.length, 6, 'what arrived by hand is not sent once more');
  }));

test('delay: a share of the events comes late by the simulated clock', () =>
  withSimulator({}, async (world) => {
    world.sim.control.setWebhookFaults({ delayPercent: 50, delayMs: { min: 600_000, max: 600_000 } });
    await pay(world, 30);
    await eventually(() => world.merchant.received.length > 20, 'the events that are not delayed');
    await sleep(50);
    const early = world.merchant.received.length;
    assert.ok(early > 20 && early < 70, `${early} of 90 at once`);
    await world.sim.control.advance(600_000);
    await world.sim.control.webhooksIdle();
    assert.equal(world.merchant.received.length, 90);
  }));

test('drop: a share of the events never comes, and the book says which', () =>
  withSimulator({}, async (world) => {
    world.sim.control.setWebhookFaults({ dropPercent: 20 });
    await pay(world, 50);
    await world.sim.control.webhooksIdle();
    const dropped = world.sim.control.events().filter((event) => event.withheld === 'dropped');
    assert.ok(dropped.length > 15 && dropped.length < 50, `${dropped.length} of 150 dropped`);
    assert.equal(world.merchant.received.length, 150 - dropped.length);
    const arrived = new Set(world.merchant.received.map((delivery) => delivery.eventId));
    assert.ok(dropped.every((event) => !arrived.has(event.id)));
  }));

test('one seed, one run: the same ids and the same faults', async () => {
  const runs: string[] = [];
  for (const seed of ['a', 'a', 'b']) {
    await withSimulator({ seed, startAt: 1_775_000_000_000 }, async (world) => {
      world.sim.control.setWebhookFaults({ dropPercent: 30, copies: { min: 1, max: 3 } });
      await pay(world, 10);
      runs.push(
        JSON.stringify(world.sim.control.events().map(({ id, event, copies }) => [id, event, copies.length])),
      );
    });
  }
  assert.equal(runs[0], runs[1]);
  assert.notEqual(runs[0], runs[2]);
});

test('a changed secret signs new events; events from before keep the old signature', () =>
  withSimulator({}, async (world) => {
    world.sim.control.pauseWebhooks();
    await pay(world, 1);
    world.sim.control.setWebhook({ secret: 'a new secret' });
    await pay(world, 1);
    world.sim.control.resumeWebhooks();
    await world.sim.control.webhooksIdle();
    assert.deepEqual(world.merchant.received.map((delivery) => delivery.genuine).sort(), [
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  }));

test('1,000 payments, 3,000 events, copies and shuffle: all arrive', () =>
  withSimulator({}, async (world) => {
    world.sim.control.setWebhookFaults({ copies: { min: 1, max: 3 }, shuffleMs: 200 });
    world.merchant.answer = () => (world.merchant.received.length % 7 === 0 ? 500 : 200);
    await pay(world, 1000);
    await world.sim.control.webhooksIdle(60_000);
    assert.equal(new Set(world.merchant.received.map((delivery) => delivery.eventId)).size, 3000);
  }));
