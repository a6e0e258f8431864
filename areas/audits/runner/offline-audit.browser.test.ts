// An academic manager's phone without a network: the audit taken along opens, takes answers and a photo, loses nothing with a
// killed tab, and sends everything once when the network is back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { png } from '@aangan/server/test-support/sample-files.ts';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { auditContract as contract } from '../engine/audit.contract.ts';

let web: WebPages;
const id = randomUUID();
let number = '';
before(async () => {
  web = await webPages({ data: 'demo' });
  const { server } = web;
  // Zoya plays the academic manager.
  await server.sql(
    `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 12, 'CENTRES', '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
  for (const centre of [ANDHERI, BANER])
    await server.sql(
      `insert into user_centre (user_id, franchisee_id, from_on, source, source_id) values ($1, $2, '2024-04-01', 'AMS', gen_random_uuid())`,
      [people.Zoya.id, centre],
    );
  const [type] = await server.sql<{ id: string }>(`select id from audit_type where slug = 'ams-visit'`);
  const started = await server.as('Zoya', { centre: ANDHERI }).call(contract.start, {
    id,
    typeId: type?.id ?? '',
    auditOn: todayIst(new Date()),
    deviceId: 'desk',
  });
  number = started.number;
  await server.sql('update audit set device_id = null, lease_until = null where id = $1', [id]);
});
after(() => web?.close());

const card = (page: Page, code: string) => page.locator('[id^="q-"]').filter({ hasText: code });
const chooses = (page: Page, code: string, answer: string) =>
  card(page, code).getByRole('radiogroup').getByText(answer, { exact: true }).click();
const chosen = (page: Page, code: string) =>
  card(page, code).locator('input[type="radio"]:checked').inputValue();
const runner = `/audit/editAudit/${id}`;
const SAVED = 'Saved. It also opens on this device without a network.';
const UNSENT = 'On this device, not sent yet: 3 answers and 1 photo.';

test('taken along, answered without a network, killed, and there once', { timeout: 240_000 }, async () => {
  const first = await web.open('/audit/auditDrafts', 'Zoya', { worker: true, centre: ANDHERI });
  const context = first.context();
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Now the app's own files come through the worker, which keeps them.
  await first.reload();
  await settled(first);
  await first
    .getByRole('row')
    .filter({ hasText: number })
    .getByRole('button', { name: 'Actions for this row' })
    .click();
  await first.getByRole('menuitem', { name: 'Take along' }).click();
  await first.getByText(`${number} opens without a network on this device.`).waitFor();

  await context.setOffline(true);
  const answering = await context.newPage();
  await answering.setViewportSize({ width: 390, height: 860 });
  await answering.goto(`${web.origin}${runner}`);
  await card(answering, 'CL-01').waitFor();
  await chooses(answering, 'CL-02', 'Yes');
  await chooses(answering, 'SF-02', 'No');
  await card(answering, 'SF-02').getByLabel('Note on SF-02').fill('The gate stood open.');
  await chooses(answering, 'HY-02', '5');
  await card(answering, 'SF-02')
    .locator('input[type="file"]')
    .setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: png() });
  await answering.getByText(UNSENT).waitFor();
  await fits(answering);
  await web.shot(answering, 'audit-offline');
  await answering.getByRole('button', { name: 'Hand in' }).click();
  await answering.getByText(/can be handed in once everything is sent/).waitFor();
  await answering.close({ runBeforeUnload: false });
  await first.close({ runBeforeUnload: false });
  assert.deepEqual(await sent(), { answers: 0, photos: 0, ops: 0 });

  const again = await context.newPage();
  await again.goto(`${web.origin}${runner}`);
  await again.getByText(UNSENT).waitFor();
  assert.deepEqual(await Promise.all(['CL-02', 'SF-02', 'HY-02'].map((code) => chosen(again, code))), [
    'yes',
    'no',
    '5',
  ]);
  assert.equal(await again.getByLabel('Note on SF-02').inputValue(), 'The gate stood open.');
  await card(again, 'SF-02').getByRole('img').waitFor();
  assert.deepEqual(await readableOnDisk(again), { rows: 5, readable: false });
  await again.getByRole('button', { name: /account, centre and year/ }).click();
  await again.getByRole('dialog').getByText('Logout').click();
  await again.getByText(/Not sent yet: 3 answers and 1 photo of audits\./).waitFor();
  await again.getByRole('button', { name: 'No', exact: true }).click();

  await context.setOffline(false);
  await again.getByText(SAVED).waitFor();
  assert.deepEqual(await sent(), { answers: 3, photos: 1, ops: 4 });
  await again.reload();
  await card(again, 'SF-02').getByRole('button', { name: 'Remove photo 1 of SF-02' }).waitFor();
  assert.equal(await again.getByLabel('Note on SF-02').inputValue(), 'The gate stood open.');
  assert.deepEqual(await sent(), { answers: 3, photos: 1, ops: 4 });
  assert.deepEqual(web.problems, []);
});

test('what is refused stands at its question until it is mended; taken over by another person, it stays here and says by whom', async () => {
  const page = await web.open(runner, 'Zoya', { centre: ANDHERI });
  const context = page.context();
  // The phone of before holds the audit still.
  await page.getByRole('button', { name: 'Take over here' }).click();
  await card(page, 'SF-01').waitFor();
  await page.getByRole('button', { name: 'Hand in' }).click();
  await card(page, 'SF-01').getByText('Not answered').waitFor();
  await chooses(page, 'SF-01', 'Yes');
  await card(page, 'SF-01').getByText('Not answered').waitFor({ state: 'detached' });
  await page.getByText(SAVED).waitFor();

  const refused = 'This question is not part of the audit.';
  await context.route('**/api/audit/sync', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({ statusCode: 422, code: 'audit.unknown-parameter', message: refused }),
    }),
  );
  await chooses(page, 'HY-01', 'No');
  await card(page, 'HY-01').getByText(`Not saved: ${refused}`).waitFor();
  await context.unroute('**/api/audit/sync');
  await chooses(page, 'HY-01', 'Yes');
  await card(page, 'HY-01')
    .getByText(/Not saved/)
    .waitFor({ state: 'detached' });
  await page.getByText(SAVED).waitFor();
  assert.equal(await answerTo('HY-01'), 'yes');

  await context.setOffline(true);
  await chooses(page, 'CL-03', 'No');
  await page.getByText('On this device, not sent yet: 1 answer.').waitFor();
  await web.server.as('Asha', { centre: ANDHERI }).call(contract.claim, { id, deviceId: 'desk-2' });
  await context.setOffline(false);
  await page.getByText(/^Asha Rao has gone on with this audit since /).waitFor();
  await page.getByText('Not sent: 1 answer').waitFor();
  await page.getByText('CL-03').waitFor();
  assert.equal(await answerTo('CL-03'), null);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Nothing waits on this device any more.').waitFor();
  await context.close();
});

const answerTo = async (code: string): Promise<string | null> =>
  (
    await web.server.sql<{ response: string }>(
      `select response from audit_answer n join audit_parameter p on p.id = n.parameter_id where n.audit_id = $1 and p.code = $2`,
      [id, code],
    )
  )[0]?.response ?? null;

async function sent(): Promise<{ answers: number; photos: number; ops: number }> {
  const [row] = await web.server.sql<{ answers: number; photos: number; ops: number }>(
    `select (select count(*)::int from audit_answer where audit_id = $1) as answers,
       (select count(*)::int from audit_photo where audit_id = $1) as photos, (select count(*)::int from audit_op where audit_id = $1) as ops`,
    [id],
  );
  return row ?? { answers: -1, photos: -1, ops: -1 };
}

/** Rows of the queue on the device, and whether anything of them can be read there. */
const readableOnDisk = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('aangan-offline');
      opening.onsuccess = () => resolve(opening.result);
    });
    const rows: { sealed: { data: ArrayBuffer } }[] = [];
    for (const store of ['auditOp', 'auditBlob'])
      rows.push(
        ...(await new Promise<{ sealed: { data: ArrayBuffer } }[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        })),
      );
    database.close();
    const texts = rows.map(({ sealed }) => new TextDecoder('latin1').decode(sealed.data));
    return { rows: rows.length, readable: texts.some((text) => /gate|parameterId|JFIF/.test(text)) };
  });
