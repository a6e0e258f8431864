// The thread of kits in a real browser, each step by who does it: a product gets its price and a kit its mapping by three
// people, goods come in, an admitted child is entitled, the centre orders on credit and online, the parcel is packed, invoiced,
// tracked and counted, a family takes its kit home with a code, and what came broken is claimed and replaced.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { later } from '@aangan/server/background/outbox.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { fits, pick, settled } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, HEAD_OFFICE } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import type { Page } from 'playwright-core';
import { checkoutOf } from '../../e2e/journey.ts';
import { action, decides, find, look, orderThread, type Thread, visits } from '../../e2e/order-thread.ts';
import { entitleWorker } from './allocation/entitle-worker.server.ts';
import { kitOrderContract } from './kit-order/kit-order.contract.ts';
import { stockContract } from './stock/stock.contract.ts';
import { asSystem, childIn, priceIn, r, warehouseIn } from './stock/stock-testing.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let thread: Thread;
/** Numbers of the thread: each step reads them off the screen where the one before left them. */
const no = { order: '', parcel: '', invoice: '', claim: '', replacement: '' };

before(async () => {
  thread = await orderThread({ Harsh: 'DAMAGE_CLAIM_APPROVED' });
  const { server } = thread.web;
  const warehouseId = await warehouseIn(server);
  // Books and toys have their prices and stand in the warehouse; the bag goes the whole way.
  for (const [sku, name, hsn, price] of [
    ['CK1-NUR-BOOKS', 'Nursery work books', '4901', r(600)],
    ['CK1-NUR-TOYS', 'Nursery learning toys', '9503', r(700)],
  ] as const) {
    const [row] = await server.sql<{ id: string }>(
      'insert into product (sku, name, hsn, weight_g) values ($1, $2, $3, 500) returning id',
      [sku, name, hsn],
    );
    const productId = row?.id ?? '';
    await priceIn(server, productId, price);
    await server
      .as('Dev', { centre: null })
      .call(stockContract.receive, { warehouseId, productId, qty: 120, unitCost: r(100), note: null });
  }
  await server
    .as('Harsh', { centre: ANDHERI })
    .call(kitOrderContract.setTerms, { limit: r(50_000), overdueDaysMax: 30, orderMax: null, note: null });
});
after(() => thread?.close());

const PRODUCTS = 'Products and margin';
/** The ten children made here. */
const names: string[] = [];
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test('Ira asks for a margin, Jai and Kiran approve it', async () => {
  const ira = await thread.person('Ira');
  await visits(ira, PRODUCTS);
  await ira.getByRole('button', { name: 'New product' }).click();
  await ira.getByLabel('Name').fill('Nursery school bag');
  await ira.getByLabel('SKU').fill('CK1-NUR-BAG');
  await ira.getByLabel('HSN').fill('4202');
  await ira.getByLabel('Weight (g)').fill('350');
  await ira.getByRole('button', { name: 'Add product' }).click();
  await ira.getByRole('textbox', { name: 'MRP' }).fill('1180');
  await said(ira, '₹800.00');
  await said(ira, '₹944.00');
  await look(ira, '01-margin');
  await ira.getByRole('button', { name: 'Send for approval' }).click();
  await said(ira, 'A request of this product waits for approval.');
  for (const [who, state] of [
    ['Jai', 'PARTIALLY APPROVED'],
    ['Kiran', 'APPROVED'],
  ] as const) {
    const page = await thread.person(who);
    await visits(page, PRODUCTS);
    await find(page, 'Nursery school bag');
    await action(page, /Nursery school bag/, 'Approve');
    await decides(page, 'Approve');
    await page
      .getByRole('row', { name: /Nursery school bag/ })
      .getByText(state, { exact: true })
      .waitFor();
    await look(page, `02-margin-${who}`);
  }
});

test('Ira maps the kit of Nursery; she may not approve it, Jai and Kiran do', async () => {
  const ira = await thread.person('Ira');
  await visits(ira, 'Kit mapping');
  await ira.getByRole('button', { name: 'New mapping' }).first().click();
  await pick(ira, 'Academic year', '2026-2027');
  await pick(ira, 'Class', 'Nursery');
  for (const name of ['Nursery work books', 'Nursery learning toys', 'Nursery school bag']) {
    const field = ira.getByRole('combobox', { name: 'Add a product' }).or(ira.getByLabel('Add a product'));
    await field.first().click();
    await ira.getByRole('option', { name: new RegExp(name) }).click();
    await ira.getByRole('table').getByText(name).waitFor();
  }
  // 600 at nothing, 700 at 5 % and 800 at 18 %.
  await said(ira, '₹2,279.00');
  await look(ira, '03-mapping');
  await ira.getByRole('button', { name: 'Save mapping' }).click();
  await ira.getByRole('dialog').getByText('PENDING').waitFor();
  assert.equal(await ira.getByRole('dialog').getByRole('button', { name: 'Approve' }).count(), 0);
  for (const [who, state] of [
    ['Jai', 'CH1_APPROVED'],
    ['Kiran', 'APPROVED'],
  ] as const) {
    const page = await thread.person(who);
    await visits(page, 'Kit mapping');
    await action(page, /Nursery/, 'Decide');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await decides(page, 'Approve mapping');
    await page.getByRole('dialog').getByText(state, { exact: true }).first().waitFor();
    await look(page, `04-mapping-${who}`);
  }
});

test('Dev receives the bags and corrects his count', async () => {
  const dev = await thread.person('Dev');
  await visits(dev, 'Stock check');
  await dev.getByRole('button', { name: 'Receive goods' }).click();
  await pick(dev, 'Warehouse', 'PUN warehouse');
  await pick(dev, 'Product', 'Nursery school bag');
  await dev.getByLabel('Pieces').fill('120');
  await dev.getByLabel('Cost of a piece').fill('100');
  await decides(dev, 'Receive');
  await action(dev, /Nursery school bag/, 'Count');
  await dev.getByLabel('Pieces counted').fill('119');
  await dev.getByLabel('Why it differs').fill('One bag has no handle');
  await decides(dev, 'Save count');
  await dev
    .getByRole('row', { name: /Nursery school bag/ })
    .getByText('119')
    .first()
    .waitFor();
  await look(dev, '05-stock');
});

test('a child is entitled by its admission; Bina orders ten kits on credit and one online', async () => {
  const { server } = thread.web;
  const admitted = [children.Aarav.admissionId];
  for (let n = 0; n < 10; n += 1) {
    const { enrolmentId, name } = await childIn(server);
    admitted.push(enrolmentId);
    names.push(name);
  }
  for (const enrolmentId of admitted)
    await asSystem(server, ANDHERI, (db) =>
      later(
        db,
        'orders.entitle-kits',
        { enrolmentId },
        { franchiseeId: ANDHERI, dedupeKey: enrolmentId, lane: 'FACT' },
      ),
    );
  await drainOutbox({
    database: server.pool,
    workers: { 'orders.entitle-kits': entitleWorker },
    ports: server.ports,
    log: pino({ level: 'silent' }),
  });
  const ira = await thread.person('Ira');
  await visits(ira, 'Kit allocation');
  await find(ira, 'Aarav');
  await look(ira, '06-allocated');

  const bina = await thread.person('Bina');
  await visits(bina, 'Place order');
  await bina.getByRole('button', { name: 'Tick all 11' }).click();
  await bina.getByLabel(`Order for ${names[9]}`).uncheck();
  await bina.getByRole('heading', { name: '10 × Curriculum Kit 1' }).waitFor();
  await bina.getByRole('radio', { name: 'Credit' }).check();
  await look(bina, '07-credit');
  await bina.getByRole('button', { name: 'Place order of ₹22,790.00' }).click();
  const told = bina.getByText(/^Order KO\/002\/.* is confirmed\.$/);
  no.order = /KO\/\S+/.exec((await told.textContent()) ?? '')?.[0] ?? '';

  await bina.getByLabel(`Order for ${names[9]}`).check();
  await bina.getByRole('heading', { name: '1 × Curriculum Kit 1' }).waitFor();
  await bina.getByRole('radio', { name: 'Online' }).check();
  await bina.getByRole('button', { name: 'Place order of ₹2,279.00' }).click();
  const checkout = checkoutOf(bina);
  await checkout.getByLabel('Mobile number').fill('9820011223');
  // She closes it by mistake: the order says where it is paid.
  await checkout.getByRole('button', { name: 'Close' }).first().click();
  await checkout.getByRole('button', { name: 'Leave' }).click();
  await bina.getByRole('link', { name: 'Open order' }).click();
  await bina.getByRole('link', { name: 'Pay now' }).click();
  await bina.getByRole('button', { name: 'Pay ₹2,279.00 now' }).click();
  await checkout.getByLabel('Mobile number').fill('9820011223');
  await checkout.getByRole('button', { name: /^Pay ₹2,279/ }).click();
  await said(bina, 'It is paid and confirmed.');
  await look(bina, '09-paid');
  await visits(bina, 'Order history');
  await bina
    .getByRole('row', { name: /Online|₹2,279\.00/ })
    .getByText('Confirmed')
    .waitFor();
  await look(bina, '10-history');
});

test('Dev packs the ten, issues the challan and hands them to the courier: invoice and both ledgers', async () => {
  const dev = await thread.person('Dev');
  await visits(dev, 'Delivery and challans');
  await action(dev, new RegExp(no.order), 'Pack');
  await look(dev, '11-pack');
  await decides(dev, 'Pack 10 kits');
  await dev.getByRole('tab', { name: 'To hand over' }).click();
  const row = dev.getByRole('row', { name: new RegExp(no.order) });
  await row.waitFor();
  no.parcel = /SH\/\d+\/[\d-]+\/\d+/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await action(dev, new RegExp(no.order), 'Issue challan');
  await row.getByText('Issued').waitFor();
  await action(dev, new RegExp(no.order), 'Hand over');
  await dev.getByLabel(`Waybill of ${no.parcel}`).fill('26805710000001');
  await look(dev, '12-gate');
  await dev.getByRole('button', { name: 'Hand over and invoice' }).click();
  const left = dev.getByText(/^The parcel has left\. Invoice /);
  no.invoice = /Invoice (\S+)\.$/.exec((await left.textContent()) ?? '')?.[1] ?? '';
  const { sql } = thread.web.server;
  const booked = async (book: number, account: string) =>
    Number(
      (
        await sql<{ sum: string }>(
          'select coalesce(sum(amount), 0)::text as sum from ledger_posting where franchisee_id = $1 and account_code = $2',
          [book, account],
        )
      )[0]?.sum,
    );
  // The centre's purchase, with the GST it pays; head office's goods at their cost of ₹100.00 a piece.
  assert.equal(await booked(ANDHERI, '5400'), r(22_790));
  assert.equal(await booked(HEAD_OFFICE, '1600'), r(100) * (120 + 120 + 119 - 30));

  const bina = await thread.person('Bina');
  await visits(bina, 'Order invoices');
  await (await find(bina, no.invoice)).getByText('₹22,790.00').first().waitFor();
  await look(bina, '13-invoice');
});

test('it is tracked and delivered; Bina counts nine good and one damaged', async () => {
  const bina = await thread.person('Bina');
  await action(bina, new RegExp(no.invoice), 'Track');
  await said(bina, /It left the warehouse/);
  const dev = await thread.person('Dev');
  await dev.getByRole('tab', { name: 'Tracking' }).click();
  await action(dev, new RegExp(no.parcel), 'Record an event');
  await pick(dev, 'What happened', 'Delivered');
  await dev.getByLabel('Taken by').fill('Front desk');
  await decides(dev, 'Record');
  await bina.reload();
  await said(bina, 'The parcel was delivered.');
  await look(bina, '14-delivered');
  await bina.getByRole('button', { name: 'Count what came' }).click();
  await bina.getByLabel(`Damaged, ${names[0]}`, { exact: true }).fill('1');
  await look(bina, '15-count');
  await decides(bina, 'Save count');
  await said(bina, 'The centre has counted it.');
  await look(bina, '16-counted');
});

test('Gita tells the code of her app, and Aarav’s kit goes home', async () => {
  const bina = await thread.person('Bina');
  await bina.getByRole('link', { name: 'Kits to hand over' }).click();
  await find(bina, 'Aarav');
  await action(bina, /Aarav/, 'Hand over');
  await bina.getByRole('button', { name: 'Send the code' }).click();
  await said(bina, /The code is with the family/);
  const gita = await thread.person('Gita', { width: 390 });
  await visits(gita, 'Student dashboard', 'My child');
  await said(gita, 'Code for hand-over');
  await settled(gita);
  await fits(gita);
  await look(gita, '17-gita');
  const code = /\b\d{6}\b/.exec((await gita.getByText(/^\d{6}$/).textContent()) ?? '')?.[0] ?? '';
  await bina
    .getByRole('textbox', { name: /Code|PinInput/ })
    .first()
    .click();
  await bina.keyboard.type(code);
  await decides(bina, 'Hand over');
  await look(bina, '18-handed');
  await gita.reload();
  await gita.getByRole('main').getByText('Handed over').first().waitFor();
});

test('the broken kit is claimed, decided by another person, and its replacement closes the claim', async () => {
  const bina = await thread.person('Bina');
  await visits(bina, 'Order history');
  await bina.getByRole('link', { name: no.order }).click();
  await look(bina, '19-order');
  await bina.getByRole('link', { name: 'Damaged or missing' }).click();
  await bina.getByLabel(new RegExp(`^${names[0]},`)).check();
  await bina.getByRole('button', { name: 'Next' }).click();
  await bina.getByLabel('What happened').fill('The bag is torn at its side');
  await bina
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'torn.png', mimeType: 'image/png', buffer: PIXEL });
  await bina.getByRole('button', { name: /^Remove: torn/ }).waitFor();
  await look(bina, '20-claim');
  await bina.getByRole('button', { name: 'Next' }).click();
  await bina.getByRole('button', { name: 'Send claim' }).click();
  const sent = bina.getByText(/^Claim .* is sent\.$/);
  no.claim = /Claim (\S+) is sent/.exec((await sent.textContent()) ?? '')?.[1] ?? '';

  const harsh = await thread.person('Harsh');
  await visits(harsh, 'Order history');
  await harsh.getByRole('tab', { name: 'Damage/Missing Kit' }).click();
  await harsh.getByRole('link', { name: no.claim }).click();
  await harsh.getByRole('button', { name: 'Take' }).click();
  await harsh.getByRole('button', { name: 'Decide' }).click();
  await harsh.getByLabel('Note to the centre').fill('Seen on the photo; a new one comes');
  await look(harsh, '21-decide');
  await decides(harsh, 'Decide');
  await said(harsh, 'Approved');

  await visits(bina, 'Re-orders', 'Kits to re-order');
  await action(bina, new RegExp(no.claim), 'Re-order free');
  await bina.getByRole('dialog').getByRole('button', { name: 'Re-order' }).click();
  const free = bina.getByText(/^Order .* is confirmed\.$/);
  no.replacement = /Order (\S+) is/.exec((await free.textContent()) ?? '')?.[1] ?? '';
  await visits(bina, 'Order history');
  await bina.getByRole('tab', { name: 'Re-Ordered' }).click();
  await bina
    .getByRole('row', { name: new RegExp(no.replacement) })
    .getByText('₹0.00')
    .waitFor();
  await look(bina, '22-replacement');
  assert.deepEqual(thread.web.problems, []);
});
