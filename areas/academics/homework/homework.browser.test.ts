// Homework in a real browser: handed in by the family on a phone, reviewed by keys, the next child at Enter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { classroomOf } from '../diary/diary-testing.ts';
import { homeworkContract, submissionContract } from './homework.contract.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('handed in on a phone, reviewed by keys', async () => {
  const { subjectId } = await classroomOf(web.server);
  const today = todayIst(Date.now());
  const divya = web.server.as('Divya');
  const { ids } = await divya.call(homeworkContract.save, {
    sectionIds: [sections[ANDHERI]],
    subjectId,
    title: 'Count the spoons',
    text: 'Count them together.',
    assignedOn: today,
    dueOn: addDays(today, 3),
    submission: 'TICK',
    publish: true,
  });
  const id = ids[0] ?? '';
  await divya.call(submissionContract.collect, { id, enrolmentId: children.Kabir.admissionId });

  const family = await web.open('/class/viewHomework', 'Gita', { width: 390 });
  await family.getByText('Count the spoons').click();
  await family.getByRole('button', { name: 'We have done it' }).waitFor();
  await settled(family);
  await fits(family);
  await web.shot(family, 'homework-hand-in');
  await family.getByRole('button', { name: 'We have done it' }).click();
  await family.getByText('Attempt 1').waitFor();
  await family.context().close();

  const page = await web.open('/class/viewHomework', 'Divya');
  await page.getByText('2 / 2').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'homework-list');
  await page.getByText('Count the spoons').click();
  await page.getByRole('link', { name: 'Review' }).first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'homework-collected');
  await page.getByRole('link', { name: 'Review' }).first().click();
  await page.getByRole('button', { name: 'Reviewed, then Kabir' }).waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'homework-review');
  await page.getByRole('heading', { name: 'Count the spoons' }).click();
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Kabir/ }).waitFor();
  const { children: all } = await divya.call(homeworkContract.get, { id });
  assert.deepEqual(
    all.map(({ name, attempts }) => [name, attempts[0]?.status, attempts[0]?.sticker]),
    [
      ['Aarav', 'REVIEWED', 'ROCKET'],
      ['Kabir', 'SUBMITTED', null],
    ],
  );
  await page.goto(`${web.origin}/attendance/uploadHomework`);
  await page.getByLabel('Title').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'homework-form');
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
