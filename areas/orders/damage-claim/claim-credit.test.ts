// Claims that are credited: the note on the parcel's invoice, finance's decision, both books, and what becomes of the claim.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { eInvoiceContract } from '../../finance/e-invoice/e-invoice.contract.ts';
import { noteContract } from '../../finance/note/note.contract.ts';
import { closePackable } from '../dispatch/dispatch-testing.ts';
import { orderContract } from '../order-history/order-history.contract.ts';
import { r } from '../stock/stock-testing.ts';
import { BOOKS, changes, creditApp, decideNote, NOW, type Sent, sent } from './claim-testing.ts';
import { damageClaimContract as contract } from './damage-claim.contract.ts';
import { reOrderContract, reOrders } from './re-order.contract.ts';

let app: TestApp;
let toys = '';
before(async () => {
  app = await creditApp();
  const [row] = await app.sql<{ id: string }>(`select id from product where sku = 'TOYS'`);
  toys = row?.id ?? '';
  await app
    .as('Chetan', { centre: null, steppedUp: true })
    .call(eInvoiceContract.applyFrom, { from: '2026-04-01' });
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(NOW));

const bina = () => app.as('Bina');
// With the centre chosen: head office's own row is out of that reach.
const harsh = () => app.as('Harsh', { centre: ANDHERI });
type Verdict = 'REPLACE' | 'CREDIT';
type Fault = 'COURIER' | 'PACKING' | 'CENTRE';

/** What is missing of a parcel's lines: a product, or the whole kit. */
async function claimed(parcel: Sent, products: readonly (string | null)[]): Promise<string> {
  const { id } = await bina().call(contract.submit, {
    shipmentId: parcel.shipmentId,
    lines: products.map((productId, i) => ({
      lineId: parcel.lines[i] ?? '',
      productId,
      kind: 'MISSING' as const,
      qty: 1,
      reason: 'It was not in the box',
      photoIds: [],
    })),
  });
  return id;
}
async function claimOf(parcel: Sent, id: string) {
  const { claims } = await bina().call(contract.page, { orderId: parcel.orderId });
  const claim = claims.find((one) => one.id === id);
  assert.ok(claim);
  return claim;
}
async function verdictOn(
  parcel: Sent,
  id: string,
  { verdicts, fault = 'COURIER' as Fault }: { verdicts: readonly Verdict[]; fault?: Fault },
) {
  const claim = await claimOf(parcel, id);
  const lines = claim.lines.map((line, i) => ({
    id: line.id,
    qtyApproved: 1,
    resolution: verdicts[i] ?? ('REPLACE' as const),
  }));
  return { id, lines, fault, note: 'The packing list says so too' };
}
async function decided(
  parcel: Sent,
  id: string,
  of: { verdicts: readonly Verdict[]; fault?: Fault },
  who = harsh(),
) {
  if ((await claimOf(parcel, id)).status === 'SUBMITTED')
    await who.call(contract.take, { id }, { version: (await claimOf(parcel, id)).version });
  const { version } = await claimOf(parcel, id);
  return who.call(contract.decide, await verdictOn(parcel, id, of), { version });
}

test('what is credited comes off the centre’s due at its own tax, in both books, and closes the claim', async () => {
  const parcel = await sent(app, 3, ['DELIVERED']);
  // Of the first kit its toys, of the second all.
  const id = await claimed(parcel, [toys, null]);
  assert.deepEqual(await decided(parcel, id, { verdicts: ['CREDIT', 'CREDIT'] }), { status: 'APPROVED' });
  const waiting = await claimOf(parcel, id);
  assert.equal(waiting.credit?.number, null);
  const note = await app
    .as('Chetan', { centre: null })
    .call(noteContract.get, { id: waiting.credit?.id ?? '' });
  assert.deepEqual(
    note.parts.map(({ label, amount }) => [label, amount]),
    [
      ['1 × BAG', r(281.25)],
      ['1 × BOOKS', r(562.5)],
      ['2 × TOYS', r(1312.5)],
    ],
  );
  // 5 % of the toys and 18 % of the bag; books carry none.
  assert.deepEqual([note.taxable, note.tax], [r(2156.25), r(65.63 + 50.63)]);
  const accounts: [number, string][] = [
    [BOOKS.centre, '5400'],
    [BOOKS.centre, '2400'],
    [BOOKS.headOffice, '4530'],
    [BOOKS.headOffice, '1400'],
    [BOOKS.headOffice, '5550'],
    [BOOKS.headOffice, '1430'],
  ];
  const total = note.total;
  const moved = await changes(app, accounts, () => decideNote(app, note.id, true));
  // 900.00 was the cost of 4,500.00; the courier answers for its share.
  assert.deepEqual(moved, [-total, total, note.taxable, -total, -r(431.25), r(431.25)]);
  const closed = await claimOf(parcel, id);
  assert.equal(closed.status, 'CLOSED');
  assert.match(closed.credit?.number ?? '', /^RCN\/26-27\/\d{6}$/);
  const [due] = await app.sql<{ settled: string }>(
    'select d.settled from franchisee_due d join kit_invoice i on i.due_id = d.id where i.shipment_id = $1',
    [parcel.shipmentId],
  );
  assert.equal(Number(due?.settled), total);
  // Registered as the invoice was: goods by their own codes and rates, their tax in halves.
  const [registered] = await app.sql<{
    lines: { sac: string; rateBp: number; cgst: number; sgst: number }[];
  }>(`select document -> 'lines' as lines from e_invoice where document_id = $1 and doc_type = 'CRN'`, [
    note.id,
  ]);
  assert.deepEqual(
    registered?.lines.map(({ sac, rateBp, cgst, sgst }) => [sac, rateBp, cgst + sgst]),
    [
      ['4202', 1800, r(50.63)],
      ['4901', 0, 0],
      ['9503', 500, r(65.63)],
    ],
  );
  await bina().refused(reOrderContract.free, { id, source: 'CLAIM' }, 'claim.nothing-to-order');
});

test('all kits of a parcel, credited claim by claim, are its invoice to the paisa', async () => {
  const parcel = await sent(app, 3, ['DELIVERED']);
  for (const line of parcel.lines) {
    const id = await claimed({ ...parcel, lines: [line] }, [null]);
    await decided(parcel, id, { verdicts: ['CREDIT'], fault: 'PACKING' });
    await decideNote(app, (await claimOf(parcel, id)).credit?.id ?? '', true);
  }
  const [sums] = await app.sql<Record<string, string>>(
    `select i.taxable_paise as taxable, i.total_paise as total, d.settled, (select sum(n.taxable) from note n where n.due_id = d.id) as credited
       from kit_invoice i join franchisee_due d on d.id = i.due_id where i.shipment_id = $1`,
    [parcel.shipmentId],
  );
  assert.deepEqual([sums?.['settled'], sums?.['credited']], [sums?.['total'], sums?.['taxable']]);
});

test('who decided on the claim does not approve its note; another centre sees neither', async () => {
  const parcel = await sent(app, 2, ['DELIVERED']);
  const id = await claimed(parcel, [null]);
  const asha = app.as('Asha', { centre: null });
  await decided(parcel, id, { verdicts: ['CREDIT'] }, asha);
  const noteId = (await claimOf(parcel, id)).credit?.id ?? '';
  await asha.refused(noteContract.approve, { id: noteId }, 'approval.own', { version: 1 });
  await app.as('Charu').refused(noteContract.get, { id: noteId }, 'row.not-found');
  const both = await Promise.allSettled([decideNote(app, noteId, true), decideNote(app, noteId, true)]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await claimOf(parcel, id)).status, 'CLOSED');
});

test('a note that finance rejects brings the claim back; it is decided once more', async () => {
  const parcel = await sent(app, 2, ['DELIVERED']);
  const id = await claimed(parcel, [null]);
  await decided(parcel, id, { verdicts: ['CREDIT'] });
  const before = (await claimOf(parcel, id)).credit?.id ?? '';
  await decideNote(app, before, false);
  const again = await claimOf(parcel, id);
  assert.deepEqual(
    [again.status, again.fault, again.credit, again.lines[0]?.resolution],
    ['UNDER_REVIEW', null, null, null],
  );
  const [step] = await app.sql<{ reason: string }>(
    `select reason from status_step where subject_id = $1 and action = 'credit-refused'`,
    [id],
  );
  assert.equal(step?.reason, 'The courier still looks for it');
  await decided(parcel, id, { verdicts: ['CREDIT'] });
  const after = (await claimOf(parcel, id)).credit?.id ?? '';
  assert.notEqual(after, before);
  await decideNote(app, after, true);
  assert.equal((await claimOf(parcel, id)).status, 'CLOSED');
});

test('where a part is replaced, it is ordered once finance has decided on the credit', async () => {
  const parcel = await sent(app, 3, ['DELIVERED']);
  const id = await claimed(parcel, [null, null]);
  await decided(parcel, id, { verdicts: ['CREDIT', 'REPLACE'] });
  const waits = async () =>
    (await bina().call(reOrders.endpoints.list, { limit: 50 })).rows.find((row) => row.id === id);
  assert.equal(await waits(), undefined);
  assert.equal((await claimOf(parcel, id)).can['reOrder'], false);
  await bina().refused(reOrderContract.free, { id, source: 'CLAIM' }, 'claim.credit-waits');
  await decideNote(app, (await claimOf(parcel, id)).credit?.id ?? '', true);
  assert.equal((await claimOf(parcel, id)).status, 'APPROVED');
  assert.equal((await waits())?.qty, 1);
  const made = await bina().call(reOrderContract.free, { id, source: 'CLAIM' });
  assert.equal((await bina().call(orderContract.get, { id: made.id })).kits, 1);
  assert.equal((await claimOf(parcel, id)).status, 'RE_ORDERED');
});

test('the centre is not paid for what it caused; what was not invoiced is not credited', async () => {
  const parcel = await sent(app, 2, ['DELIVERED']);
  const id = await claimed(parcel, [null]);
  await harsh().call(contract.take, { id }, { version: 1 });
  const { version } = await claimOf(parcel, id);
  const own = await harsh().refused(
    contract.decide,
    await verdictOn(parcel, id, { verdicts: ['CREDIT'], fault: 'CENTRE' }),
    'input.invalid',
    { version },
  );
  assert.match(own.fields?.['lines.0.resolution'] ?? '', /centre caused it/);
  await app.sql('delete from kit_invoice where shipment_id = $1', [parcel.shipmentId]);
  await harsh().refused(
    contract.decide,
    await verdictOn(parcel, id, { verdicts: ['CREDIT'] }),
    'claim.no-invoice',
    { version },
  );
  const kept = await app.sql(
    `select from note where franchisee_id = $1 and maker = $2 and status = 'PENDING'`,
    [ANDHERI, people.Harsh.id],
  );
  assert.equal(kept.length, 0);
});
