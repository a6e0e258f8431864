// The curriculum's thread as its people go it, by menus, links and buttons: an author writes a week from a file, a reviewer
// publishes a plan, the centre head starts it for a section and says what was taught of a day.
import { after, before, test } from 'node:test';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { fromMenu, type Journey, type Person, signIn, startJourney } from './journey.ts';

const DRAFT = 'Festival fortnight';
const REVIEWED = 'Bridge to Junior KG';
/** The one section of its class group that follows no plan in the demo. */
const SECTION = 'Playgroup B';

let journey: Journey;
let bina: Person;

before(async () => {
  journey = await startJourney([/^409 POST \/api\/curriculum-plan\/publish/]);
});
after(() => journey?.close());

test('a plan from its author to the class', { timeout: 600_000 }, async () => {
  await journey.station('the author writes a week from a file', writes);
  await journey.station('a reviewer publishes a plan', publishes);
  await journey.station('the centre head starts it for a section', starts);
  await journey.station('she says what was taught of a day', marks);
  journey.nothingWrong();
});

async function writes(): Promise<void> {
  const author = await journey.person('Nandini', 'desk');
  await signIn(journey, author, 'author');
  const { page } = author;
  await fromMenu(page, 'Curriculum plans');
  await page.getByRole('link', { name: DRAFT }).click();
  await page.getByRole('heading', { level: 1, name: DRAFT }).waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Upload curriculum' }).click();
  await page.getByText('How the file is read').waitFor();
  const rows = Array.from({ length: 5 }, (_, i) => `${DRAFT},2,${i + 1},Lights ${i + 1},1,STORY,The lamp,20`);
  const file = ['plan,week_no,day_no,day_title,block_position,block_kind,block_title,minutes', ...rows];
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'week-2.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\n')) });
  await page.getByRole('button', { name: 'Save 5 rows' }).click();
  await page.getByRole('link', { name: DRAFT }).first().click();
  await page.getByRole('link', { name: 'Day 6: Draft' }).click();
  await page.getByRole('link', { name: 'Lights 1' }).click();
  await page.getByRole('button', { name: 'Mark as ready' }).click();
  await page.getByRole('button', { name: 'Not ready yet' }).waitFor();
}

async function publishes(): Promise<void> {
  const reviewer = await journey.person('Anand', 'desk');
  await signIn(journey, reviewer, 'superadmin2');
  const { page } = reviewer;
  await fromMenu(page, 'Authoring board');
  const card = page.getByRole('article').filter({ hasText: REVIEWED });
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The plan is approved.').waitFor();
  // Nobody would see a week of it yet.
  await card.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page
    .getByText(/Open weeks for staff first/)
    .first()
    .waitFor();
  await card.getByRole('button', { name: 'Open weeks' }).click();
  const dialog = page.getByRole('dialog', { name: /Open weeks/ });
  await dialog.getByRole('button', { name: 'Open weeks' }).click();
  await page.getByText('The window is set.').waitFor();
  await card.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The plan is published.').waitFor();
}

async function starts(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  const { page } = bina;
  await fromMenu(page, 'Curriculum');
  await page.getByRole('link', { name: SECTION, exact: true }).click();
  await page.getByRole('button', { name: `Start ${REVIEWED}` }).click();
  const dialog = page.getByRole('dialog', { name: `Start ${REVIEWED}` });
  await dialog
    .getByRole('textbox', { name: 'First day' })
    .fill(formatDate(addDays(todayIst(new Date()), -10)));
  await dialog.getByRole('button', { name: 'Start plan' }).click();
  await page.getByText(`follows ${REVIEWED}.`).waitFor();
}

async function marks(): Promise<void> {
  const { page } = bina;
  const place = (await page.getByText(/position \d+ of 20/).textContent()) ?? '';
  const position = Number(/position (\d+) of/.exec(place)?.[1]);
  await page.getByRole('button', { name: 'Previous day' }).click();
  // Until the day before has come, its next one stands there.
  await page.getByText(`position ${position - 1} of 20`).waitFor();
  await page.getByRole('button', { name: 'All others done' }).click();
  // What was said is not lost by a look at another day.
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('dialog', { name: 'Leave this day?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved: done.').waitFor();
  await page.getByText('by Bina Shah').waitFor();
}
