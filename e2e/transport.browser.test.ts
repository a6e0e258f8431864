// The bus's thread as its people go it, by menus, links and buttons: the centre head looks where a child is brought, the driver ends
// the pick-up with the seats checked, starts the drop-off, takes the children in and hands each one over, and the log tells of it.
import { after, before, test } from 'node:test';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { png } from '@aangan/server/test-support/sample-files.ts';
import type { Page } from 'playwright-core';
import { fits, fromMenu, type Journey, type Person, signIn, startJourney } from './journey.ts';

const PLACE = 'Little Stars Day Care';
const HOME_ROUTE = 'R1H';
/** Of the demo's bus MH 02 AB 1234. */
const [FRONT, REAR] = ['FRNT22', 'REAR22'];
const today = todayIst(new Date());
const weekend = ['SAT', 'SUN'].includes(weekdayOf(today)) && 'No child rides on a weekend';

let journey: Journey;
let bina: Person;
let omkar: Person;
let child = '';

before(async () => {
  if (!weekend) journey = await startJourney();
});
after(() => journey?.close());

test('a child from its route to the day care', { timeout: 600_000, skip: weekend }, async () => {
  await journey.station('the centre head sees who rides and where a child is brought', looks);
  await journey.station('the driver ends the pick-up and checks the seats', endsPickup);
  await journey.station('he starts the drop-off and hands the children over', bringsHome);
  await journey.station('the centre head reads it in the log', reads);
  journey.nothingWrong();
});

async function looks(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  const { page } = bina;
  await fromMenu(page, 'Student destinations');
  await page.getByRole('link', { name: /^Now / }).click();
  await page.waitForURL(/state=ACTIVE/);
  const row = page
    .getByRole('row')
    .filter({ hasText: PLACE })
    .filter({ hasNotText: /Nobody may receive|Ended/ })
    .filter({ hasText: 'Goes there' })
    .first();
  const link = row.getByRole('link').first();
  child = (await link.textContent())?.trim() ?? '';
  await link.click();
  await page.getByRole('dialog').getByText(`${PLACE} (Day care)`).waitFor();
  await journey.shot(page, 'destination');
  await fromMenu(page, 'Students on routes');
  await page.getByRole('row').filter({ hasText: child }).filter({ hasText: HOME_ROUTE }).first().waitFor();
  await fromMenu(page, 'Trips and routes');
  await page
    .getByText(new RegExp(`^${HOME_ROUTE} `))
    .first()
    .waitFor();
}

/** Taps every button of that name, one after the other, until there is none. */
async function tapAll(page: Page, name: RegExp, then?: () => Promise<void>): Promise<void> {
  const buttons = page.getByRole('button', { name });
  const labelsOf = () => buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  for (let labels = await labelsOf(); labels.length > 0; labels = await labelsOf())
    for (const label of labels) {
      const button = page.getByRole('button', { name: label, exact: true });
      // A read that began before the last tap brings its button back until the next one has come.
      if ((await button.count()) === 0) continue;
      await button.click();
      await then?.();
      await button.waitFor({ state: 'detached' });
    }
}

async function endsAndChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End route' }).click();
  await page.getByRole('button', { name: 'Enter the code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Code of the sticker/).fill(REAR);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'seats.png', mimeType: 'image/png', buffer: png() });
  await dialog.getByRole('button', { name: 'Remove photo' }).waitFor();
  await dialog.getByRole('button', { name: 'Complete trip' }).click();
  // The state says it: while the tap before is still on its way, the check waits behind it.
  await page.getByText('Completed', { exact: true }).first().waitFor();
}

async function endsPickup(): Promise<void> {
  omkar = await journey.person('Omkar', 'phone');
  await signIn(journey, omkar, 'driver');
  const { page } = omkar;
  await fromMenu(page, 'Trips and routes');
  await page.getByRole('link', { name: 'Open' }).first().click();
  await page.getByRole('heading', { level: 1, name: /^R1 / }).waitFor();
  await page.getByText('End of the route').waitFor();
  await tapAll(page, /^Board: /);
  await fits(page);
  await journey.shot(page, 'running');
  await tapAll(page, /^Off: /);
  await endsAndChecks(page);
}

async function bringsHome(): Promise<void> {
  const { page } = omkar;
  await fromMenu(page, 'Trips and routes');
  await page.getByRole('link', { name: 'Open' }).last().click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${HOME_ROUTE} `) }).waitFor();
  await page.getByText(`${PLACE} by 01:40 PM`).first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByLabel('Code of the front sticker').fill(FRONT);
  await page.getByRole('button', { name: 'Start trip' }).click();
  await page.getByText('End of the route').waitFor();
  await tapAll(page, /^Board: /);
  await page.getByText(`goes to ${PLACE}`).first().waitFor();
  const dialog = page.getByRole('dialog');
  const known = dialog.getByRole('button', { name: /\)$/ });
  await tapAll(page, /^Hand over: /, async () => {
    await dialog.getByRole('button', { name: 'Somebody else' }).waitFor();
    const back = dialog.getByRole('button', { name: 'Nobody came: back to the centre' });
    await ((await known.count()) > 0 ? known.first() : back).click();
  });
  await journey.shot(page, 'handed-over');
  await endsAndChecks(page);
}

async function reads(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, 'Destination log');
  await page
    .getByRole('row')
    .filter({ hasText: child })
    .filter({ hasText: formatDate(today) })
    .filter({ hasText: PLACE })
    .filter({ hasText: 'Handed over' })
    .first()
    .waitFor();
  await journey.shot(page, 'log');
}
