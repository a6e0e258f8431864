// Tickets in the browser: an unknown tab, a ticket that waits for the network, and its way to the agent's answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { axe, fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('story 16: an unknown tab shows the open tickets and says so', async () => {
  const page = await web.open('/ticketing-bees/bees-ticket-list/foo', 'Bina');
  await page.getByText('Unknown status, showing open tickets').waitFor();
  await page.getByText('No open tickets. Well done.').waitFor();
  await page.context().close();
});

test('story 17: sent without a network it waits on the device, and becomes one ticket, which is answered', async () => {
  const page = await web.open('/ticketing-bees/create-bees-ticket', 'Bina', { width: 390, worker: true });
  await pick(page, 'Department', 'LOGISTICS');
  await page.getByText(/First answer by/).waitFor();
  await page.getByLabel('Subject').fill('3 student kits missing');
  await page
    .getByRole('textbox', { name: 'What happened' })
    .fill('Three kits of the last parcel are not in it.');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await page.getByText(/the ticket waits on this device/).waitFor();
  const found = () =>
    web.server.sql<{ id: string; subject: string }>(
      'select id, subject from ticket where franchisee_id = $1',
      [ANDHERI],
    );
  assert.deepEqual(await found(), []);
  await page.context().setOffline(false);
  let rows = await found();
  while (rows.length === 0) {
    await sleep(100);
    rows = await found();
  }
  await page.reload();
  await page.getByText('3 student kits missing').first().waitFor();
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ['3 student kits missing'],
  );
  await fits(page);
  const desk = await web.open(`/ticketing-bees/action/${rows[0]?.id}`, 'Harsh', { width: 1440 });
  await settled(desk);
  await desk.getByText('Three kits of the last parcel are not in it.').waitFor();
  assert.deepEqual(await axe(desk), []);
  await desk.context().close();
  await page.context().close();
  // What the browser says of a network that the test took away.
  assert.deepEqual(
    web.problems.filter((one) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(one)),
    [],
  );
});
