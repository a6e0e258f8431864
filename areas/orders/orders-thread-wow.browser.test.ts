// The thread of a WOW kit in a real browser: its bill of material by three approvers, the new centre's order by the zone and
// the final approver, confirmed on credit, packed and invoiced, until finance sees what the centre owes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pick } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { action, decides, look, orderThread, type Thread, visits } from '../../e2e/order-thread.ts';
import { kitOrderContract } from './kit-order/kit-order.contract.ts';
import { stockContract } from './stock/stock.contract.ts';
import { priceIn, productIn, r, warehouseIn } from './stock/stock-testing.ts';

let thread: Thread;
const no = { wow: '', order: '', parcel: '', invoice: '' };

before(async () => {
  thread = await orderThread({ Farid: 'WOWKIT_ZSM_APPROVED' });
  const { server } = thread.web;
  const warehouseId = await warehouseIn(server);
  for (const [sku, category, price] of [
    ['BLOCKS', 'INDOOR', r(1_000)],
    ['SLIDE', 'OUTDOOR', r(4_000)],
  ] as const) {
    const productId = await productIn(server, sku, { category });
    await priceIn(server, productId, price);
    await server
      .as('Dev', { centre: null })
      .call(stockContract.receive, { warehouseId, productId, qty: 20, unitCost: r(500), note: null });
  }
  await server.sql(`insert into wow_model (name, seats, area_sqft) values ('Standard', 60, 1800)`);
  await server
    .as('Harsh', { centre: ANDHERI })
    .call(kitOrderContract.setTerms, { limit: r(50_000), overdueDaysMax: 30, orderMax: null, note: null });
});
after(() => thread?.close());

test('Ira writes the bill of material; C1, C2 and C3 make it the active one', async () => {
  const ira = await thread.person('Ira');
  await visits(ira, 'WOW kit BOM');
  await ira.getByRole('link', { name: 'New version' }).first().click();
  await pick(ira, 'Model', 'Standard, 60 seats');
  await ira.getByLabel('Item BLOCKS', { exact: true }).check();
  await ira.getByLabel('Most of Item BLOCKS').fill('8');
  await ira.getByLabel('Pieces of Item BLOCKS').fill('4');
  await ira.getByLabel('Item SLIDE', { exact: true }).check();
  await ira.getByText('₹8,000.00').waitFor();
  await look(ira, '30-bom');
  await ira.getByRole('button', { name: 'Save for approval' }).click();
  await ira
    .getByRole('row', { name: /Standard/ })
    .getByText('PENDING')
    .first()
    .waitFor();
  for (const [who, state] of [
    ['Jai', 'C1 APPROVED'],
    ['Kiran', 'C2 APPROVED'],
    ['Leela', 'ACTIVE'],
  ] as const) {
    const page = await thread.person(who);
    await visits(page, 'WOW kit BOM');
    await action(page, /Standard/, 'Decide');
    await pick(page, 'Decision', 'Approve');
    await decides(page, 'Decide');
    await page
      .getByRole('row', { name: /Standard/ })
      .getByText(state, { exact: true })
      .first()
      .waitFor();
    await look(page, `31-bom-${who}`);
  }
});

test('Bina asks for her kit; Farid says ZM APPROVED, Manoj APPROVED', async () => {
  const bina = await thread.person('Bina');
  await visits(bina, 'Order a WOW kit');
  await pick(bina, 'Model', 'Standard: 60 seats, 1800 sq ft');
  await bina.getByLabel('B2B ID').fill('B2B-014-77');
  await bina.getByLabel('E-mail').fill('andheri@example.in');
  await bina.getByRole('button', { name: 'Choose products' }).click();
  await bina.getByLabel('Pieces of Item BLOCKS').waitFor();
  await look(bina, '32-catalogue');
  // Rows 56 and 62 of the specification's letter: the cart under its key, the order in the local database.
  await bina.waitForFunction(() => localStorage.getItem('wowKitOrderItems') !== null);
  const [items, order] = await bina.evaluate(
    () =>
      new Promise<[unknown[], string[]]>((resolve) => {
        const opening = indexedDB.open('intellitotsadmin');
        opening.onsuccess = () => {
          const all = opening.result.transaction('wowKitOrder').objectStore('wowKitOrder').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve([
              JSON.parse(localStorage.getItem('wowKitOrderItems') ?? '[]'),
              Object.keys(all.result[0]).sort(),
            ]);
          };
        };
      }),
  );
  assert.deepEqual(Object.keys(items[0] ?? {}).sort(), ['productID', 'quantity']);
  assert.deepEqual(order, ['b2bID', 'cartItems', 'email', 'id', 'modelID', 'products']);
  await bina.getByRole('button', { name: 'Check the order' }).click();
  await bina.getByRole('button', { name: 'Initiate' }).click();
  const told = bina.getByText(/^Initiated as /);
  no.wow = /as (\S+)\./.exec((await told.textContent()) ?? '')?.[1] ?? '';
  await bina.waitForFunction(() => localStorage.getItem('wowKitOrderItems') === null);
  await look(bina, '33-initiated');
  for (const [who, state] of [
    ['Farid', 'ZM APPROVED'],
    ['Manoj', 'APPROVED'],
  ] as const) {
    const page = await thread.person(who);
    await visits(page, 'WOW kits', 'WOW kit orders');
    await action(page, new RegExp(no.wow), 'Decide');
    await pick(page, 'Decision', 'Approve');
    await decides(page, 'Decide');
    await page
      .getByRole('row', { name: new RegExp(no.wow) })
      .getByText(state, { exact: true })
      .first()
      .waitFor();
    await look(page, `34-wow-${who}`);
  }
});

test('Bina confirms it on credit, and it becomes her kit order', async () => {
  const bina = await thread.person('Bina');
  await visits(bina, 'WOW kits', 'WOW kit orders');
  await action(bina, new RegExp(no.wow), 'Confirm');
  await bina.getByRole('radio', { name: 'Credit' }).check();
  await look(bina, '35-confirm');
  await bina.getByRole('button', { name: 'Place order of ₹8,400.00' }).click();
  const link = bina.getByRole('main').getByRole('link', { name: /^KO\/002\// });
  no.order = (await link.textContent()) ?? '';
  await look(bina, '36-confirmed');
  await link.click();
  await bina.getByRole('heading', { level: 1, name: no.order }).waitFor();
});

test('Dev sends it off; Chetan sees the due, and Bina what came of her kit', async () => {
  const dev = await thread.person('Dev');
  await visits(dev, 'Delivery and challans');
  await action(dev, new RegExp(no.order), 'Pack');
  await decides(dev, 'Pack 5 kits');
  await dev.getByRole('tab', { name: 'To hand over' }).click();
  await action(dev, new RegExp(no.order), 'Issue challan');
  await dev
    .getByRole('row', { name: new RegExp(no.order) })
    .getByText('Issued')
    .waitFor();
  await action(dev, new RegExp(no.order), 'Hand over');
  await dev.getByLabel(/^Waybill of /).fill('26805710000002');
  await dev.getByRole('button', { name: 'Hand over and invoice' }).click();
  const left = dev.getByText(/^The parcel has left\. Invoice /);
  no.invoice = /Invoice (\S+)\.$/.exec((await left.textContent()) ?? '')?.[1] ?? '';

  const chetan = await thread.person('Chetan');
  await visits(chetan, 'Franchisee orders', 'Kit orders on account');
  const due = chetan.getByRole('row', { name: new RegExp(no.invoice) });
  await due.getByText('₹8,400.00').first().waitFor();
  await look(chetan, '37-due');

  const bina = await thread.person('Bina');
  await visits(bina, 'WOW kits', 'WOW kit orders');
  await action(bina, new RegExp(no.wow), 'Summary of the centre');
  const blocks = bina.getByRole('row', { name: /Item BLOCKS/ });
  await blocks.waitFor();
  assert.match((await blocks.textContent()) ?? '', /Standard\D*4/);
  await look(bina, '38-summary');
  assert.deepEqual(thread.web.problems, []);
});
