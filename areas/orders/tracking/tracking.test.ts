// Parcels after the gate: scans in any order, what the centre counts, and kits that go home by code, signature or the parent's word.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { sign } from '@aangan/server/work/seal.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import {
  closePackable,
  dev,
  kitsIn,
  orderOf,
  packed,
  rightsIn,
  sendOff,
} from '../dispatch/dispatch-testing.ts';
import { handoverContract, handovers } from '../handover/handover.contract.ts';
import { codeOf } from '../handover/handover-code.server.ts';
import {
  DELHIVERY_HEADER,
  DELHIVERY_PATH,
  DELHIVERY_PROVIDER,
  delhiveryInbox,
} from './delhivery-webhook.server.ts';
import { courierRules } from './orders.settings.ts';
import { trackingContract as contract } from './tracking.contract.ts';

let app: TestApp;
const GONE = new Date('2026-11-03T11:00:00+05:30');
const NOW = new Date('2026-11-06T17:00:00+05:30');
const config: Record<string, string> = { NODE_ENV: 'test', AANGAN_DEMO: '', AANGAN_ALLOW_KEYLESS: 'true' };
before(async () => {
  app = await testApp({ app: { ports: { config, origin: 'http://aangan.test' } } });
  app.moveClock(GONE);
  await kitsIn(app);
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(GONE));
const bina = () => app.as('Bina');

/** A parcel of so many kits that has left; the clock stands three days later. */
async function gone(kits: number, rights?: string[]) {
  app.moveClock(GONE);
  const order = await orderOf(app, rights ?? (await rightsIn(app, kits)));
  const parcel = await packed(app, order.id, kits);
  const [awb = ''] = await sendOff(app, [parcel]);
  app.moveClock(NOW);
  return { orderId: order.id, ...parcel, awb };
}
const track = async (orderId: string, who = bina()) => who.call(contract.track, { orderId });
const scan = (awb: string, status: string, at: string, more: { type?: string; code?: string } = {}) => ({
  Shipment: {
    AWB: awb,
    NSLCode: more.code ?? 'X-ILL1F',
    Status: {
      Status: status,
      StatusType: more.type ?? 'UD',
      StatusDateTime: at,
      StatusLocation: 'Mumbai_Andheri_D (Maharashtra)',
      Instructions: `${status} said`,
      RecievedBy: 'Front desk',
    },
  },
});
async function push(body: unknown, token = sign(DELHIVERY_PROVIDER)) {
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: DELHIVERY_PATH,
    headers: { 'content-type': 'application/json', [DELHIVERY_HEADER]: token },
    payload: JSON.stringify(body),
  });
  await drainInbox({
    database: app.pool,
    workers: { [DELHIVERY_PROVIDER]: delhiveryInbox },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
  return statusCode;
}
const statusOf = async (orderId: string) =>
  (
    await app.sql<{ status: string; fail_reason: string | null }>(
      'select status, fail_reason from kit_order where id = $1',
      [orderId],
    )
  )[0];

test('story 14: delivered is told first and an older scan later: delivered it stays, both stand in the history', async () => {
  const { orderId, awb } = await gone(2);
  const delivered = scan(awb, 'Delivered', '2026-11-05T15:31:00', { type: 'DL', code: 'EOD-38' });
  assert.equal(await push(delivered), 200);
  assert.equal(await push(scan(awb, 'In Transit', '2026-11-05T09:02:10.124')), 200);
  // The same scan twice, and once more in other words of the courier's.
  assert.equal(await push(delivered), 200);
  assert.equal(await push({ ...delivered, again: true }), 200);
  const { parcels, status } = await track(orderId);
  const [parcel] = parcels;
  assert.deepEqual([parcel?.status, status], ['DELIVERED', 'DELIVERED']);
  assert.deepEqual(
    parcel?.events.map(({ event, at }) => [event, at]),
    [
      ['DELIVERED', '2026-11-05T10:01:00.000Z'],
      ['IN_TRANSIT', '2026-11-05T03:32:10.124Z'],
    ],
  );
  assert.deepEqual([parcel?.receivedBy, parcel?.deliveredAt], ['Front desk', '2026-11-05T10:01:00.000Z']);
  const lines = await app.sql(
    'select distinct qty_shipped, qty_delivered from kit_order_line where order_id = $1',
    [orderId],
  );
  assert.deepEqual(lines, [{ qty_shipped: 1, qty_delivered: 1 }]);
});

test('a scan without our token is turned away; one of a waybill that nobody knows yet is tried again', async () => {
  const { awb, orderId } = await gone(1);
  assert.equal(await push(scan(awb, 'Dispatched', '2026-11-05T09:00:00'), 'guessed'), 401);
  assert.equal((await track(orderId)).parcels[0]?.status, 'MANIFESTED');
  assert.equal(await push(scan('99999999999999', 'Dispatched', '2026-11-05T09:00:00')), 200);
  const [waiting] = await app.sql<{ state: string }>(
    `select state from inbox where provider = $1 and verdict = 'VALID' and state = 'NEW'`,
    [DELHIVERY_PROVIDER],
  );
  assert.equal(waiting?.state, 'NEW');
  assert.equal(await push(scan(awb, 'Dispatched', '2026-11-05T09:00:00')), 200);
  assert.equal((await track(orderId)).parcels[0]?.status, 'OUT_FOR_DELIVERY');
});

test('head office records by hand; a delivery that was tried and tried again; never before the gate or in the future', async () => {
  const { id, orderId } = await gone(1);
  const record = (event: 'OUT_FOR_DELIVERY' | 'ATTEMPT_FAILED' | 'LOST' | 'DELIVERED', at: string) =>
    dev(app).call(contract.record, { id, event, at });
  assert.deepEqual(await record('OUT_FOR_DELIVERY', '2026-11-05T09:00:00+05:30'), {
    status: 'OUT_FOR_DELIVERY',
    moved: true,
  });
  assert.equal((await record('ATTEMPT_FAILED', '2026-11-05T15:00:00+05:30')).moved, true);
  assert.ok((await track(orderId)).parcels[0]?.trouble);
  assert.equal((await record('OUT_FOR_DELIVERY', '2026-11-06T09:00:00+05:30')).moved, true);
  assert.equal((await record('ATTEMPT_FAILED', '2026-11-05T16:00:00+05:30')).moved, false);
  const wrong = { id, event: 'DELIVERED' as const };
  await dev(app).refused(contract.record, { ...wrong, at: '2026-11-03T10:00:00+05:30' }, 'parcel.future');
  await dev(app).refused(contract.record, { ...wrong, at: '2026-11-06T17:01:00+05:30' }, 'parcel.future');
  await bina().refused(contract.record, { ...wrong, at: '2026-11-06T10:00:00+05:30' }, 'module.missing');
  // Lost, the order failed; found again, it goes on.
  await record('LOST', '2026-11-06T10:00:00+05:30');
  assert.deepEqual(await statusOf(orderId), { status: 'FAIL', fail_reason: 'LOST' });
  await record('DELIVERED', '2026-11-06T12:00:00+05:30');
  assert.deepEqual(await statusOf(orderId), { status: 'DELIVERED', fail_reason: null });
});

test('the centre counts once: good kits wait for their families, the rest is damaged or missing', async () => {
  const { id, orderId } = await gone(4);
  const [parcel] = (await track(orderId)).parcels;
  const lines = (parcel?.lines ?? []).map(({ lineId }, i) => ({
    lineId,
    good: i < 2 ? 1 : 0,
    damaged: i === 2 ? 1 : 0,
    short: i === 3 ? 1 : 0,
  }));
  const wrong = lines.map((line, i) => (i === 0 ? { ...line, damaged: 1 } : line));
  const refused = await bina().refused(contract.receive, { shipmentId: id, lines: wrong }, 'receipt.lines');
  assert.match(refused.message, /Kit Child \d+: good, damaged and missing must be 1 together\./);
  await bina().refused(contract.receive, { shipmentId: id, lines: lines.slice(1) }, 'receipt.all');
  await app.as('Charu').refused(contract.receive, { shipmentId: id, lines }, 'row.not-found');
  assert.deepEqual(await bina().call(contract.receive, { shipmentId: id, lines }), {
    atCentre: 2,
    missing: 2,
  });
  await bina().refused(contract.receive, { shipmentId: id, lines }, 'receipt.again');
  const view = await track(orderId);
  assert.deepEqual([view.status, view.parcels[0]?.status], ['DELIVERED', 'DELIVERED']);
  const sums = await app.sql(
    `select sum(qty_delivered)::int as good, sum(qty_damaged)::int as damaged, sum(qty_short)::int as short from kit_order_line where order_id = $1`,
    [orderId],
  );
  assert.deepEqual(sums, [{ good: 2, damaged: 1, short: 1 }]);
  const told = await app.sql(`select from outbox where source_kind = 'kit-handover'`);
  assert.equal(told.length, 2);
  const waiting = await bina().call(handovers.endpoints.list, {});
  assert.equal(waiting.rows.length, 2);
  assert.equal((await app.as('Charu').call(handovers.endpoints.list, {})).rows.length, 0);
  // Scans that come after the count change nothing.
  assert.equal(
    (await dev(app).call(contract.record, { id, event: 'LOST', at: '2026-11-06T10:00:00+05:30' })).moved,
    false,
  );
});

/** A kit of Aarav, Gita's child, that waits at the centre. */
let aaravs = '';
test('story 17: five wrong codes and the sixth is locked; a new code hands the kit over', async () => {
  const [enrolment] = await app.sql<{ id: string }>(
    'select current_enrolment_id as id from student where id = $1',
    [children.Aarav.studentId],
  );
  const [right] = await app.sql<{ id: string }>(
    `insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source)
     values ($1, $2, 'CURRICULUM_KIT_1', $3, $4, $5, 'MANUAL') returning id`,
    [ANDHERI, YEAR, enrolment?.id, children.Aarav.studentId, NURSERY],
  );
  const { id: shipmentId, orderId } = await gone(2, [right?.id ?? '', ...(await rightsIn(app, 1))]);
  const gita = app.as('Gita');
  const mine = async () =>
    (await gita.call(handoverContract.mine, { student: children.Aarav.admissionId })).kits;
  const [onItsWay] = await mine();
  assert.deepEqual([onItsWay?.state, onItsWay?.eta !== null, onItsWay?.code], ['SHIPPED', true, null]);
  const lines = ((await track(orderId)).parcels[0]?.lines ?? []).map(({ lineId }) => ({
    lineId,
    good: 1,
    damaged: 0,
    short: 0,
  }));
  await bina().call(contract.receive, { shipmentId, lines });
  const [handover] = await app.sql<{ id: string }>('select id from kit_handover where student_id = $1', [
    children.Aarav.studentId,
  ]);
  aaravs = handover?.id ?? '';
  await bina().refused(handoverContract.byCode, { id: aaravs, code: '123456' }, 'handover.no-code');
  await bina().call(handoverContract.start, { id: aaravs });
  const soon = await bina().refused(handoverContract.start, { id: aaravs }, 'handover.too-soon');
  assert.match(soon.message, /in 60 s/);
  const code = (await mine())[0]?.code ?? '';
  assert.match(code, /^\d{6}$/);
  const wrong = code === '000000' ? '000001' : '000000';
  for (const left of [4, 3, 2, 1, 0]) {
    const refused = await bina().refused(
      handoverContract.byCode,
      { id: aaravs, code: wrong },
      'handover.wrong-code',
    );
    assert.match(refused.message, new RegExp(`\\(${left} tries left\\)`));
  }
  await bina().refused(handoverContract.byCode, { id: aaravs, code: wrong }, 'handover.locked');
  await bina().refused(handoverContract.byCode, { id: aaravs, code }, 'handover.locked');
  app.moveClock(new Date(NOW.getTime() + 61_000));
  await bina().call(handoverContract.start, { id: aaravs });
  await bina().refused(handoverContract.byCode, { id: aaravs, code }, 'handover.wrong-code');
  const [{ nonce } = { nonce: '' }] = await app.sql<{ nonce: string }>(
    'select code_nonce as nonce from kit_handover where id = $1',
    [aaravs],
  );
  const fresh = codeOf({ id: aaravs, nonce });
  assert.equal((await mine())[0]?.code, fresh, 'message and app show the same');
  await app.as('Charu').refused(handoverContract.byCode, { id: aaravs, code: fresh }, 'row.not-found');
  app.moveClock(new Date(NOW.getTime() + 12 * 60_000));
  await bina().refused(handoverContract.byCode, { id: aaravs, code: fresh }, 'handover.no-code');
  await bina().call(handoverContract.start, { id: aaravs });
  const last = (await mine())[0]?.code ?? '';
  assert.deepEqual(await bina().call(handoverContract.byCode, { id: aaravs, code: last }), {
    status: 'HANDED_OVER',
  });
  assert.equal((await mine())[0]?.state, 'HANDED_OVER');
  await bina().refused(handoverContract.start, { id: aaravs }, 'handover.done');
});

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(200, 7),
]);

test('a signature hands it over and is kept as a file; sent twice it is one hand-over', async () => {
  const { rows } = await bina().call(handovers.endpoints.list, { status: 'AT_CENTRE' });
  const [kit] = rows;
  const sent = { id: kit?.id ?? '', receiver: 'Sunita Rao', signature: PNG.toString('base64') };
  await bina().refused(
    handoverContract.bySignature,
    { ...sent, signature: Buffer.from('no picture at all').toString('base64') },
    'handover.no-picture',
  );
  const large = await bina().refused(
    handoverContract.bySignature,
    { ...sent, signature: Buffer.alloc(41 * 1024, 1).toString('base64') },
    'input.invalid',
  );
  assert.match(large.fields?.['signature'] ?? '', /too large/);
  const key = randomUUID();
  await bina().call(handoverContract.bySignature, sent, { key });
  await bina().call(handoverContract.bySignature, sent, { key });
  await bina().refused(handoverContract.bySignature, sent, 'handover.done');
  const [file] = await app.sql<{ mime: string; sensitive: boolean }>(
    `select f.mime, f.sensitive from kit_handover h join file f on f.franchisee_id = h.franchisee_id and f.id = h.signature_file_id where h.id = $1`,
    [sent.id],
  );
  assert.deepEqual(file, { mime: 'image/png', sensitive: true });
});

test('what has not left the warehouse is not counted', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const { id: shipmentId } = await packed(app, order.id, 1);
  const [line] = (await track(order.id)).parcels[0]?.lines ?? [];
  await bina().refused(
    contract.receive,
    { shipmentId, lines: [{ lineId: line?.lineId ?? '', good: 1, damaged: 0, short: 0 }] },
    'parcel.not-left',
  );
});

test('a kit has five codes a day; the next day it has five more', async () => {
  const { id: shipmentId, orderId } = await gone(1);
  const [line] = (await track(orderId)).parcels[0]?.lines ?? [];
  await bina().call(contract.receive, {
    shipmentId,
    lines: [{ lineId: line?.lineId ?? '', good: 1, damaged: 0, short: 0 }],
  });
  const [row] = await app.sql<{ id: string }>(
    `select h.id from kit_handover h join kit_order_line l on l.franchisee_id = h.franchisee_id and l.allocation_id = h.allocation_id where l.order_id = $1`,
    [orderId],
  );
  const id = row?.id ?? '';
  for (let minutes = 0; minutes < 10; minutes += 2) {
    app.moveClock(new Date(NOW.getTime() + minutes * 60_000));
    await bina().call(handoverContract.start, { id });
  }
  app.moveClock(new Date(NOW.getTime() + 20 * 60_000));
  await bina().refused(handoverContract.start, { id }, 'handover.too-many');
  app.moveClock(new Date(NOW.getTime() + 86_400_000));
  await bina().call(handoverContract.start, { id });
});

test('a parent confirms the own child’s kit and nobody else’s', async () => {
  const gita = app.as('Gita');
  const { rows } = await bina().call(handovers.endpoints.list, { status: 'AT_CENTRE' });
  const foreign = rows[0]?.id ?? '';
  await gita.refused(
    handoverContract.confirm,
    { student: children.Aarav.admissionId, id: foreign },
    'row.not-found',
  );
  await gita.refused(handoverContract.mine, { student: children.Kabir.admissionId }, 'row.not-found');
  await gita.refused(
    handoverContract.confirm,
    { student: children.Aarav.admissionId, id: aaravs },
    'handover.done',
  );
  await app.sql(
    `update kit_handover set status = 'AT_CENTRE', method = null, handed_at = null, handed_by = null where id = $1`,
    [aaravs],
  );
  await app.sql(`update kit_allocation set status = 'AT_CENTRE' where student_id = $1`, [
    children.Aarav.studentId,
  ]);
  await gita.call(handoverContract.confirm, { student: children.Aarav.admissionId, id: aaravs });
  const [row] = await app.sql<{ method: string }>('select method from kit_handover where id = $1', [aaravs]);
  assert.equal(row?.method, 'PARENT_APP');
});

test('the courier’s own log is a link once its address is set, by the installation or on the screen; another centre’s order is not there', async () => {
  const { orderId, awb } = await gone(1);
  assert.equal((await track(orderId)).parcels[0]?.logUrl, null);
  config['AANGAN_COURIER_TRACKING_URL'] = 'https://courier.in/log/';
  assert.equal((await track(orderId)).parcels[0]?.logUrl, `https://courier.in/log/${awb}`);
  await dev(app).call(courierRules.endpoints.save, {
    courierLogUrl: 'https://track.example.in/?awb=',
    fromOn: '2026-11-06',
    fixed: [],
  });
  assert.equal((await track(orderId)).parcels[0]?.logUrl, `https://track.example.in/?awb=${awb}`);
  await app.as('Charu').refused(contract.track, { orderId }, 'row.not-found');
  await app.as('Charu').refused(contract.track, { orderId: randomUUID() }, 'row.not-found');
  const webhook = await dev(app).call(contract.webhook, {});
  assert.equal(webhook.token, sign(DELHIVERY_PROVIDER));
});
