// The settings of fees and concessions: head office, a centre's own, fixed values, days, limits of levels, ways to pay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { childAt, financeApp, nurseryPlan, paid, r } from '../assignment/nursery-testing.ts';
import { formFeeContract } from '../fee-type/form-fee.contract.ts';
import { concessionRules, linkRules, planRules, receiptRules } from '../finance-setting-forms.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { receiptNumberContract } from '../receipt/receipt-number.contract.ts';
import { financeBandContract } from './finance-band.contract.ts';

let app: TestApp;
before(async () => {
  app = await financeApp();
});
after(() => app.close());

const rules = { stacking: 'BEST_OF', concessionCap: null, overBudget: 'RAISE_BAND', autoApprove: false };
const today = '2026-04-05';
const chetan = (centre: number | null) => app.as('Chetan', { centre });
const entryAt = async (centre: number | null, name: string) => {
  const { entries } = await chetan(centre).call(concessionRules.endpoints.get, {});
  return entries[name];
};
const fieldsOf = async (endpoint: Endpoint, input: object, version = 1) => {
  const { status, body } = await chetan(null).raw(endpoint, input, { version });
  return [status, (body as { fields?: Record<string, string> }).fields];
};

test('head office writes for the network, a centre for itself, and only what differs is written', async () => {
  const { save } = concessionRules.endpoints;
  assert.deepEqual(await chetan(null).call(save, { ...rules, fromOn: today }), { changed: 0 });
  assert.deepEqual(await chetan(null).call(save, { ...rules, stacking: 'ADDITIVE', fromOn: today }), {
    changed: 1,
  });
  assert.deepEqual(await entryAt(BANER, 'stacking'), {
    value: 'ADDITIVE',
    from: 'NETWORK',
    fixed: false,
    next: null,
  });
  const own = { ...rules, stacking: 'SEQUENTIAL', concessionCap: 2000, fromOn: today };
  assert.deepEqual(await chetan(ANDHERI).call(save, own), { changed: 2 });
  assert.deepEqual(
    [(await entryAt(ANDHERI, 'stacking'))?.value, (await entryAt(BANER, 'stacking'))?.value],
    ['SEQUENTIAL', 'ADDITIVE'],
  );
  const fixed = { ...rules, stacking: 'BEST_OF', fromOn: today, fixed: ['stacking'] };
  await chetan(null).call(save, fixed);
  assert.deepEqual(await entryAt(ANDHERI, 'stacking'), {
    value: 'BEST_OF',
    from: 'NETWORK',
    fixed: true,
    next: null,
  });
  await chetan(ANDHERI).refused(save, { ...own, stacking: 'ADDITIVE' }, 'setting.fixed');
  const rows = await app.sql(`select key from setting where area = 'finance' and franchisee_id = $1`, [
    ANDHERI,
  ]);
  assert.equal(rows.length, 2, 'a refused save leaves nothing');
  await app.as('Bina').refused(save, own, 'module.missing');
});

test('a change holds from its day on; a day before today is refused', async () => {
  const { save, get } = planRules.endpoints;
  const values = {
    roundTo: '100',
    residue: 'LAST',
    partialMin: r(500),
    joinProration: 'NONE',
    leaveNoticeDays: 30,
  };
  await chetan(null).call(save, { ...values, fromOn: '2026-05-01' });
  const { entries } = await app.as('Asha', { centre: ANDHERI }).call(get, {});
  assert.deepEqual(entries['roundTo'], { value: '0', from: 'DEFAULT', fixed: false, next: null });
  const network = (await chetan(null).call(get, {})).entries['roundTo'];
  assert.deepEqual([network?.value, network?.next], ['0', { value: '100', fromOn: '2026-05-01' }]);
  assert.deepEqual(await fieldsOf(save, { ...values, fromOn: '2026-04-04' }), [
    422,
    { fromOn: 'Not before today' },
  ]);
});

test('links and receipts follow their settings; the number shown is the next one', async () => {
  await chetan(null).call(linkRules.endpoints.save, { linkDays: 5, fromOn: today });
  await chetan(null).call(receiptRules.endpoints.save, {
    stampAbove: r(100),
    receiptFooter: 'Fees are not refunded after 30 days.',
    fromOn: today,
  });
  const plan = await nurseryPlan(app);
  const child = await childAt(app, 'Ishaan R.');
  const link = await app.as('Bina').call(paymentContract.createLink, { feeAccountId: child.accountId });
  assert.equal(link.expiresAt.slice(0, 10), '2026-04-10');
  const { number } = await chetan(ANDHERI).call(receiptNumberContract.next, {});
  await paid(app, child, r(500));
  const [receipt] = await app.sql<{ number: string; footer: string; stamp: number }>(
    `select number, snapshot->>'footer' as footer, (snapshot->>'stampAbove')::int as stamp from receipt where franchisee_id = $1`,
    [ANDHERI],
  );
  assert.deepEqual(receipt, { number, footer: 'Fees are not refunded after 30 days.', stamp: r(100) });
  assert.ok(plan.planId);
});

test('limits of levels rise, the highest stays open, and head office alone changes them', async () => {
  const { approvalBands, changeApprovalBand, refundBands, changeRefundBand } = financeBandContract;
  const { rows } = await chetan(null).call(approvalBands, {});
  const [one, two, three] = rows.filter((row) => row.subject === 'CONCESSION');
  assert.ok(one && two && three);
  assert.deepEqual(await fieldsOf(changeApprovalBand, { id: one.id, upToBp: 2000 }, one.version), [
    422,
    { upToBp: 'Less than the level above' },
  ]);
  assert.deepEqual(await fieldsOf(changeApprovalBand, { id: two.id, upToBp: 1000 }, two.version), [
    422,
    { upToBp: 'More than the level below' },
  ]);
  assert.deepEqual(await fieldsOf(changeApprovalBand, { id: three.id, upToBp: 9000 }, three.version), [
    422,
    { upToBp: 'The highest level covers everything above' },
  ]);
  const { version } = one;
  await app
    .as('Bina')
    .refused(changeApprovalBand, { id: one.id, upToBp: 1200 }, 'module.missing', { version });
  await chetan(null).call(changeApprovalBand, { id: one.id, upToBp: 1200 }, { version });
  await chetan(null).refused(changeApprovalBand, { id: one.id, upToBp: 1300 }, 'row.stale', { version });
  const refund = (await chetan(null).call(refundBands, {})).rows[0];
  assert.ok(refund);
  await chetan(null).call(changeRefundBand, { id: refund.id, percentBp: 4000 }, { version: refund.version });
  assert.equal(
    (await chetan(null).call(refundBands, {})).rows.find((row) => row.id === refund.id)?.percentBp,
    4000,
  );
});

test('the fee of a form keeps one way to be paid; another centre’s is not there', async () => {
  const [type] = await app.sql<{ id: string }>(
    `select id from fee_type where code = 'TUITION' and franchisee_id = 1`,
  );
  const [fee] = await app.sql<{ id: string }>(
    `insert into receipt_fee_type (franchisee_id, academic_year_id, name, reference_type, fee_type_id, amount)
     values ($1, $2, 'Form fee of a test', 'ADMISSION_FORM', $3, 50000)
     on conflict (franchisee_id, academic_year_id, reference_type, class_id) do update set name = excluded.name, amount = excluded.amount returning id`,
    [ANDHERI, YEAR, type?.id],
  );
  const id = fee?.id ?? '';
  const rowOf = async (centre: number) =>
    (await chetan(centre).call(formFeeContract.list, {})).rows.find((row) => row.id === id);
  const row = await rowOf(ANDHERI);
  assert.ok(row);
  const version = row.version;
  assert.deepEqual(await fieldsOf(formFeeContract.ways, { id, online: false, offline: false }, version), [
    422,
    { offline: 'Choose at least one way to pay' },
  ]);
  await chetan(BANER).refused(formFeeContract.ways, { id, online: true, offline: false }, 'row.not-found', {
    version,
  });
  await chetan(ANDHERI).call(formFeeContract.ways, { id, online: true, offline: false }, { version });
  assert.deepEqual([(await rowOf(ANDHERI))?.online, (await rowOf(ANDHERI))?.offline], [true, false]);
  assert.equal(await rowOf(BANER), undefined);
});
