// Families are reminded of a form that waits for them, once a day at most and five times in all (admissions.md 6).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { askingFamily, runAt } from './admissions-testing.ts';
import { applicationContract } from './application/application.contract.ts';
import { publicFormContract } from './public-form/public-form.contract.ts';
import { remindForms } from './remind-forms.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

async function issued(name: string) {
  const enquiryCode = await askingFamily(app, { name, born: '2023-03-10' });
  return app
    .as('Esha')
    .call(applicationContract.issueLink, { enquiryCode, classId: 3, daySession: 'MORNING' });
}

const remindersOf = async (id: string): Promise<number> =>
  (await app.sql<{ n: number }>('select reminders as n from application where id = $1', [id]))[0]?.n ?? -1;

const queued = async (id: string): Promise<number> =>
  (
    await app.sql<{ n: number }>(
      `select count(*)::int as n from outbox where payload ->> 'kind' = 'admissions.form-reminder' and payload::text like $1`,
      [`%${id}%`],
    )
  )[0]?.n ?? -1;

test('a link that nobody opened: day 2 and day 5, once each, however often the job runs', async () => {
  const { id } = await issued('Aadya');
  const begin = Date.now();
  const after = (ms: number) => runAt(app, remindForms, new Date(begin + ms));
  await after(DAY);
  assert.equal(await remindersOf(id), 0, 'not on the first day');
  await after(2 * DAY + HOUR);
  await after(2 * DAY + HOUR);
  assert.equal(await remindersOf(id), 1, 'a repeated run sends nothing twice');
  assert.equal(await queued(id), 1);
  await after(3 * DAY + HOUR);
  assert.equal(await remindersOf(id), 1);
  await after(5 * DAY + HOUR);
  assert.equal(await remindersOf(id), 2);
  const [link] = await app.sql<{ expires_at: string }>('select expires_at from application where id = $1', [
    id,
  ]);
  await after(Date.parse(link?.expires_at ?? '') - begin - 2 * DAY);
  assert.equal(await remindersOf(id), 3, 'and two days before the end');
});

test('a form that was begun: a day and three days after the last answer; a finished, ended or reminded-out one never', async () => {
  const { id, refId } = await issued('Bhavya');
  await app
    .link(refId)
    .call(publicFormContract.save, { baseRevision: 0, changes: { childName: 'Bhavya Kulkarni' } });
  const begin = Date.now();
  const after = (ms: number) => runAt(app, remindForms, new Date(begin + ms));
  await after(DAY + HOUR);
  assert.equal(await remindersOf(id), 1);
  await app.sql('update application set reminders = 5 where id = $1', [id]);
  await after(3 * DAY + HOUR);
  assert.equal(await queued(id), 1, 'five are enough');
  await app.sql(`update application set reminders = 1, status = 'WITHDRAWN' where id = $1`, [id]);
  await after(3 * DAY + HOUR);
  assert.equal(await queued(id), 1, 'nor after it was withdrawn');
});
