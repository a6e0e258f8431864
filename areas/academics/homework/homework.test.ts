// Homework: given, handed in late, returned, tried three times, reviewed child by child; families reach their own child's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { classroomOf, uploadedPicture } from '../diary/diary-testing.ts';
import { homeworkContract as contract, submissionContract } from './homework.contract.ts';
import { homeworks } from './homework.listing.ts';

let app: TestApp;
let nurseryB = '';
let subjectId = '';
before(async () => {
  app = await testApp();
  app.moveClock(at('2026-07-15'));
  ({ nurseryB, subjectId } = await classroomOf(app));
});
after(() => app.close());

const sectionId = sections[ANDHERI];
const { Aarav, Kabir, Myra } = children;
const at = (day: string) => new Date(`${day}T12:00:00+05:30`);
const divya = () => app.as('Divya');
const gita = () => app.as('Gita');

type Save = InputOf<typeof contract.save>;
const work = (more: Partial<Save> = {}): Save => ({
  sectionIds: [sectionId],
  subjectId,
  title: 'Count the spoons',
  text: 'Count the spoons at home and draw them.',
  assignedOn: '2026-07-15',
  dueOn: '2026-07-20',
  submission: 'PHOTO_OR_FILE',
  publish: true,
  ...more,
});
const give = async (more: Partial<Save> = {}) => (await divya().call(contract.save, work(more))).ids[0] ?? '';
const handIn = async (id: string) => ({
  id,
  enrolmentId: Aarav.admissionId,
  fileIds: [await uploadedPicture(app, 'Gita')],
});
const latest = async (id: string) => {
  const { children: all } = await divya().call(contract.get, { id });
  return (
    all.find(({ enrolmentId }) => enrolmentId === Aarav.admissionId)?.attempts[0] ?? assert.fail('nothing')
  );
};

test('story 11: late after the due day; returned three times, the fourth attempt is refused', async () => {
  const id = await give();
  app.moveClock(at('2026-07-20'));
  await gita().refused(contract.handIn, { id, enrolmentId: Aarav.admissionId, fileIds: [] }, 'input.invalid');
  assert.deepEqual(await gita().call(contract.handIn, await handIn(id)), { attempt: 1, late: false });
  await gita().refused(contract.handIn, await handIn(id), 'submission.handed-in');
  app.moveClock(at('2026-07-21'));
  for (const attempt of [2, 3]) {
    const { id: own, version } = await latest(id);
    assert.equal((await divya().raw(submissionContract.return, { id: own }, { version })).status, 422);
    await divya().call(submissionContract.return, { id: own, comment: 'Draw each spoon' }, { version });
    assert.deepEqual(await gita().call(contract.handIn, await handIn(id)), { attempt, late: true });
  }
  const { id: own, version } = await latest(id);
  await divya().refused(submissionContract.return, { id: own, comment: 'x' }, 'row.stale', {
    version: version + 1,
  });
  await divya().call(submissionContract.return, { id: own, comment: 'Once more' }, { version });
  await gita().refused(contract.handIn, await handIn(id), 'submission.attempts');
  const [row] = (await gita().call(contract.mine, {})).rows;
  assert.deepEqual([row?.status, row?.late, row?.done], ['RETURNED', true, false]);
});

test('a week after the due day it is closed; a reminder goes to those who are missing, once a day', async () => {
  app.moveClock(at('2026-07-15'));
  const id = await give({ title: 'Leaves' });
  await gita().call(contract.handIn, await handIn(id));
  assert.equal((await divya().call(contract.remind, { id })).families, 1);
  assert.equal((await divya().call(contract.remind, { id })).families, 0);
  const tick = await give({ title: 'Sing the song', submission: 'TICK' });
  app.moveClock(at('2026-07-27'));
  assert.equal((await gita().call(contract.handIn, { id: tick, enrolmentId: Aarav.admissionId })).late, true);
  app.moveClock(at('2026-07-28'));
  await divya().refused(contract.remind, { id }, 'homework.closed');
  await divya().refused(
    submissionContract.collect,
    { id, enrolmentId: Kabir.admissionId, fileIds: [await uploadedPicture(app, 'Divya')] },
    'homework.closed',
  );
  assert.equal((await gita().call(contract.own, { id })).closed, true);
  app.moveClock(at('2026-07-15'));
});

test('the teacher collects from paper, exempts with a reason, and reviews child by child', async () => {
  const id = await give({ title: 'Shapes' });
  await gita().call(contract.handIn, await handIn(id));
  const files = { fileIds: [await uploadedPicture(app, 'Divya')] };
  await divya().call(submissionContract.collect, { id, enrolmentId: Kabir.admissionId, ...files });
  const read = (studentId: string) => divya().call(submissionContract.ofChild, { studentId, subjectId });
  const first = (await read(Aarav.studentId)).rows.find(({ title }) => title === 'Shapes');
  assert.deepEqual([first?.files.length, first?.next?.name, first?.can['review']], [1, 'Kabir', true]);
  await divya().call(
    submissionContract.review,
    { id: first?.id ?? '', sticker: 'ROCKET', comment: 'Neat' },
    { version: first?.version ?? 0 },
  );
  const second = (await read(Kabir.studentId)).rows.find(({ title }) => title === 'Shapes');
  assert.deepEqual([second?.byKind, second?.next], ['STAFF', null]);
  const own = await gita().call(contract.own, { id });
  assert.deepEqual(
    [own.children.length, own.children[0]?.attempts[0]?.sticker, own.children[0]?.can['handIn']],
    [1, 'ROCKET', false],
  );
  await divya().refused(submissionContract.review, { id: first?.id ?? '' }, 'row.wrong-state', {
    version: 2,
  });
  const sick = { id, enrolmentId: Kabir.admissionId, reason: 'Was in hospital' };
  await divya().call(submissionContract.exempt, sick);
  await divya().refused(submissionContract.exempt, sick, 'row.wrong-state');
  const { rows } = await divya().call(homeworks.endpoints.list, { q: 'Shapes' });
  assert.deepEqual([rows[0]?.handedIn, rows[0]?.toReview, rows[0]?.children], [1, 0, 2]);
});

test('drafts change, published ones do not; withdrawn they are gone for families', async () => {
  const id = await give({ title: 'Draft', publish: false });
  assert.ok(!(await gita().call(contract.mine, {})).rows.some((row) => row.id === id));
  await gita().refused(contract.own, { id }, 'row.not-found');
  await divya().call(contract.save, work({ id, version: 1, title: 'Better', publish: true }));
  const { version } = await divya().call(contract.get, { id });
  await divya().refused(contract.save, work({ id, version, title: 'Later' }), 'row.wrong-state');
  await divya().call(contract.withdraw, { id, reason: 'Wrong section' }, { version });
  await gita().refused(contract.own, { id }, 'row.not-found');
  const notices = await app.sql<{ state: string }>(
    `select state from outbox where source_kind = 'homework' and source_id = $1`,
    [id],
  );
  assert.ok(notices.length > 0 && notices.every(({ state }) => state === 'CANCELLED'));
});

test('another family, another section, another centre, an unapproved teacher, bad input', async () => {
  const id = await give({ title: 'For Kabir alone', enrolmentIds: [Kabir.admissionId] });
  const both = await give({ title: 'For both' });
  await gita().refused(contract.own, { id }, 'row.not-found');
  await gita().refused(contract.handIn, await handIn(id), 'row.not-found');
  for (const other of [Kabir, Myra])
    await gita().refused(
      contract.handIn,
      { ...(await handIn(both)), enrolmentId: other.admissionId },
      'row.not-found',
    );
  const { rows } = await gita().call(contract.mine, {});
  assert.ok(rows.every((row) => row.enrolmentId === Aarav.admissionId && row.id !== id));
  await gita().refused(contract.get, { id: both }, 'module.missing');
  const foreign = await uploadedPicture(app, 'Divya');
  await gita().refused(
    contract.handIn,
    { id: both, enrolmentId: Aarav.admissionId, fileIds: [foreign] },
    'row.not-found',
  );
  const { ids } = await app.as('Bina').call(contract.save, work({ sectionIds: [nurseryB] }));
  await divya().refused(contract.save, work({ sectionIds: [nurseryB] }), 'section.not-yours');
  await divya().refused(contract.get, { id: ids[0] ?? '' }, 'section.not-yours');
  await app.as('Charu').refused(contract.get, { id: both }, 'row.not-found');
  await app
    .as('Charu')
    .refused(submissionContract.ofChild, { studentId: Aarav.studentId, subjectId }, 'row.not-found');
  await app
    .as('Charu')
    .refused(
      submissionContract.exempt,
      { id: both, enrolmentId: Aarav.admissionId, reason: 'x' },
      'row.not-found',
    );
  await app.as('Usha').refused(contract.save, work(), 'module.missing');
  await app.as('Usha').refused(homeworks.endpoints.list, {}, 'module.missing');
  await divya().refused(contract.save, work({ dueOn: '2026-07-14' }), 'homework.due-before-assigned');
  await divya().refused(contract.save, work({ enrolmentIds: [Myra.admissionId] }), 'diary.not-in-section');
  await divya().refused(contract.save, work({ subjectId: nurseryB }), 'input.invalid');
  assert.equal((await divya().raw(contract.save, work({ title: '' }))).status, 422);
});
