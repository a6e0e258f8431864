// Self-training as its people go it, by menus, links and buttons: the trainer publishes a module and enrols a teacher, the centre
// head approves it, the teacher reads, passes the test and is done, and the centre head sees it.
import { after, before, test } from 'node:test';
import { fromMenu, type Journey, type Person, signIn, startJourney } from './journey.ts';

const MODULE = 'Circle time';
const TEACHER = 'Divya Nair';
/** A colleague has the same name. */
const CODE = '002-0003';

let journey: Journey;
let bina: Person;

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

test('a module from its author to the centre head', { timeout: 600_000 }, async () => {
  await journey.station('the trainer publishes a module and enrols a teacher', assigns);
  await journey.station('the centre head approves it', approves);
  await journey.station('the teacher reads, and passes the test', learns);
  await journey.station('the centre head sees it', sees);
  journey.nothingWrong();
});

async function assigns(): Promise<void> {
  const trainer = await journey.person('Hema', 'desk');
  await signIn(journey, trainer, 'trainer');
  const { page } = trainer;
  await fromMenu(page, 'Training modules');
  await page.getByRole('link', { name: 'Circle time', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Edition 1 is published.').waitFor();
  await fromMenu(page, 'Enrolment');
  await page.getByRole('link', { name: 'Enrol staff' }).click();
  await page.getByRole('combobox', { name: 'Modules' }).click();
  await page.getByRole('option', { name: MODULE, exact: true }).click();
  // The list stays open for a second one.
  await page.keyboard.press('Escape');
  await page.getByLabel('Find').fill(TEACHER);
  await page.getByRole('checkbox', { name: `${TEACHER}, ${CODE}` }).check();
  await page.getByRole('button', { name: 'Enrol', exact: true }).click();
  await page.getByText('1 enrolled, 1 of them to be approved').waitFor();
}

async function approves(): Promise<void> {
  bina = await journey.person('Bina', 'desk');
  await signIn(journey, bina, 'centrehead');
  const { page } = bina;
  await fromMenu(page, 'Enrolment');
  await page.getByRole('row').filter({ hasText: MODULE }).getByRole('link', { name: TEACHER }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved. The person is told.').waitFor();
}

async function learns(): Promise<void> {
  const divya = await journey.person('Divya', 'phone');
  await signIn(journey, divya, 'teacher');
  const { page } = divya;
  await fromMenu(page, 'Self-training');
  await journey.shot(page, 'self-training');
  // The one that is approved and not begun.
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: MODULE }).waitFor();
  await page.getByRole('link', { name: 'Five minutes that carry the day' }).click();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await page.getByText('This item is done.').waitFor();
  await page.getByRole('link', { name: 'Back to the module' }).click();
  await journey.shot(page, 'module');
  await page.getByRole('button', { name: 'Take test' }).click();
  await page.getByRole('radio', { name: 'On the floor with the children' }).check();
  await page.getByRole('radio', { name: 'True' }).check();
  await journey.shot(page, 'test');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByText(/Passed: 100\s%/).waitFor();
  await page.getByRole('link', { name: 'Back to the module' }).click();
  await page.getByText(/^Completed /).waitFor();
}

async function sees(): Promise<void> {
  const { page } = bina;
  await fromMenu(page, 'Teacher performance');
  await journey.shot(page, 'performance');
  await page.getByRole('link', { name: /Completed this month/ }).click();
  await page.getByRole('row').filter({ hasText: CODE }).getByRole('link', { name: TEACHER }).click();
  await page.getByRole('heading', { level: 1, name: TEACHER }).waitFor();
  await page.getByText('A good circle, attempt 1').waitFor();
  await journey.shot(page, 'record');
}
