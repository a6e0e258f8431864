// The audits' thread as its people go it, by menus, links and buttons: an academic manager starts the visit of today from the own
// centres and hands its audit in, the zone manager publishes it and looks at the cycle, the centre answers what was found, and the
// zone manager verifies the answer: the audit is closed.
import { after, before, test } from 'node:test';
import { png } from '@aangan/server/test-support/sample-files.ts';
import type { Page } from 'playwright-core';
import { fromMenu, type Journey, type Person, pick, signIn, startJourney } from './journey.ts';

const FOUND = 'Scissors lay on the low shelf of the nursery.';

let journey: Journey;
let arjun: Person;
let farid: Person;
let bina: Person;
let number = '';

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

test('an audit from its start to its last finding', { timeout: 600_000 }, async () => {
  await journey.station('the academic manager audits the centre and hands it in', audits);
  await journey.station('the zone manager publishes it', publishes);
  await journey.station('the zone manager overlooks the cycle', overlooks);
  await journey.station('the centre answers the finding', answers);
  await journey.station('the zone manager verifies the answer', verifies);
  await journey.station('the centre reads the closed audit', readsTheClosedOne);
  journey.nothingWrong();
});

async function audits(): Promise<void> {
  arjun = await journey.person('Arjun', 'desk');
  await signIn(journey, arjun, 'academicmanager');
  const { page } = arjun;
  await fromMenu(page, 'My centres');
  const visits = page.getByRole('region', { name: 'Visits of today' });
  await visits
    .getByText(/Andheri/)
    .first()
    .waitFor();
  await page.getByRole('table', { name: 'Centres' }).getByText('Baner').first().waitFor();
  await journey.shot(page, 'my-centres');
  await visits.getByRole('link', { name: 'Start' }).click();
  // The link brings its centre along.
  await page
    .getByRole('banner')
    .getByText(/Andheri/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  const title = page.getByRole('heading', { level: 1, name: /^AUD\/.* Academic visit$/ });
  await title.waitFor();
  number = ((await title.textContent()) ?? '').split(' ')[0] ?? '';
  await chooses(page, 'CL-01', '4');
  for (const code of ['CL-02', 'CL-03', 'SF-01', 'HY-01']) await chooses(page, code, 'Yes');
  await chooses(page, 'SF-02', 'No');
  await chooses(page, 'HY-02', '5');
  await page.getByLabel('Note on SF-02').fill(FOUND);
  await page.getByLabel('Note on SF-02').blur();
  for (const code of ['CL-03', 'SF-02']) await photographs(page, code);
  await page.getByText('7 of 7 answered, 1 fault').waitFor();
  await pick(page, 'The centre’s view', 'Agreed');
  await page.getByLabel(/^Name/).fill('Bina Shah');
  await page.getByRole('button', { name: 'Save sign-off' }).click();
  await journey.shot(page, 'answered');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByText('To review').first().waitFor();
  await fromMenu(page, 'My centres');
  await page.getByRole('region', { name: 'Visits of today' }).getByText('To review').first().waitFor();
}

const card = (page: Page, code: string) => page.locator('[id^="q-"]').filter({ hasText: code });

const chooses = (page: Page, code: string, answer: string) =>
  card(page, code).getByRole('radiogroup').getByText(answer, { exact: true }).click();

async function photographs(page: Page, code: string): Promise<void> {
  await card(page, code)
    .locator('input[type="file"]')
    .setInputFiles({ name: `${code}.png`, mimeType: 'image/png', buffer: png() });
  await card(page, code)
    .getByRole('button', { name: `Remove photo 1 of ${code}` })
    .waitFor();
}

async function publishes(): Promise<void> {
  farid = await journey.person('Farid', 'desk');
  await signIn(journey, farid, 'zonemanager');
  const { page } = farid;
  await fromMenu(page, 'Audits');
  await page.getByRole('link', { name: /To review/ }).click();
  await page.getByRole('link', { name: number }).click();
  await page.getByText(FOUND).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published with 1 findings.').waitFor();
}

async function answers(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  const { page } = bina;
  await fromMenu(page, 'Answer findings');
  const row = page.getByRole('row').filter({ hasText: FOUND });
  await row.getByRole('button', { name: 'Answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'What was done?' });
  await dialog.getByLabel('What was done').fill('Scissors are kept in the locked drawer now.');
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'drawer.png', mimeType: 'image/png', buffer: png() });
  await dialog.getByRole('button', { name: 'Remove: drawer.jpg' }).waitFor();
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('The answer waits for verification.').waitFor();
}

async function verifies(): Promise<void> {
  const { page } = farid;
  await fromMenu(page, 'Closures');
  const row = page.getByRole('row').filter({ hasText: FOUND });
  await row.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Verified.').waitFor();
}

/** Every figure opens its rows; here the first audits and the zones. */
async function overlooks(): Promise<void> {
  const { page } = farid;
  await fromMenu(page, 'AMS dashboard');
  await page.getByText(/% of \d+ needed/).waitFor();
  await journey.shot(page, 'ams-dashboard');
  await page.getByRole('link', { name: /First audits due/ }).click();
  await page.getByRole('heading', { level: 1, name: /First audits/ }).waitFor();
  await fromMenu(page, 'AMS by zone');
  await page.getByRole('link', { name: /^West/ }).click();
  await page.getByRole('heading', { level: 1, name: /My centres/ }).waitFor();
  await page.getByRole('table', { name: 'Centres' }).getByText('Andheri').first().waitFor();
}

async function readsTheClosedOne(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, 'Audit list');
  await page.getByRole('link', { name: number }).click();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: /Findings/ }).click();
  await page.getByText('Scissors are kept in the locked drawer now.').waitFor();
}
