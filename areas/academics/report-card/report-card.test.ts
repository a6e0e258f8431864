// From a proof-read sheet to the family's card: frozen, numbered, told once, replaced by a new version, taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { ANDHERI, staffIds } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { assignmentContract } from '../grade-book/assignment.contract.ts';
import { gradeContract } from '../grade-book/grade.contract.ts';
import { remarkContract } from '../grade-book/remark.contract.ts';
import { skill, subSkill } from '../grade-book/skill.record.ts';
import { skillTreeContract } from '../grade-book/skill-tree.contract.ts';
import { healthContract } from '../health/health.contract.ts';
import { sectionContract } from '../structure/section.contract.ts';
import { termContract } from '../term/term.contract.ts';
import { reportCardContract as contract, reportBatch } from './report-card.contract.ts';

let app: TestApp;
let termId: string;
let parameters: string[];
const NURSERY_A = sections[ANDHERI];
const { Aarav, Kabir, Myra } = children;
const HPC = '0190d000-0000-7000-8001-000000000001';
const level = (rank: 1 | 2 | 3) => `0190d000-0000-7000-8002-00000000001${rank}`;

before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-09-20T11:00:00+05:30'));
  const kavi = app.as('Kavi');
  await app.as('Bina').call(sectionContract.setTeacher, {
    sectionId: NURSERY_A,
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-15',
  });
  const add = async (endpoint: typeof skill.endpoints.create, values: object) =>
    (
      (await kavi.call(endpoint ?? assert.fail(), { position: 1, active: true, ...values } as never)) as {
        id: string;
      }
    ).id;
  const skillId = await add(skill.endpoints.create, { name: 'Language' });
  const subSkillId = await add(subSkill.endpoints.create, { skillId, name: 'Listens and speaks' });
  await kavi.call(skillTreeContract.paste, { subSkillId, names: 'Tells a story\nSings rhymes' });
  parameters = (await kavi.call(skillTreeContract.parameters, { skillId, subSkillId })).rows.map(
    ({ id }) => id,
  );
  await kavi.call(termContract.save, {
    classIds: [NURSERY],
    termNo: 1,
    name: 'Term 1',
    fromOn: '2026-04-01',
    toOn: '2026-09-30',
    entryFrom: '2026-09-01',
    entryTo: '2026-10-10',
    publishOn: '2026-10-17',
  });
  termId = (await kavi.call(termContract.list, { classId: NURSERY })).rows[0]?.id ?? '';
  await kavi.call(assignmentContract.save, {
    classId: NURSERY,
    terms: [
      {
        termNo: 1,
        scaleId: HPC,
        parameters: parameters.map((parameterId) => ({ parameterId, required: true })),
      },
    ],
  });
  await app.as('Divya').call(healthContract.save, {
    enrolmentId: Aarav.admissionId,
    measuredOn: '2026-09-10',
    height: 98,
    weight: 15,
    vision: 'OK',
    dental: 'OK',
    hearing: 'OK',
  });
  await enter(Aarav.admissionId, 3);
  await enter(Kabir.admissionId, 2);
});
after(() => app.close());

const which = () => ({ sectionId: NURSERY_A, termId });

/** All grades of a child at one level, and a remark. */
async function enter(enrolmentId: string, rank: 1 | 2 | 3): Promise<void> {
  const divya = app.as('Divya');
  const { cells } = await divya.call(gradeContract.sheet, which());
  const versionOf = (parameterId: string) =>
    cells.find((cell) => cell.enrolmentId === enrolmentId && cell.parameterId === parameterId)?.version ?? 0;
  await divya.call(gradeContract.save, {
    ...which(),
    cells: parameters.map((parameterId) => ({
      enrolmentId,
      parameterId,
      levelId: level(rank),
      notObserved: null,
      baseVersion: versionOf(parameterId),
    })),
  });
  const { rows } = await divya.call(remarkContract.list, which());
  await divya.call(remarkContract.save, {
    ...which(),
    enrolmentId,
    text: `Loves stories and builds tall towers; level ${rank} of the songs by now.`,
    version: rows.find((row) => row.enrolmentId === enrolmentId)?.remark?.version ?? null,
  });
}

const board = async () =>
  (await app.as('Bina').call(contract.board, { termNo: 1 })).rows[0] ?? assert.fail('no sheet');
const proofed = async () => {
  await app.as('Divya').call(gradeContract.submit, which());
  const { sheetId, version } = await board();
  await app.as('Bina').call(gradeContract.proof, { id: sheetId ?? '' }, { version });
  return sheetId ?? '';
};
const cards = () =>
  app.sql<{
    enrolment_id: string;
    version_no: number;
    number: string;
    status: string;
    change_note: string | null;
  }>(
    'select enrolment_id, version_no, number, status, change_note from report_card order by number, version_no',
  );
const told = () =>
  app.sql<{ kind: string; dedupe_key: string }>(
    `select payload ->> 'kind' as kind, dedupe_key from outbox where source_kind = 'report-card' order by at, id`,
  );
const gitas = (more: object = {}) => app.as('Gita').call(contract.card, { id: Aarav.studentId, ...more });

test('before it is published a family sees no card, and staff a draft', async () => {
  const own = await gitas({ termId });
  assert.deepEqual([own.child, own.snapshot, own.draft, own.versions], ['Aarav', null, false, []]);
  const draft = await app.as('Divya').call(contract.card, { id: Aarav.admissionId });
  assert.deepEqual([draft.draft, draft.snapshot?.skills[0]?.rows[0]?.levels[0]?.label], [true, 'Sky']);
  await app.as('Gita').refused(contract.card, { id: Kabir.studentId }, 'row.not-found');
  assert.equal((await app.as('Gita').raw(contract.board, {})).status, 403);
});

test('only proof-read sheets are published, once, by their own centre', async () => {
  const bina = app.as('Bina');
  const open = await board();
  assert.deepEqual([open.children, open.required, open.filled, open.remarks, open.cards], [2, 4, 4, 2, 0]);
  const sheetIds = [open.sheetId ?? ''];
  await bina.refused(contract.publish, { sheetIds, publishAt: null }, 'report.not-proofed');
  await proofed();
  await app.as('Charu').refused(contract.publish, { sheetIds, publishAt: null }, 'row.not-found');
  assert.equal((await app.as('Divya').raw(contract.publish, { sheetIds, publishAt: null })).status, 403);
  await bina.refused(contract.publish, { sheetIds, publishAt: '2026-09-01T10:00:00+05:30' }, 'input.invalid');

  // For a time: nothing is published before, a second batch is refused, and it can be stopped.
  const later = await bina.call(contract.publish, { sheetIds, publishAt: '2026-10-17T10:00:00+05:30' });
  assert.equal(later.cards, 2);
  const [waits] = await app.sql<{ not_before: Date }>(
    `select not_before from outbox where kind = 'platform.job' and payload -> 'data' ->> 'batchId' = $1`,
    [later.batchId],
  );
  assert.equal(new Date(waits?.not_before ?? 0).toISOString(), '2026-10-17T04:30:00.000Z');
  await bina.refused(contract.publish, { sheetIds, publishAt: null }, 'report.under-way');
  await bina.call(reportBatch.endpoints.cancel, { id: later.batchId });

  const now = await bina.call(contract.publish, { sheetIds, publishAt: null });
  await runBatch(app, now.batchId);
  assert.deepEqual(
    (await cards()).map(({ version_no, number, status }) => [version_no, number, status]),
    [
      [1, 'RC/002/2026-27/T1/0001', 'PUBLISHED'],
      [1, 'RC/002/2026-27/T1/0002', 'PUBLISHED'],
    ],
  );
  assert.equal((await told()).length, 2);
  assert.deepEqual([(await board()).status, (await board()).cards], ['PUBLISHED', 2]);
  await bina.refused(contract.publish, { sheetIds, publishAt: null }, 'report.not-proofed');
  // Stopped: when its time comes, nothing happens.
  await runBatch(app, later.batchId);
  assert.equal((await cards()).length, 2);
});

test('story 19: Gita reads her child’s card, one receipt; another child’s is not there', async () => {
  const gita = app.as('Gita');
  const own = await gitas();
  assert.deepEqual(
    [
      own.snapshot?.child,
      own.snapshot?.health?.heightMm,
      own.snapshot?.skills[0]?.rows.length,
      own.can['withdraw'],
    ],
    ['Aarav', 980, 2, false],
  );
  const cardId = own.cardId ?? '';
  for (let n = 0; n < 2; n += 1) await gita.call(contract.read, { id: Aarav.studentId, cardId });
  const { url } = await gita.call(contract.pdf, { id: Aarav.studentId, cardId });
  const file = await app.app.inject({ method: 'GET', url, headers: await gita.headers() });
  assert.equal(file.statusCode, 200);
  assert.equal(file.rawPayload.subarray(0, 5).toString(), '%PDF-');
  const staff = await app.as('Bina').call(contract.card, { id: Aarav.admissionId });
  assert.deepEqual(
    staff.reads.map(({ name, downloads }) => [name, downloads]),
    [['Gita Iyer', 1]],
  );
  const kabirs = (await app.as('Bina').call(contract.card, { id: Kabir.studentId })).cardId ?? '';
  await gita.refused(contract.card, { id: Kabir.admissionId }, 'row.not-found');
  await gita.refused(contract.card, { id: Aarav.studentId, cardId: kabirs }, 'row.not-found');
  await gita.refused(contract.read, { id: Aarav.studentId, cardId: kabirs }, 'row.not-found');
  await gita.refused(contract.pdf, { id: Aarav.studentId, cardId: kabirs }, 'row.not-found');
  await app.as('Charu').refused(contract.card, { id: Aarav.studentId }, 'row.not-found');
  await app.as('Divya').refused(contract.card, { id: Myra.studentId }, 'row.not-found');
});

test('a card is frozen: what is entered later changes nothing', async () => {
  await app.sql(`update student set name = 'Aarav Iyer' where id = $1`, [Aarav.studentId]);
  assert.equal((await gitas()).snapshot?.child, 'Aarav');
  await app.sql(`update student set name = 'Aarav' where id = $1`, [Aarav.studentId]);
});

test('story 18: reopened and published again, version 2 says why; version 1 is read by staff only', async () => {
  const first = (await gitas()).cardId ?? '';
  const { sheetId, version } = await board();
  const id = sheetId ?? '';
  await app
    .as('Bina')
    .call(gradeContract.giveBack, { id, note: 'Grades of Aarav were mixed up' }, { version });
  await enter(Aarav.admissionId, 2);
  await proofed();
  const { batchId } = await app.as('Bina').call(contract.publish, { sheetIds: [id], publishAt: null });
  await runBatch(app, batchId);
  const rows = (await cards()).filter(({ enrolment_id }) => enrolment_id === Aarav.admissionId);
  assert.deepEqual(
    rows.map(({ version_no, status, change_note }) => [version_no, status, change_note]),
    [
      [1, 'SUPERSEDED', null],
      [2, 'PUBLISHED', 'Grades of Aarav were mixed up'],
    ],
  );
  assert.equal(new Set(rows.map(({ number }) => number)).size, 1, 'the number stays');
  assert.equal((await cards()).length, 3, 'Kabir’s card did not change');
  assert.deepEqual(
    (
      await app.sql<{ state: string }>('select state from batch_item where batch_id = $1 order by n', [
        batchId,
      ])
    )
      .map(({ state }) => state)
      .sort(),
    ['DONE', 'SKIPPED'],
  );
  const own = await gitas();
  assert.deepEqual(
    [own.versions.length, own.snapshot?.skills[0]?.rows[0]?.levels[0]?.label],
    [1, 'Mountain'],
  );
  await app.as('Gita').refused(contract.card, { id: Aarav.studentId, cardId: first }, 'row.not-found');
  const old = await app.as('Bina').call(contract.card, { id: Aarav.studentId, cardId: first });
  assert.deepEqual([old.versions.length, old.snapshot?.skills[0]?.rows[0]?.levels[0]?.label], [2, 'Sky']);
});

test('withdrawn with a reason: gone for the family', async () => {
  const bina = app.as('Bina');
  const { versions, cardId } = await bina.call(contract.card, { id: Aarav.studentId });
  const id = cardId ?? '';
  const version = versions.find((one) => one.id === id)?.version ?? 0;
  await bina.refused(contract.withdraw, { id, reason: 'Wrong' }, 'input.invalid', { version });
  await app
    .as('Charu')
    .refused(contract.withdraw, { id, reason: 'This is not the card of my own centre' }, 'row.not-found', {
      version,
    });
  await bina.call(contract.withdraw, { id, reason: 'The family asked for a correction' }, { version });
  assert.equal((await gitas({ termId })).snapshot, null);
  await app.as('Gita').refused(contract.pdf, { id: Aarav.studentId, cardId: id }, 'row.not-found');
});
