// Two enquiries that are one child: told apart, joined field by field, taken apart again; through HTTP on a real database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JobTools } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { joinFamiliesContract } from '../families/join-families.contract.ts';
import {
  applicationFor,
  NOW,
  type PipelineApp,
  pipelineApp,
  reasonNamed,
} from '../pipeline/pipeline-testing.ts';
import { duplicateScanJob } from './duplicate-scan.server.ts';
import { mergeContract } from './merge.contract.ts';

const DAY_MS = 86_400_000;
let kit: PipelineApp;
before(async () => {
  kit = await pipelineApp();
});
after(() => kit.app.close());

const log = async (code: string, note: string) => {
  const { id, version } = await kit.get(code);
  await kit.app
    .as('Esha')
    .call(followUpContract.log, { enquiryId: id, outcome: 'NO_ANSWER', note }, { version });
};
const compare = (oneId: string, otherId: string) =>
  kit.app.as('Esha').call(mergeContract.compare, { oneId, otherId });
const join = async (oneId: string, otherId: string, choices: Record<string, 'A' | 'B'> = {}) => {
  const pair = await compare(oneId, otherId);
  const merged = await kit.app.as('Esha').call(mergeContract.merge, {
    survivorId: pair.a.id,
    survivorVersion: pair.a.version,
    mergedId: pair.b.id,
    mergedVersion: pair.b.version,
    choices,
  });
  return { pair, merged };
};
const notesOf = async (code: string) =>
  (await kit.get(code)).timeline
    .filter((line) => line.kind === 'follow-up')
    .map((line) => line.note)
    .toSorted();

test('the same child under another number is flagged when it arrives; two words settle it', async () => {
  const { capture, get, app } = kit;
  const guardianName = 'Kavita Nair';
  const children = [{ firstName: 'Aadhya', dob: '2023-02-02', classId: 3 }];
  const one = await capture({ guardianName, children });
  const two = await capture({
    guardianName: 'Kavitha N',
    children: [{ firstName: 'Adya', dob: '2023-02-02' }],
  });
  assert.deepEqual([one.verdict, two.verdict], ['NEW', 'POSSIBLE']);
  const shown = await app.as('Esha').call(mergeContract.duplicates, {});
  assert.deepEqual(
    shown.rows.map((row) => [row.a.enquiryCode, row.b.enquiryCode].toSorted()),
    [[one.enquiryCode, two.enquiryCode].toSorted()],
  );
  assert.ok((await kit.list({ duplicates: true })).length === 2);
  const candidate = (await get(one.enquiryCode)).possibleDuplicates[0];
  assert.ok(candidate);
  await app.as('Esha').call(mergeContract.notDuplicate, { id: candidate.candidateId });
  assert.deepEqual((await get(one.enquiryCode)).possibleDuplicates, []);
  assert.equal((await app.as('Esha').call(mergeContract.duplicates, {})).total.n, 0);
  // Another child of another family with that name stays apart.
  const three = await capture({ guardianName: 'Rohan Das', children });
  assert.equal(three.verdict, 'NEW');
});

test('story 20: joined field by field, on day 6 taken apart with every follow-up back, on day 8 too late', async () => {
  const { capture, get, move, app } = kit;
  const one = await capture({ guardianName: 'Leela Joshi', children: [{ firstName: 'Om', classId: 3 }] });
  const two = await capture({
    guardianName: 'Leela Vikas Joshi',
    email: 'leela@example.com',
    children: [{ firstName: 'Om', lastName: 'Joshi', dob: '2022-12-01' }],
  });
  await log(one.enquiryCode, 'First call to one');
  await log(two.enquiryCode, 'First call to two');
  await move(one.enquiryCode, 'converse', { contact: 'CALL', note: 'Talk with one', interested: true });
  const before = { one: await get(one.enquiryCode), two: await get(two.enquiryCode) };
  const { pair, merged } = await join(one.id, two.id, { guardianName: 'A' });
  assert.deepEqual([pair.a.enquiryCode, pair.why], [one.enquiryCode, 'It is further on']);
  const joined = await get(one.enquiryCode);
  assert.deepEqual(
    [joined.childLastName, joined.childDob, joined.email, joined.guardianName, joined.classId],
    ['Joshi', '2022-12-01', 'leela@example.com', 'Leela Joshi', 3],
  );
  assert.deepEqual(await notesOf(one.enquiryCode), [
    'First call to one',
    'First call to two',
    'Talk with one',
  ]);
  assert.equal(joined.contacts.length, 3, 'both numbers and the address');
  const under = await get(two.enquiryCode);
  assert.deepEqual([under.merged, under.mergedInto?.enquiryCode, under.actions], [true, one.enquiryCode, []]);
  await app
    .as('Esha')
    .refused(enquiryContract.moveStage, { id: two.id, action: 'converse' }, 'enquiry.read-only', {
      version: under.version,
    });
  assert.equal((await kit.list({ code: two.enquiryCode })).length, 0);
  // What somebody changes after the merge is theirs and stays.
  await app
    .as('Esha')
    .call(
      enquiryContract.update,
      { id: one.id, changes: { childLastName: 'Joshi-Rao' } },
      { version: joined.version },
    );
  app.moveClock(new Date(NOW.getTime() + 6 * DAY_MS));
  const undone = await app.as('Esha').call(mergeContract.undoMerge, { id: merged.id });
  assert.deepEqual(undone, { enquiryCode: two.enquiryCode, survivorCode: one.enquiryCode });
  const [a, b] = [await get(one.enquiryCode), await get(two.enquiryCode)];
  assert.deepEqual([a.childLastName, a.childDob, a.email, a.contacts.length], ['Joshi-Rao', null, null, 1]);
  assert.deepEqual(
    [await notesOf(one.enquiryCode), await notesOf(two.enquiryCode)],
    [['First call to one', 'Talk with one'], ['First call to two']],
  );
  assert.deepEqual(
    [b.stage, b.nextFollowUpOn, b.attempts, b.merged, b.contacts.length],
    [before.two.stage, before.two.nextFollowUpOn, before.two.attempts, false, 2],
  );
  app.moveClock(NOW);
  const again = await join(one.id, two.id);
  app.moveClock(new Date(NOW.getTime() + 8 * DAY_MS));
  await app.as('Esha').refused(mergeContract.undoMerge, { id: again.merged.id }, 'enquiry.merge-too-old');
  app.moveClock(NOW);
});

test('what is proposed is what is joined, and only a name is weighed by its length', async () => {
  const { capture, get } = kit;
  const one = await capture({
    guardianName: 'Sunita Rane',
    children: [{ firstName: 'Ira', gender: 'MALE', classId: 3 }],
  });
  const two = await capture({
    guardianName: 'S Rane',
    children: [{ firstName: 'Irawati', gender: 'FEMALE', classId: 4 }],
  });
  const { pair } = await join(one.id, two.id);
  const proposed = pair.fields.filter((field) => !field.same).map((field) => [field.name, field.proposed]);
  assert.deepEqual(Object.fromEntries(proposed), {
    childFirstName: 'B',
    childGender: 'A',
    classId: 'A',
    guardianName: 'A',
    mobile: 'A',
  });
  const joined = await get(one.enquiryCode);
  assert.deepEqual(
    [joined.childFirstName, joined.childGender, joined.classId, joined.guardianName],
    ['Irawati', 'MALE', 3, 'Sunita Rane'],
  );
});

test('refused: both with an application, different years, what changed meanwhile; an application since stops the undo', async () => {
  const { capture, get, app } = kit;
  const esha = app.as('Esha');
  const [one, two] = [await capture(), await capture()];
  await applicationFor(app, one.id);
  const second = await applicationFor(app, two.id);
  const pair = await compare(one.id, two.id);
  assert.equal(pair.refusal, 'Both have an application or fees. Withdraw one of them first.');
  const input = {
    survivorId: pair.a.id,
    survivorVersion: pair.a.version,
    mergedId: pair.b.id,
    mergedVersion: pair.b.version,
  };
  await esha.refused(mergeContract.merge, input, 'enquiry.both-live');
  await app.sql("update application set status = 'WITHDRAWN' where id = $1", [second]);
  const kept = await compare(one.id, two.id);
  assert.deepEqual([kept.a.id, kept.why], [one.id, 'It has an application']);
  await log(two.enquiryCode, 'Somebody called meanwhile');
  await esha.refused(
    mergeContract.merge,
    {
      ...input,
      survivorId: kept.a.id,
      survivorVersion: kept.a.version,
      mergedId: kept.b.id,
      mergedVersion: kept.b.version,
    },
    'row.stale',
  );
  const { merged } = await join(one.id, two.id);
  await applicationFor(app, one.id, 'WITHDRAWN');
  await app.sql("update application set created_at = now() + interval '1 year' where enquiry_id = $1", [
    one.id,
  ]);
  await esha.refused(mergeContract.undoMerge, { id: merged.id }, 'enquiry.merge-has-form');
  const other = await capture();
  await app.sql('update enquiry set academic_year_id = 2025 where id = $1', [other.id]);
  const mine = await capture();
  await esha.refused(mergeContract.compare, { oneId: mine.id, otherId: other.id }, 'enquiry.not-a-pair');
  assert.equal((await get(two.enquiryCode)).mergedInto?.enquiryCode, one.enquiryCode);
});

test('two people join the same pair at once: one does, nothing is lost', async () => {
  const { capture, app } = kit;
  const [one, two] = [await capture(), await capture()];
  const pair = await compare(one.id, two.id);
  const input = {
    survivorId: pair.a.id,
    survivorVersion: pair.a.version,
    mergedId: pair.b.id,
    mergedVersion: pair.b.version,
  };
  const statuses = (
    await Promise.all(['Esha', 'Bina'].map((who) => app.as(who as 'Esha').raw(mergeContract.merge, input)))
  ).map((one) => one.status);
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  assert.equal((await app.sql('select from enquiry_merge where merged_id = $1', [pair.b.id])).length, 1);
});

test('the scan of the night flags what no capture saw, once, and forgets what no undo needs any more', async () => {
  const { capture, get, app } = kit;
  const one = await capture({
    guardianName: 'Sunita Pillai',
    children: [{ firstName: 'Diya', dob: '2023-07-07' }],
  });
  const two = await capture({
    guardianName: 'Sunita P',
    children: [{ firstName: 'Ria', dob: '2023-07-07' }],
  });
  const { version } = await get(two.enquiryCode);
  await app
    .as('Esha')
    .call(enquiryContract.update, { id: two.id, changes: { childFirstName: 'Dia' } }, { version });
  await app.sql('update enquiry set last_activity_at = $2 where id = any ($1)', [[one.id, two.id], NOW]);
  const run = (now: Date) =>
    duplicateScanJob.run({
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test.scan' }, work),
      now,
      data: null,
      ports: app.ports as JobTools['ports'],
    });
  assert.deepEqual([(await run(NOW)).ok, (await run(NOW)).ok], [1, 0]);
  assert.equal((await get(one.enquiryCode)).possibleDuplicates[0]?.enquiryCode, two.enquiryCode);
  const kept = () => app.sql('select from enquiry_merge where before is not null');
  assert.ok((await kept()).length > 0);
  await run(new Date(NOW.getTime() + 30 * DAY_MS));
  assert.equal((await kept()).length, 0);
  assert.ok(await reasonNamed(app, 'Duplicate'));
});

test('a number of another family: refused, joined by a decision, and taken apart again', async () => {
  const { app, capture, get } = kit;
  const one = await capture({
    guardianName: 'Nina Sethi',
    children: [{ firstName: 'Uma', dob: '2022-05-05' }],
  });
  const mobile = kit.nextPhone();
  const two = await capture({
    guardianName: 'Ravi Sethi',
    mobile,
    children: [{ firstName: 'Zubin', dob: '2020-05-05' }],
  });
  const esha = app.as('Esha');
  const save = async () => {
    const { id, version } = await get(one.enquiryCode);
    return { input: { id, changes: { mobile } }, version };
  };
  const refused = await save();
  await esha.refused(enquiryContract.update, refused.input, 'enquiry.contact-elsewhere', {
    version: refused.version,
  });
  await app.sql(
    'update enquiry_household set do_not_call = true where id = (select household_id from enquiry where id = $1)',
    [two.id],
  );
  assert.deepEqual(await esha.call(joinFamiliesContract.join, { enquiryId: one.id, mobile }), {
    children: 1,
  });
  await esha.call(enquiryContract.update, refused.input, { version: refused.version });
  const joined = await get(one.enquiryCode);
  assert.deepEqual(
    [joined.family.map((child) => child.enquiryCode), joined.contacts.length, joined.doNotCall],
    [[two.enquiryCode], 2, true],
  );
  const { rows } = await esha.call(joinFamiliesContract.joins, { enquiryId: two.id });
  assert.deepEqual([rows[0]?.children, rows[0]?.canUndo], [['Zubin'], true]);
  await app.as('Rekha').refused(joinFamiliesContract.undo, { id: rows[0]?.id ?? '' }, 'row.not-found');
  await esha.call(joinFamiliesContract.undo, { id: rows[0]?.id ?? '' });
  const apart = await get(two.enquiryCode);
  assert.deepEqual(
    [apart.family, apart.contacts.length, (await get(one.enquiryCode)).doNotCall],
    [[], 1, false],
  );
  assert.equal((await esha.call(joinFamiliesContract.joins, { enquiryId: one.id })).rows.length, 0);
  await app.sql('update enquiry_household set do_not_call = false');
  assert.deepEqual(await esha.call(joinFamiliesContract.join, { enquiryId: one.id, mobile }), {
    children: 1,
  });
});

test('a family of two that asks again without a name: the chip asks who was meant', async () => {
  const { app, capture, get } = kit;
  const mobile = kit.nextPhone();
  const elder = await capture({ mobile, children: [{ firstName: 'Tara', dob: '2020-05-05' }] });
  const younger = await capture({ mobile, children: [{ firstName: 'Omkar', dob: '2023-05-05' }] });
  const again = await capture({ mobile, note: 'Rang about the bus', children: [{}] });
  assert.equal(again.verdict, 'SAME');
  const asked = [elder, younger].find((one) => one.id === again.id) ?? elder;
  const meant = asked === elder ? younger : elder;
  assert.deepEqual(
    [(await get(asked.enquiryCode)).whichChild, (await get(meant.enquiryCode)).whichChild],
    [true, false],
  );
  await app.as('Esha').call(joinFamiliesContract.whichChild, { id: asked.id, meantId: meant.id });
  const noted = await get(meant.enquiryCode);
  assert.ok(noted.timeline.some((line) => line.kind === 'touch' && line.note === 'Rang about the bus'));
  assert.equal((await get(asked.enquiryCode)).whichChild, false);
});
