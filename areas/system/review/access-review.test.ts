// The access review through HTTP (network.md 5 `review.*`, 11.3): who decides what, what was used when, three reminders,
// and that what nobody decides ends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { flushUse } from '@aangan/server/endpoint/end-point-use.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../../enquiries/enquiry/enquiry.contract.ts';
import { studentContract } from '../../students/student/student.contract.ts';
import { accessLogContract } from '../journal/journal.contract.ts';
import { roleContract } from '../role/role.contract.ts';
import { accessReviewContract } from './access-review.contract.ts';
import { quarterOf, quarterTitle, START_DAYS } from './review-days.ts';
import { runReviews } from './run-reviews.server.ts';

let app: TestApp;
let asha: Caller;
let bina: Caller;
before(async () => {
  app = await testApp();
  asha = app.as('Asha', { centre: null, steppedUp: true });
  bina = app.as('Bina', { steppedUp: true });
  for (const [name, boss] of [
    ['Esha', 'Bina'],
    ['Divya', 'Bina'],
    ['Usha', 'Bina'],
    ['Rekha', 'Charu'],
    ['Bina', 'Kavi'],
    // A zone manager may give no role of finance: Nitin's goes to super admins.
    ['Nitin', 'Farid'],
  ] as const)
    await app.sql('update app_user set reports_to = $2 where id = $1', [people[name].id, people[boss].id]);
});
after(() => app.close());

const today = todayIst(new Date());
/** A day after the review of today that starts no other: not in the first week of a quarter, whatever day the test runs on. */
const quiet =
  [39, 46].map((days) => addDays(today, days)).find((day) => day >= addDays(quarterOf(day), START_DAYS)) ??
  today;
/** First day of the quarter after that one. */
const next = quarterOf(addDays(quarterOf(quiet), 95));
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);
const run = (day: string) =>
  inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) => runReviews(db, noon(day)));
const reviewId = async (caller = asha): Promise<string> =>
  (await caller.call(accessReviewContract.overview, {})).review?.id ?? '';
const itemsOf = async (caller: Caller, more: Record<string, unknown> = {}) =>
  (await caller.call(accessReviewContract.list, { reviewId: await reviewId(caller), limit: 200, ...more }))
    .rows;
const itemOf = async (name: PersonName, caller = asha) => {
  const found = (await itemsOf(caller)).find((row) => row.userId === people[name].id);
  assert.ok(found, `${name} stands in the review`);
  return found;
};
const bells = async (kind: string, name: PersonName) =>
  app.sql<{ title: string; body: string }>(
    'select title, body from notice where kind = $1 and user_id = $2 order by created_at, title',
    [kind, people[name].id],
  );
const openGrants = async (name: PersonName): Promise<number> =>
  (
    await app.sql<{ n: number }>(
      'select count(*)::int as n from user_role where user_id = $1 and ended_at is null',
      [people[name].id],
    )
  )[0]?.n ?? 0;

test('it is started once a quarter by head office; every role comes to whoever may give it, and both are told', async () => {
  await bina.refused(accessReviewContract.start, {}, 'module.missing');
  await app.as('Asha', { centre: null }).refused(accessReviewContract.start, {}, 'step-up.needed');
  assert.equal((await asha.call(accessReviewContract.overview, {})).review, null);
  const { items } = await asha.call(accessReviewContract.start, {});
  await asha.refused(accessReviewContract.start, {}, 'review.started');
  const { review, reviewers, may } = await asha.call(accessReviewContract.overview, {});
  assert.deepEqual(
    [review?.title, review?.startedOn, review?.dueOn, review?.endsOn, review?.counts.OPEN, may.start],
    [quarterTitle(quarterOf(today)), today, addDays(today, 30), addDays(today, 37), items, false],
  );
  assert.deepEqual(
    reviewers.map((one) => [one.name, one.open]),
    [
      ['Super admins', items - 5],
      ['Bina Shah', 3],
      ['Charu Kulkarni', 1],
      ['Kavi Menon', 1],
    ],
  );
  const all = await itemsOf(asha);
  assert.ok(!all.some((row) => row.userId === people.Gita.id), 'families hold no roles of staff');
  assert.equal((await itemOf('Nitin')).reviewer, null);
  assert.deepEqual(
    (await bells('system.access-review', 'Bina')).map((bell) => bell.title),
    ['Access review: 3 role assignments await your review'],
  );
  assert.equal((await bells('system.access-review', 'Asha')).length, 1);
  const mails = await app.sql(`select from outbox where dedupe_key like 'system.access-review:%'`);
  assert.equal(mails.length, 4);
});

test('each sees and decides their own list; head office sees all; a role that ends by itself is not in it', async () => {
  assert.deepEqual(
    (await itemsOf(bina)).map((row) => [row.name, row.role, row.where, row.can['keep']]),
    [
      ['Divya Nair', 'Teacher', '(002) Andheri', true],
      ['Esha Patil', 'Counsellor', '(002) Andheri', true],
      ['Usha Ghosh', 'Teacher', '(002) Andheri', true],
    ],
  );
  const charu = app.as('Charu', { steppedUp: true });
  assert.deepEqual(
    (await itemsOf(charu)).map((row) => row.name),
    ['Rekha More'],
  );
  const { reviewers, may, review } = await charu.call(accessReviewContract.overview, {});
  assert.deepEqual([reviewers, may.seeAll, review?.mine, review?.counts.OPEN], [[], false, 1, 1]);
  await app.as('Esha').refused(accessReviewContract.overview, {}, 'module.missing');
  assert.equal((await itemsOf(asha, { q: 'teacher' })).length, 2);
  assert.equal((await itemsOf(asha, { reviewerId: people.Charu.id })).length, 1);
  assert.ok((await itemsOf(asha, { mine: true })).every((row) => row.reviewer === null));
  const first = await asha.call(accessReviewContract.list, { reviewId: await reviewId(), limit: 5 });
  const walked = [...first.rows];
  for (let after = first.next; after; ) {
    const page = await asha.call(accessReviewContract.list, { reviewId: await reviewId(), limit: 5, after });
    walked.push(...page.rows);
    after = page.next;
  }
  assert.deepEqual(
    walked.map((row) => row.id),
    (await itemsOf(asha)).map((row) => row.id),
    'page by page is the whole',
  );
});

test('what each person used last is shown, by module, and kept with the decision', async () => {
  await app.as('Esha').call(enquiryContract.list, {});
  // Who looks with Divya's eyes does not use Divya's right.
  await flushUse(app.pool);
  const esha = await itemOf('Esha', bina);
  assert.deepEqual([esha.lastUsedOn, esha.lastUsedModule], [today, 'Enquiries']);
  assert.equal((await itemOf('Divya', bina)).lastUsedOn, null);
  await app.sql('update person_use set used_on = used_on - 143 where user_id = $1', [people.Esha.id]);
  assert.deepEqual(
    (await itemsOf(bina, { unused: true })).map((row) => row.name),
    ['Divya Nair', 'Esha Patil', 'Usha Ghosh'],
  );
  await app.as('Esha').call(enquiryContract.list, {});
  await flushUse(app.pool);
  assert.deepEqual(
    (await itemsOf(bina, { unused: false })).map((row) => row.name),
    ['Esha Patil'],
  );
  const { done } = await bina.call(accessReviewContract.keep, { ids: [esha.id] });
  assert.equal(done, 1);
  await app.sql('delete from person_use');
  const kept = await itemOf('Esha', bina);
  assert.deepEqual(
    [kept.state, kept.decidedBy, kept.lastUsedOn, kept.lastUsedModule],
    ['KEEP', 'Bina Shah', today, 'Enquiries'],
  );
});

test('an ended role is gone at once and told; nobody decides for others or for themselves, and never half', async () => {
  const [divya, esha, usha] = [await itemOf('Divya'), await itemOf('Esha'), await itemOf('Usha')];
  const note = 'Left the classroom';
  const end = (caller: Caller, ids: string[]) => caller.raw(accessReviewContract.end, { ids, note });
  await app.as('Bina').refused(accessReviewContract.end, { ids: [divya.id], note }, 'step-up.needed');
  const charu = app.as('Charu', { steppedUp: true });
  await charu.refused(accessReviewContract.end, { ids: [divya.id], note }, 'row.not-found');
  await charu.refused(accessReviewContract.keep, { ids: [divya.id] }, 'row.not-found');
  await app
    .as('Sahil', { steppedUp: true })
    .refused(accessReviewContract.keep, { ids: [divya.id] }, 'row.not-found');
  await asha.refused(accessReviewContract.keep, { ids: [(await itemOf('Asha')).id] }, 'review.own');
  await bina.refused(accessReviewContract.end, { ids: [usha.id, esha.id], note }, 'row.wrong-state');
  assert.equal((await itemOf('Usha')).state, 'OPEN', 'one that is decided keeps the others from being');
  const divyaCalls = app.as('Divya');
  assert.equal((await divyaCalls.raw(studentContract.list, {})).status, 200);
  assert.equal((await end(bina, [divya.id])).status, 200);
  // Without a role the very centre is not theirs any more: 404.
  const refused = async (): Promise<boolean> =>
    (await divyaCalls.raw(studentContract.list, {})).status !== 200;
  for (const until = Date.now() + 5_000; !(await refused()) && Date.now() < until; );
  assert.ok(await refused());
  assert.equal((await bells('network.role-ended', 'Divya')).length, 1);
  assert.deepEqual([await openGrants('Divya'), await openGrants('Usha')], [0, 1]);
  await assert.rejects(
    app.sql('update access_review_item set decided_by = user_id where id = $1', [esha.id]),
    /access_review_item_other_person/,
  );
});

test('T9: only an open item is decided, by its reviewer or a super admin, never by its person', async () => {
  const { id } = await itemOf('Usha');
  const kavi = app.as('Kavi', { steppedUp: true });
  const callers = { reviewer: bina, super: asha, other: kavi, self: app.as('Usha', { steppedUp: true }) };
  let tuples = 0;
  for (const state of ['OPEN', 'KEEP', 'END', 'LAPSED', 'GONE'] as const)
    for (const [who, caller] of Object.entries(callers))
      for (const action of ['keep', 'end'] as const) {
        const decided = state === 'KEEP' || state === 'END';
        await app.sql('update user_role set ended_at = null, ended_by = null where user_id = $1', [
          people.Usha.id,
        ]);
        await app.sql(
          `update access_review_item set decision = $2, decided_at = case when $2::text is null then null else now() end, decided_by = $3 where id = $1`,
          [id, state === 'OPEN' ? null : state, decided ? people.Bina.id : null],
        );
        const { status } = await caller.raw(accessReviewContract[action], { ids: [id], note: 'as agreed' });
        const allowed = state === 'OPEN' && (who === 'reviewer' || who === 'super');
        assert.equal(status === 200, allowed, `${state} ${who} ${action}: ${status}`);
        tuples += 1;
      }
  publishFigure({ promise: 'T9', area: 'system-access-review', tuples, wrong: 0 });
  await app.sql('update user_role set ended_at = null, ended_by = null where user_id = $1', [people.Usha.id]);
  await app.sql(
    'update access_review_item set decision = null, decided_at = null, decided_by = null, note = null where id = $1',
    [id],
  );
});

test('the result letter holds what its reader may see, and is noted', async () => {
  const id = await reviewId();
  const made = await bina.call(accessReviewContract.letter, { reviewId: id });
  assert.match(made.name, /^Access review .* \d{4}\.pdf$/);
  const sheet = await asha.call(accessReviewContract.letter, { reviewId: id, format: 'xlsx' });
  assert.match(sheet.name, /\.xlsx$/);
  const { rows } = await asha.call(accessLogContract.list, { q: accessReviewContract.letter.name });
  assert.deepEqual(
    rows.map((row) => [row.who, row.action, row.n]),
    [
      ['Asha Rao', 'EXPORT', (await itemsOf(asha)).length],
      ['Bina Shah', 'PRINT', 3],
    ],
  );
});

test('who decides is told thrice, holders once; what nobody decided ends, and super admins keep what the flag gives', async () => {
  const told = async () => (await bells('system.access-review', 'Bina')).map((bell) => bell.body);
  assert.deepEqual(await run(addDays(today, 14)), { told: 0, ended: 0 });
  await run(addDays(today, 15));
  await run(addDays(today, 16));
  assert.equal((await told()).length, 2);
  const standing = await app.sql(
    `select from notice where kind = 'system.access-review' and user_id = $1 and dismissed_at is null`,
    [people.Bina.id],
  );
  assert.equal(standing.length, 1, 'a reminder takes the place of what it reminds of');
  assert.deepEqual(await bells('system.access-lapses', 'Usha'), []);
  await run(addDays(today, 30));
  assert.equal((await told()).length, 3);
  assert.match((await told()).join(), /What nobody decides ends after/);
  assert.equal((await bells('system.access-lapses', 'Usha')).length, 1);
  assert.deepEqual(await run(addDays(today, 37)), { told: 0, ended: 0 });
  assert.equal(await openGrants('Usha'), 1);
  // Ended by another way meanwhile: nothing to decide, nothing to lapse.
  await app.sql('update user_role set ended_at = now() where user_id = $1', [people.Rekha.id]);
  const { ended } = await run(addDays(today, 38));
  assert.ok(ended > 10, `${ended} roles ended`);
  assert.deepEqual([await openGrants('Usha'), await openGrants('Esha')], [0, 1], 'what was kept stays');
  assert.equal((await itemOf('Usha')).state, 'LAPSED');
  assert.equal((await itemOf('Rekha')).state, 'GONE');
  assert.equal((await bells('system.access-lapsed', 'Usha')).length, 1);
  const [done] = await bells('system.access-review-done', 'Asha');
  assert.match(done?.body ?? '', /^1 roles? kept, 1 ended, \d+ ended because nobody decided\.$/);
  await asha.call(roleContract.list, {});
  assert.equal((await asha.call(accessReviewContract.overview, {})).review?.closed, true);
  assert.deepEqual(await run(quiet), { told: 0, ended: 0 });
});

test('the next quarter starts by itself in its first week; a job that was down gives the last week again', async () => {
  await app.sql('update user_role set ended_at = null, ended_by = null');
  assert.deepEqual(await run(addDays(next, 8)), { told: 0, ended: 0 });
  const { told } = await run(addDays(next, 1));
  assert.ok(told >= 3);
  const ends = async () =>
    (
      await app.sql<{ ends: string }>(
        'select ends_on::text as ends from access_review where closed_at is null',
      )
    )[0]?.ends;
  assert.equal(await ends(), addDays(next, 38));
  const late = await run(addDays(next, 78));
  assert.deepEqual([late.ended, await ends()], [0, addDays(next, 85)]);
  assert.ok(late.told >= 3);
  assert.ok((await run(addDays(next, 86))).ended > 10);
});
