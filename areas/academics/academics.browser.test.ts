// The class day from one end to the other in a real browser: the year is set up, a child is absent, its one parent hears
// of it, reads the diary, hands homework in, and opens the published card. What a single screen can do is tested beside it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { academicYearDays, addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { carryOut } from '../communication/communication-testing.ts';
import { calendarContract } from './calendar/calendar.contract.ts';
import { diaryContract } from './diary/diary.contract.ts';
import { classroomOf } from './diary/diary-testing.ts';
import { assignmentContract } from './grade-book/assignment.contract.ts';
import { gradeContract } from './grade-book/grade.contract.ts';
import { remarkContract } from './grade-book/remark.contract.ts';
import { skill, subSkill } from './grade-book/skill.record.ts';
import { skillTreeContract } from './grade-book/skill-tree.contract.ts';
import { homeworkContract } from './homework/homework.contract.ts';
import { termContract } from './term/term.contract.ts';

let web: WebPages;
let subjectId: string;
const { Aarav, Kabir } = children;
const NURSERY_A = sections[ANDHERI];
const HPC = '0190d000-0000-7000-8001-000000000001';
const MOUNTAIN = '0190d000-0000-7000-8002-000000000012';
const today = todayIst(Date.now());
const year = academicYearDays(YEAR);
const typed = (day: Day): string => day.split('-').reverse().join('-');
// The smallest picture there is.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

before(async () => {
  web = await webPages();
  ({ subjectId } = await classroomOf(web.server));
});
after(() => web?.close());

test('head office publishes the network’s calendar and adds a term; the centre starts from them', async () => {
  const page = await web.open('/academic-calender/creation', 'Kavi');
  await page.getByRole('button', { name: 'Start with an empty one' }).click();
  await page.waitForURL(/\/academic-calender\/update\/[\w-]+$/);
  await page.getByLabel('Title').fill('Holi');
  await page.getByRole('button', { name: typed(`${YEAR + 1}-03-22`) }).click();
  await page.getByText('Entries (1)').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'calendar-planner');
  await page.getByRole('button', { name: 'Save calendar' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Calendar published').waitFor();
  await page.goto(`${web.origin}/academic-calender/creation`);
  await page.getByText('Published, revision 1').first().waitFor();

  await page.goto(`${web.origin}/terms/add-term`);
  // A list that is opened before its choices are there stays shut.
  await page.getByRole('combobox', { name: 'Classes' }).waitFor();
  await settled(page);
  await pick(page, 'Classes', 'Nursery');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Term number' }).fill('1');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Term 1');
  for (const [label, day] of [
    ['First day', year.from],
    ['Last day', year.to],
    ['Grades are entered from', year.from],
    ['Grades are entered until', year.to],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(typed(day));
    await page.keyboard.press('Tab');
  }
  await settled(page);
  await web.shot(page, 'term-form');
  await page.getByRole('button', { name: 'Add term' }).click();
  await page.waitForURL('**/terms/term-details');
  await page.getByText('Term 1').first().waitFor();
  await page.context().close();

  // Whatever weekday the tests run on, the centre works today.
  const bina = web.server.as('Bina');
  const { id } = await bina.call(calendarContract.create, { from: 'NETWORK' });
  const { version, days } = await bina.call(calendarContract.get, { id });
  assert.deepEqual(
    days.map(({ onDate, title }) => [onDate, title]),
    [[`${YEAR + 1}-03-22`, 'Holi']],
  );
  await bina.call(
    calendarContract.save,
    { id, name: 'Andheri', weekOff: [], saturdays: 'WORK', days },
    { version },
  );
  const saved = await bina.call(calendarContract.get, { id });
  await bina.call(calendarContract.publish, { id }, { version: saved.version });
});

test('an absence reaches one parent, who reads it with the diary of the own child only', async () => {
  await web.server.as('Divya').call(diaryContract.save, {
    kind: 'GENERAL',
    sectionIds: [NURSERY_A],
    onDate: today,
    topic: 'Block towers',
    textEn: 'Towers of ten blocks.',
    enrolmentIds: null,
    publish: true,
  });
  // A teacher may until the evening only; the tests run at any hour.
  const page = await web.open('/attendance/give-attendance', 'Bina');
  await page.getByText('Nursery A').click();
  await page.getByRole('group', { name: 'Aarav' }).focus();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(/Nursery A submitted: 1 present, 1 absent\. Parents of 1 absent child/).waitFor();
  await page.context().close();
  await carryOut(web.server, new Date(`${today}T12:00:00+05:30`));
  const told = await web.server.sql<{ user_id: string; title: string }>(
    `select user_id, title from notice where kind = 'academics.absence-notice'`,
  );
  assert.deepEqual(told, [{ user_id: people.Gita.id, title: 'Aarav was marked absent today' }]);

  const family = await web.open('/student/dashboard', 'Gita', { width: 390 });
  await family.getByText('Aarav was marked absent today').waitFor();
  await family.goto(`${web.origin}/class-diary/view/${Aarav.studentId}`);
  await family.getByText('Towers of ten blocks.').waitFor();
  await family.getByText('Absent', { exact: true }).waitFor();
  await settled(family);
  await fits(family);
  await web.shot(family, 'family-diary-absent');
  for (const path of ['/class-diary/view/', '/attendance/report/', '/grade-book/skills/final-report/']) {
    await family.goto(`${web.origin}${path}${Kabir.studentId}`);
    await family.getByRole('main').getByRole('alert').waitFor();
    assert.equal(await family.getByText('Kabir').count(), 0, path);
  }
  await family.context().close();
});

test('homework is handed in as a picture on a phone, and the family reads what the teacher wrote to it', async () => {
  const { ids } = await web.server.as('Divya').call(homeworkContract.save, {
    sectionIds: [NURSERY_A],
    subjectId,
    title: 'Draw five leaves',
    text: 'Collect them and draw them.',
    assignedOn: today,
    dueOn: addDays(today, 3),
    submission: 'PHOTO_OR_FILE',
    publish: true,
  });
  const family = await web.open('/class/viewHomework', 'Gita', { width: 390 });
  await family.getByText('Draw five leaves').click();
  await family
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'leaves.png', mimeType: 'image/png', buffer: PIXEL });
  await family.getByRole('button', { name: /^Remove: leaves/ }).waitFor();
  await family.getByRole('button', { name: 'Hand in' }).click();
  await family.getByText('Attempt 1').waitFor();

  const page = await web.open(`/attendance/homeworkUpload/${ids[0]}`, 'Divya');
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('img', { name: /leaves/ }).waitFor();
  await page.getByLabel('Comment').fill('Lovely veins on the big leaf');
  await settled(page);
  await fits(page);
  await web.shot(page, 'homework-picture-review');
  await page.getByRole('button', { name: /^Reviewed/ }).click();
  await page.getByText('Reviewed', { exact: true }).first().waitFor();
  await page.context().close();

  await family.reload();
  await family.getByText('Lovely veins on the big leaf').waitFor();
  await family.getByText('Reviewed', { exact: true }).first().waitFor();
  await settled(family);
  await fits(family);
  await web.shot(family, 'homework-reviewed');
  await family.context().close();
});

test('grades are submitted, proof-read by another person and published; the parent opens card and PDF', async () => {
  await gradesOfBoth();
  const page = await web.open('/grade-book/skills/grade-entry', 'Divya');
  await page.getByText('4 of 4').first().waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Submitted to the proof-reader.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Mark as proof-read' }).count(), 0);
  await page.context().close();

  const head = await web.open('/grade-book/skills/report-publish', 'Bina');
  await head.getByRole('button', { name: 'Proof-read' }).click();
  await head.getByRole('checkbox', { name: 'Publish Nursery A' }).check();
  await settled(head);
  await fits(head);
  await web.shot(head, 'report-publish');
  await head.getByRole('button', { name: 'Publish 2 cards' }).click();
  await head.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  const progress = head.getByRole('dialog', { name: 'Publishing cards' });
  await progress.waitFor();
  const [batch] = await web.server.sql<{ id: string }>('select id from batch order by at desc limit 1');
  await runBatch(web.server, batch?.id ?? '');
  await progress.getByText('Finished.').waitFor();
  await progress.getByRole('button', { name: 'Close' }).last().click();
  await head.getByText('2 of 2').first().waitFor();
  await head.context().close();

  const family = await web.open(`/grade-book/skills/final-report/${Aarav.studentId}`, 'Gita', { width: 390 });
  await family.getByText('Aarav loves stories and builds tall towers with his friends.').waitFor();
  await family.getByText('Mountain').first().waitFor();
  await settled(family);
  await fits(family);
  await web.shot(family, 'family-card');
  const [download] = await Promise.all([
    family.waitForEvent('download'),
    family.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  assert.equal((await readFile(await download.path())).subarray(0, 5).toString(), '%PDF-');
  await family.context().close();
  assert.deepEqual(web.problems, []);
});

/** What the teacher enters in the grid, which has a browser test of its own: every grade and a remark for both children. */
async function gradesOfBoth(): Promise<void> {
  const { server } = web;
  const [kavi, divya] = [server.as('Kavi'), server.as('Divya')];
  const add = async (endpoint: typeof skill.endpoints.create, values: object) =>
    (
      (await kavi.call(endpoint ?? assert.fail(), { position: 1, active: true, ...values } as never)) as {
        id: string;
      }
    ).id;
  const skillId = await add(skill.endpoints.create, { name: 'Language' });
  const subSkillId = await add(subSkill.endpoints.create, { skillId, name: 'Listens and speaks' });
  await kavi.call(skillTreeContract.paste, { subSkillId, names: 'Tells a story\nSings rhymes' });
  const { rows } = await kavi.call(skillTreeContract.parameters, { skillId, subSkillId });
  await kavi.call(assignmentContract.save, {
    classId: NURSERY,
    terms: [
      { termNo: 1, scaleId: HPC, parameters: rows.map(({ id }) => ({ parameterId: id, required: true })) },
    ],
  });
  const { rows: terms } = await kavi.call(termContract.list, { classId: NURSERY });
  const which = { sectionId: NURSERY_A, termId: terms[0]?.id ?? '' };
  await divya.call(gradeContract.save, {
    ...which,
    cells: [Aarav, Kabir].flatMap(({ admissionId }) =>
      rows.map(({ id }) => ({
        enrolmentId: admissionId,
        parameterId: id,
        levelId: MOUNTAIN,
        notObserved: null,
        baseVersion: 0,
      })),
    ),
  });
  for (const [name, { admissionId }] of [
    ['Aarav', Aarav],
    ['Kabir', Kabir],
  ] as const)
    await divya.call(remarkContract.save, {
      ...which,
      enrolmentId: admissionId,
      text: `${name} loves stories and builds tall towers with his friends.`,
      version: null,
    });
}
