// A child's way in a real browser: placed in a section, its parent invited and signed in, moved up into the next year, and
// leaving after all. What a single screen can do is tested beside it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { withdrawalsDue } from './leaving/execute-withdrawals.server.ts';

let web: WebPages;
const { Aarav, Kabir } = children;
const NEXT = YEAR + 1;
const JUNIOR_KG = 4;
const today = todayIst(Date.now());
const lastDay = addDays(today, 1);

before(async () => {
  web = await webPages();
  const { sql } = web.server;
  // Kabir was admitted and sits nowhere yet; the next year is open and has a section.
  await sql('update placement set section_id = null where enrolment_id = $1', [Kabir.admissionId]);
  await sql('update enrolment set section_id = null, roll_no = null where id = $1', [Kabir.admissionId]);
  await sql('update academic_year set opened_on = $2 where id = $1', [NEXT, today]);
  await sql(
    `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity)
     values ($1, '0190b000-0000-7000-8005-0000000000c1', $2, $3, 'A', 'MORNING', '09:00', '12:00', 20)`,
    [ANDHERI, NEXT, JUNIOR_KG],
  );
});
after(() => web?.close());

test('a child without a section gets one, and a roll number with it', async () => {
  const page = await web.open('/students/detail', 'Bina');
  await page.getByRole('link', { name: 'No section: 1' }).click();
  await page.getByRole('checkbox', { name: 'Choose Kabir' }).check();
  await page.getByRole('button', { name: 'Move to A' }).click();
  await page
    .getByRole('dialog', { name: 'Move 1 child to A' })
    .getByRole('button', { name: 'Move', exact: true })
    .click();
  await page.getByText(/^1 child moves to A from/).waitFor();
  await page.getByRole('link', { name: 'Open roster' }).click();
  await page.getByRole('columnheader', { name: 'Roll' }).waitFor();
  await page.getByText('Kabir').first().waitFor();
  const [enrolment] = await web.server.sql('select roll_no from enrolment where id = $1', [
    Kabir.admissionId,
  ]);
  assert.deepEqual(enrolment, { roll_no: 2 });
  await page.context().close();
});

test('the invited parent chooses a password, and sees the own child and nobody else’s', async () => {
  const page = await web.open(`/students/edit/${Kabir.studentId}`, 'Bina');
  await page.getByRole('button', { name: 'Invite parent' }).click();
  await page.getByText('The invitation to Mother of Kabir is on its way. It ends after 7 days.').waitFor();
  await page.getByRole('button', { name: 'Invite again' }).waitFor();
  await page.context().close();
  // What stands in the message is sealed: a second link of the same invitation is opened.
  const [guardian] = await web.server.sql<{ user_id: string }>('select user_id from guardian where id = $1', [
    Kabir.guardianId,
  ]);
  const token = await inUnitOfWork(web.server.pool, systemActor(), { command: 'test' }, (db) =>
    issueLink(db, {
      purpose: 'user.invite',
      franchiseeId: ANDHERI,
      subject: { kind: 'user', id: guardian?.user_id ?? '' },
    }),
  );
  const family = await web.open(`/login?invite=${token}`, null, { width: 390 });
  await family
    .getByText(/Mother/)
    .first()
    .waitFor();
  await fits(family);
  await web.shot(family, 'parent-invited');
  await family.getByLabel('New password', { exact: true }).fill('a green umbrella 48');
  await family.getByLabel('New password again').fill('a green umbrella 48');
  await family.getByRole('button', { name: 'Set password' }).click();
  await family.waitForURL((url) => !url.pathname.startsWith('/login'));
  await family.goto(`${web.origin}/student/dashboard`);
  await family.getByRole('heading', { name: 'Class and centre' }).waitFor();
  await family.getByText('Kabir').first().waitFor();
  await settled(family);
  await fits(family);
  await web.shot(family, 'parent-first-home');
  for (const path of ['/class-diary/view/', '/attendance/report/', '/grade-book/skills/final-report/'])
    for (const other of [Aarav.studentId, Aarav.admissionId]) {
      await family.goto(`${web.origin}${path}${other}`);
      await family.getByRole('main').getByRole('alert').waitFor();
      assert.equal(await family.getByText('Aarav').count(), 0, path);
    }
  await family.context().close();
});

test('a class is evaluated and carried out; both children have their place in the next year', async () => {
  const page = await web.open('/student-promotion/list', 'Bina');
  await page.getByRole('button', { name: 'Evaluate Nursery' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Evaluate' }).click();
  await page.getByText('2 children are evaluated.').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'promotion-run');
  await page.getByRole('button', { name: 'Carry out' }).click();
  await page
    .getByRole('dialog', { name: 'Carry out 2 decisions?' })
    .getByRole('button', { name: 'Carry out' })
    .click();
  const progress = page.getByRole('dialog', { name: 'Promotion' });
  await progress.waitFor();
  const [batch] = await web.server.sql<{ id: string }>('select id from batch order by at desc limit 1');
  await runBatch(web.server, batch?.id ?? '');
  await progress.getByText('Finished.').waitFor();
  await progress.getByRole('button', { name: 'Close' }).last().click();
  await progress.waitFor({ state: 'detached' });
  await page
    .getByRole('cell', { name: /^Junior KG A/ })
    .nth(1)
    .waitFor();
  assert.deepEqual(await nextYearOf(Kabir.studentId), ['UPCOMING']);
  await page.context().close();
});

test('the child leaves after all: written, approved by another person, and both seats are free', async () => {
  const page = await web.open('/students/details/page/1?q=Kabir', 'Bina', { width: 1440 });
  const row = page.getByRole('row', { name: /Kabir/ });
  await row.getByRole('button', { name: 'Actions for this row' }).click();
  await page.getByRole('menuitem', { name: 'Child leaves' }).click();
  const form = page.getByRole('dialog', { name: 'Kabir leaves', exact: true });
  await form.getByLabel('Explanation').fill('The father’s work is in Pune now');
  await form.getByRole('textbox', { name: 'Last day' }).fill(lastDay.split('-').reverse().join('-'));
  await page.keyboard.press('Tab');
  await pick(page, 'Reason', 'Family moves away');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Saved as a draft.').waitFor();
  const drawer = page.getByRole('dialog', { name: 'Kabir leaves', exact: true });
  await drawer.getByRole('button', { name: 'Hand in' }).click();
  await page
    .getByRole('dialog', { name: 'Hand in that Kabir leaves?' })
    .getByRole('button', { name: 'Hand in' })
    .click();
  await drawer.getByText('Waits for approval').first().waitFor();
  assert.equal(await drawer.getByRole('button', { name: 'Approve' }).count(), 0, 'not one’s own');
  await settled(page);
  await web.shot(page, 'withdrawal-drawer');
  const { pathname, search } = new URL(page.url());

  const head = await web.open(pathname + search, 'Omkar', { width: 1440 });
  await head
    .getByRole('dialog', { name: 'Kabir leaves', exact: true })
    .getByRole('button', { name: 'Approve' })
    .click();
  await head
    .getByRole('dialog', { name: 'Approve that Kabir leaves?' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await head.getByText('Approved; it is carried out after the last day.').waitFor();
  await head.context().close();

  const night = new Date(`${addDays(lastDay, 1)}T00:15:00+05:30`);
  const carried = await withdrawalsDue.run({
    work: (centre, work) => inUnitOfWork(web.server.pool, systemActor(centre), { command: 'test' }, work),
    now: night,
    data: null,
    ports: { ...web.server.ports, afterCommit: () => undefined },
  });
  assert.deepEqual([carried.ok, carried.failed], [1, 0]);
  await page.reload();
  await drawer.getByText('Has left').first().waitFor();
  assert.deepEqual(await nextYearOf(Kabir.studentId), ['CANCELLED']);
  assert.deepEqual(await nextYearOf(Aarav.studentId), ['UPCOMING']);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

const nextYearOf = async (studentId: string) =>
  (
    await web.server.sql<{ status: string }>(
      'select status from enrolment where student_id = $1 and academic_year_id = $2',
      [studentId, NEXT],
    )
  ).map(({ status }) => status);
