// The run screen on a phone without a network: the tab is killed in between, and everything arrives once, in order, at its own time.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { png } from '@aangan/server/test-support/sample-files.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import { fits, PATIENCE_MS, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { aRoute } from './trip-testing.ts';

let web: WebPages;
let kids: { studentId: string; admissionId: string }[];
before(async () => {
  web = await webPages();
  kids = await addChildren(web.server, 4);
});
after(() => web?.close());

/** A pick-up that runs now, whatever day it is, with two children at one stop. */
async function aRun(): Promise<{ id: string; rear: string }> {
  const app = web.server;
  const riders = kids.splice(0, 2);
  const route = await aRoute(app, riders);
  const id = randomUUID();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await app.sql(
    `insert into trip (franchisee_id, id, route_id, service_date, direction, vehicle_id, driver_id, attendant_id, planned_start, planned_end, status, started_at)
     values ($1, $2, $3, $4, 'PICKUP', $5, $6, $7, $8, $9, 'IN_PROGRESS', $8)`,
    [
      ANDHERI,
      id,
      route.routeId,
      todayIst(Date.now()),
      route.vehicleId,
      route.driverId,
      route.attendantId,
      ago(10),
      ago(-30),
    ],
  );
  await app.sql(
    `insert into trip_stop (franchisee_id, trip_id, stop_id, seq, planned_at) values ($1, $2, $3, 1, $4)`,
    [ANDHERI, id, route.first, ago(2)],
  );
  for (const { studentId, admissionId } of riders)
    await app.sql(
      `insert into trip_child (franchisee_id, trip_id, enrolment_id, student_id, stop_id) values ($1, $2, $3, $4, $5)`,
      [ANDHERI, id, admissionId, studentId, route.first],
    );
  return { id, rear: route.rear };
}

const log = (id: string) =>
  web.server.sql<{ kind: string; seq: number; result: string; device: string; received: string }>(
    `select kind, seq, result, at_device as device, received_at as received from scan_log where trip_id = $1 order by received_at, seq`,
    [id],
  );

/** Two clicks of one finger, before anything could be drawn. */
const tapTwice = (page: Page, name: RegExp) =>
  page
    .getByRole('button', { name })
    .first()
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });

test('a trip goes on without a network and over a killed tab', async () => {
  const { id, rear } = await aRun();
  const path = `/transport/routes?trip=${id}`;
  const first = await web.open(path, 'Bina', { worker: true, width: 390 });
  const context = first.context();
  await first
    .getByRole('button', { name: /^Board: / })
    .first()
    .waitFor();
  // From here on what the screen loads later comes from the device.
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await tapTwice(first, /^Board: /);
  await first.getByText('1 tap waits on this phone.').waitFor();
  await first.getByRole('button', { name: /^Board: / }).click();
  await first.getByText('2 taps wait on this phone.').waitFor();
  await fits(first);
  await web.shot(first, 'run-offline');
  // Closing a tab lifts its dead network before its script ends: a tap could still leave.
  await first.goto('about:blank');
  await first.close({ runBeforeUnload: false });
  assert.deepEqual(await log(id), []);

  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${web.origin}${path}`);
  await page.getByText('2 taps wait on this phone.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Board: / }).count(), 0);
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Off: / })
      .first()
      .click();
    await page.waitForFunction(
      (n) =>
        [...document.querySelectorAll('button')].filter((b) => b.ariaLabel?.startsWith('Off: ')).length === n,
      left,
    );
  }
  await page.getByRole('button', { name: 'End route' }).click();
  await page.getByRole('button', { name: 'Enter the code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code of the sticker').fill(rear);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'seats.png', mimeType: 'image/png', buffer: png() });
  await dialog.getByRole('button', { name: 'Complete trip' }).click();
  await page.getByText('The check waits for the network.').waitFor();
  assert.deepEqual(await log(id), []);

  const back = new Date().toISOString();
  await context.setOffline(false);
  await page.getByText(/on this phone/).waitFor({ state: 'detached' });
  const sent = await log(id);
  assert.deepEqual(
    sent.map(({ kind, seq, result }) => `${seq} ${kind} ${result}`),
    [
      '1 BOARD ALLOWED',
      '2 BOARD ALLOWED',
      '3 ALIGHT ALLOWED',
      '4 ALIGHT ALLOWED',
      '5 END_ROUTE ALLOWED',
      '6 REAR_CHECK ALLOWED',
    ],
  );
  const times = sent.map(({ device }) => Date.parse(device));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.ok(
    sent.every(({ device, received }) => device < back && Date.parse(received) >= Date.parse(device)),
  );
  const [trip] = await web.server.sql<{ status: string; photo: boolean }>(
    'select status, check_photo_id is not null as photo from trip where id = $1',
    [id],
  );
  assert.deepEqual(trip, { status: 'COMPLETED', photo: true });
  await page.getByText('Completed', { exact: true }).first().waitFor();
  // The list of children leaves the phone with the trip.
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('aangan-offline');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('tripRoster').objectStore('tripRoster').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result === 0);
          };
        };
      }),
  );
  await context.close();
});

test('signing out while taps wait asks first', async () => {
  const { id } = await aRun();
  const page = await web.open(`/transport/routes?trip=${id}`, 'Bina', { worker: true, width: 390 });
  await page
    .getByRole('button', { name: /^Board: / })
    .first()
    .waitFor();
  const drawer = page.getByRole('button', { name: /account, centre and year/ });
  const logout = page.getByRole('dialog').getByText('Logout');
  // From here on the worker has the frame's files, opened before or not.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page
    .getByRole('button', { name: /^Board: / })
    .first()
    .click();
  await page.getByText('1 tap waits on this phone. Do not sign out.').waitFor();
  await drawer.click();
  await logout.click();
  await page.getByText('1 change has not been sent.').waitFor();
  await page.context().close();
});
