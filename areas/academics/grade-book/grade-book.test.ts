// The grade book from the network's tree to a proof-read sheet: what is graded, entered, checked and closed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, staffIds, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { sectionContract } from '../structure/section.contract.ts';
import { termContract } from '../term/term.contract.ts';
import { assignmentContract } from './assignment.contract.ts';
import { gradeContract as contract } from './grade.contract.ts';
import { remarkContract } from './remark.contract.ts';
import { skill, skillParameter, subSkill } from './skill.record.ts';
import { skillTreeContract, skillTreeImport } from './skill-tree.contract.ts';

let app: TestApp;
let skillId: string;
let subSkillId: string;
let parameters: string[];
let termId: string;
const NURSERY_A = sections[ANDHERI];
const { Aarav, Kabir } = children;
const HPC = '0190d000-0000-7000-8001-000000000001';
const SKY = '0190d000-0000-7000-8002-000000000013';
const STREAM = '0190d000-0000-7000-8002-000000000011';
const SEEN = '0190d000-0000-7000-8002-000000000032';
const REQUIRED = 42;
const extra = (n: number) => `0190b000-0000-7000-8702-${String(n).padStart(12, '0')}`;
const NAMES = [
  'Riya',
  'Dev',
  'Ira',
  'Om',
  'Tara',
  'Zoya',
  'Nia',
  'Veer',
  'Anaya',
  'Reyansh',
  'Kiara',
  'Ayaan',
  'Diya',
  'Arjun',
  'Sara',
  'Ishaan',
];

before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-09-20T11:00:00+05:30'));
  await app.as('Bina').call(sectionContract.setTeacher, {
    sectionId: NURSERY_A,
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-15',
  });
  // A section of the same centre that Divya does not teach.
  await app.sql(
    `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity)
     values ($1, $2, $3, $4, 'B', 'MORNING', '09:00', '12:00', 20)`,
    [ANDHERI, extra(900), YEAR, NURSERY],
  );
  for (const [index, name] of NAMES.entries())
    await addChild(index + 1, name, name === 'Ishaan' ? '2026-09-10' : '2026-06-15');
});
after(() => app.close());

async function addChild(n: number, name: string, joinedOn: string): Promise<void> {
  const [enrolment, student, childId] = [extra(n), extra(100 + n), extra(200 + n)];
  await app.sql('insert into child (id, child_no) values ($1, $2)', [childId, `A${200_000_000 + n}`]);
  await app.sql(`insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)`, [
    ANDHERI,
    enrolment,
    YEAR,
  ]);
  await app.sql(
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id)
     values ($1, $2, $3, $4, $5, $6, '2022-09-01', 'FEMALE', 'STUDYING', $7)`,
    [ANDHERI, student, childId, Kabir.familyId, `ADM/N/${n}`, name, enrolment],
  );
  await app.sql(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, roll_no, enrolment_no, status, joined_on)
     values ($1, $2, $3, $4, $5, $6, 'MORNING', $7, $8, 'ACTIVE', $9)`,
    [ANDHERI, enrolment, student, YEAR, NURSERY, NURSERY_A, 10 + n, `N${n}`, joinedOn],
  );
  await app.sql(
    `insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on) values ($1, $2, $3, $4, 'MORNING', $5)`,
    [ANDHERI, enrolment, NURSERY, NURSERY_A, joinedOn],
  );
}

const everyone = () => [Aarav.admissionId, Kabir.admissionId, ...NAMES.map((_, n) => extra(n + 1))];
const which = () => ({ sectionId: NURSERY_A, termId });
const grade = (enrolmentId: string, parameterId: string, levelId: string | null = SKY, baseVersion = 0) => ({
  enrolmentId,
  parameterId,
  levelId,
  notObserved: null,
  baseVersion,
});
const sheet = (who: 'Divya' | 'Bina' = 'Divya') => app.as(who).call(contract.sheet, which());

test('the tree: added, pasted, imported, under its own address only, and the network’s alone', async () => {
  const kavi = app.as('Kavi');
  const made = (await kavi.call(skill.endpoints.create ?? assert.fail(), {
    name: 'Language',
    position: 1,
    active: true,
  })) as { id: string };
  skillId = made.id;
  const goal = (await kavi.call(subSkill.endpoints.create ?? assert.fail(), {
    skillId,
    name: 'Listens and speaks',
    cgCode: 'CG-9',
    position: 1,
    active: true,
  })) as { id: string };
  subSkillId = goal.id;
  const lines = Array.from({ length: REQUIRED }, (_, n) => `Competency ${n + 1}`).join('\n');
  assert.deepEqual(
    await kavi.call(skillTreeContract.paste, { subSkillId, names: `${lines}\n\ncompetency 1\n` }),
    { added: REQUIRED, known: 0 },
  );
  assert.deepEqual(await kavi.call(skillTreeContract.paste, { subSkillId, names: 'COMPETENCY 2\nNew' }), {
    added: 1,
    known: 1,
  });
  const tree = await kavi.call(skillTreeContract.parameters, { skillId, subSkillId });
  assert.deepEqual(
    [tree.rows.length, tree.rows[0]?.name, tree.can['change']],
    [REQUIRED + 1, 'Competency 1', true],
  );
  parameters = tree.rows.map(({ id }) => id);

  const csv =
    'Domain,Domain code,Goal,Goal code,Competency,Ability\nLanguage,,Reads,CG-10,Turns pages,Awareness\nNumbers,NUM,Counts,,Counts to five,\n';
  const checked = await kavi.call(skillTreeImport.endpoints.check, { fileName: 'skills.csv', csv });
  assert.equal(checked.bad, 0);
  await kavi.call(skillTreeImport.endpoints.commit, { jobId: checked.jobId });
  const again = await kavi.call(skillTreeImport.endpoints.check, { fileName: 'skills.csv', csv });
  assert.equal(again.bad, 2);
  const { rows } = await kavi.call(skillTreeContract.overview, {});
  assert.deepEqual(
    rows.map(({ name, subSkills, competencies }) => [name, subSkills, competencies]),
    [
      ['Language', 2, REQUIRED + 2],
      ['Numbers', 1, 1],
    ],
  );
  const numbers = rows[1]?.id ?? '';
  await kavi.refused(skillTreeContract.parameters, { skillId: numbers, subSkillId }, 'row.not-found');
  await kavi.refused(skillTreeContract.subSkills, { skillId: subSkillId }, 'row.not-found');

  const bina = app.as('Bina');
  assert.equal((await bina.call(skillTreeContract.overview, {})).can['change'], false);
  await bina.refused(skillTreeContract.paste, { subSkillId, names: 'Own' }, 'academics.network-only');
  await bina.refused(
    skill.endpoints.create ?? assert.fail(),
    { name: 'Own', position: 1, active: true } as never,
    'row.shared',
  );
  const off = tree.rows.at(-1);
  assert.ok(off);
  await kavi.call(
    skillParameter.endpoints.update ?? assert.fail(),
    { id: off.id, changes: { active: false } } as never,
    { version: off.version },
  );
});

test('assignment: by term, copied into empty terms, and the network’s alone', async () => {
  const kavi = app.as('Kavi');
  const dates = { publishOn: null, classIds: [NURSERY] };
  await kavi.call(termContract.save, {
    ...dates,
    termNo: 1,
    name: 'Term 1',
    fromOn: '2026-04-01',
    toOn: '2026-09-30',
    entryFrom: '2026-09-01',
    entryTo: '2026-10-10',
  });
  await kavi.call(termContract.save, {
    ...dates,
    termNo: 2,
    name: 'Term 2',
    fromOn: '2026-10-01',
    toOn: '2027-03-31',
    entryFrom: '2027-03-01',
    entryTo: '2027-04-10',
  });
  const term = (termNo: number, required: number) => ({
    termNo,
    scaleId: HPC,
    parameters: parameters
      .slice(0, REQUIRED)
      .map((parameterId, n) => ({ parameterId, required: n < required })),
  });
  const save = (terms: ReturnType<typeof term>[]) =>
    kavi.call(assignmentContract.save, { classId: NURSERY, terms });
  await kavi.refused(
    assignmentContract.save,
    { classId: NURSERY, terms: [term(3, 1)] },
    'skill-assignment.no-term',
  );
  assert.deepEqual(await save([term(1, 3)]), { saved: REQUIRED });
  assert.deepEqual(await save([term(1, REQUIRED)]), { saved: REQUIRED });
  const set = await kavi.call(assignmentContract.get, { classId: NURSERY });
  assert.deepEqual(set.rows.find((row) => row.parameterId === parameters[0])?.terms, { 1: 'REQUIRED' });
  assert.ok(
    !set.rows.some((row) => row.parameterId === parameters.at(-1)),
    'what is not in use is not offered',
  );
  await kavi.refused(
    assignmentContract.copy,
    { classId: NURSERY, fromClassId: NURSERY, fromYearId: YEAR },
    'skill-assignment.nothing-to-copy',
  );
  await app
    .as('Bina')
    .refused(assignmentContract.save, { classId: NURSERY, terms: [term(1, 1)] }, 'academics.network-only');
  const { rows } = await kavi.call(termContract.list, { classId: NURSERY });
  termId = rows.find(({ termNo }) => termNo === 1)?.id ?? '';
});

test('entering: 200 at once, who may, which cells, and two people on one cell', async () => {
  const divya = app.as('Divya');
  const cell = grade(Aarav.admissionId, parameters[0] ?? '');
  const save = (...cells: ReturnType<typeof grade>[]) => divya.call(contract.save, { ...which(), cells });
  const { cells } = await save(
    cell,
    { ...grade(Kabir.admissionId, parameters[0] ?? ''), levelId: SEEN },
    grade(children.Myra.admissionId, parameters[0] ?? ''),
    grade(Aarav.admissionId, parameters.at(-1) ?? ''),
  );
  assert.deepEqual(
    cells.map(({ outcome, problem }) => [outcome, problem]),
    [
      ['APPLIED', null],
      ['REFUSED', 'Not a level of this scale'],
      ['REFUSED', 'Not in this section in the term'],
      ['REFUSED', 'Not assigned to this class and term'],
    ],
  );
  assert.equal((await save({ ...cell })).cells[0]?.outcome, 'SAME');
  const [mine] = (await save({ ...cell, levelId: STREAM, baseVersion: 1 })).cells;
  assert.deepEqual([mine?.outcome, mine?.version], ['APPLIED', 2]);
  // Bina has not seen it; then the cell is emptied, and an old version still meets a conflict.
  const stale = await app
    .as('Bina')
    .call(contract.save, { ...which(), cells: [{ ...cell, baseVersion: 1 }] });
  assert.deepEqual(
    [stale.cells[0]?.outcome, stale.cells[0]?.levelId, stale.cells[0]?.by],
    ['CONFLICT', STREAM, 'Divya Nair'],
  );
  await save({ ...cell, levelId: null, baseVersion: 2 });
  const old = await app.as('Bina').call(contract.save, { ...which(), cells: [{ ...cell, baseVersion: 1 }] });
  assert.equal(old.cells[0]?.outcome, 'CONFLICT');

  await divya.refused(contract.sheet, { sectionId: extra(900), termId }, 'section.not-yours');
  await divya.refused(contract.save, { sectionId: extra(900), termId, cells: [cell] }, 'section.not-yours');
  await divya.refused(contract.save, { sectionId: sections[BANER], termId, cells: [cell] }, 'row.not-found');
  assert.equal((await app.as('Usha').raw(contract.sheet, {})).status, 403);
  assert.equal((await app.as('Usha').raw(remarkContract.list, {})).status, 403);
  const many = Array.from({ length: 201 }, () => cell);
  await divya.refused(contract.save, { ...which(), cells: many }, 'input.invalid');
  await divya.refused(
    contract.save,
    { ...which(), cells: [{ ...cell, levelId: null, notObserved: 'No' }] },
    'input.invalid',
  );
  app.moveClock(new Date('2026-10-11T11:00:00+05:30'));
  const refusal = await divya.refused(contract.save, { ...which(), cells: [cell] }, 'grade.window');
  assert.equal(refusal.message, 'Entry is open 01-09-2026 to 10-10-2026.');
  app.moveClock(new Date('2026-09-20T11:00:00+05:30'));
});

test('story 14: 700 of 756 is refused with the children; one too early makes it 714', async () => {
  const divya = app.as('Divya');
  const versions = new Map(
    (await sheet()).cells.map((cell) => [`${cell.enrolmentId} ${cell.parameterId}`, cell.version]),
  );
  const all = everyone().flatMap((id) =>
    parameters.slice(0, REQUIRED).map((one) => grade(id, one, SKY, versions.get(`${id} ${one}`) ?? 0)),
  );
  assert.equal(all.length, 756);
  // 42 cells of the child that joined lately and 14 of the one before are left.
  const entered = all.slice(0, 700);
  for (let from = 0; from < entered.length; from += 200)
    await divya.call(contract.save, { ...which(), cells: entered.slice(from, from + 200) });
  const refusal = await divya.refused(contract.submit, which(), 'grade.incomplete');
  assert.equal(refusal.message, '700 of 756 grades are entered; 2 children are not complete.');
  assert.deepEqual(refusal.fields, { [extra(15)]: '14 missing', [extra(16)]: '42 missing' });
  await divya.refused(
    contract.tooEarly,
    { ...which(), enrolmentId: extra(15), reason: 'New' },
    'grade.not-too-early',
  );
  await divya.call(contract.tooEarly, { ...which(), enrolmentId: extra(16), reason: 'Joined on 10-09' });
  const left = await divya.refused(contract.submit, which(), 'grade.incomplete');
  assert.equal(left.message, '700 of 714 grades are entered; 1 children are not complete.');
  const refused = await divya.call(contract.save, {
    ...which(),
    cells: [grade(extra(16), parameters[0] ?? '')],
  });
  assert.equal(refused.cells[0]?.problem, 'Too early to assess');
  await divya.call(contract.save, { ...which(), cells: all.slice(700, 714) });
});

test('after the first entry only optional ones may be added, with the count', async () => {
  const kavi = app.as('Kavi');
  const all = parameters.slice(0, REQUIRED).map((parameterId) => ({ parameterId, required: true }));
  const save = (list: typeof all, scaleId = HPC) => ({
    classId: NURSERY,
    terms: [{ termNo: 1, scaleId, parameters: list }],
  });
  const refusal = await kavi.refused(assignmentContract.save, save(all.slice(1)), 'skill-assignment.used');
  assert.equal(refusal.message, 'Term 1 has 714 entries; only optional competencies can be added.');
  await kavi.refused(
    assignmentContract.save,
    save(all.map((one, n) => ({ ...one, required: n > 0 }))),
    'skill-assignment.used',
  );
  const added = { parameterId: parameters.at(-1) ?? '', required: true };
  await kavi.refused(assignmentContract.save, save([...all, added]), 'skill-assignment.used');
  await kavi.refused(
    assignmentContract.save,
    save(all, '0190d000-0000-7000-8001-000000000002'),
    'skill-assignment.scale-fixed',
  );
  await kavi.call(assignmentContract.save, save([...all, { ...added, required: false }]));
  assert.equal((await sheet()).competencies.length, REQUIRED + 1);
});

test('story 15: a remark too short, of another child or with the wrong pronoun is refused; the third equal text warns', async () => {
  const divya = app.as('Divya');
  const about = (enrolmentId: string, text: string, version: number | null = null) => ({
    ...which(),
    enrolmentId,
    text,
    version,
  });
  const fault = async (enrolmentId: string, text: string) =>
    (await divya.refused(remarkContract.save, about(enrolmentId, text), 'remark.checks')).fields?.['text'];
  assert.match((await fault(Aarav.admissionId, 'x'.repeat(39))) ?? '', /^At least 40 characters; 1 more/);
  const good = 'Enjoys stories and tells them to friends at the table every day.';
  assert.equal(await fault(Aarav.admissionId, `Riya ${good}`), 'This remark names Riya.');
  assert.equal(await fault(Aarav.admissionId, `${good} She sings.`), '“she” does not fit this child.');
  assert.equal(await fault(extra(1), `${good} His drawings grow.`), '“his” does not fit this child.');
  assert.equal(await fault(Aarav.admissionId, `${good} [name]`), 'Replace “[name]”.');
  const saved = [];
  for (const id of everyone().slice(0, 3))
    saved.push((await divya.call(remarkContract.save, about(id, good))).warnings);
  assert.deepEqual(saved, [[], [], ['3 children have this very text.']]);
  await divya.refused(remarkContract.save, about(Aarav.admissionId, `${good} More.`), 'row.stale');
  await divya.call(remarkContract.save, about(Aarav.admissionId, `${good} Aarav builds towers.`, 1));
  const missing = await divya.refused(contract.submit, which(), 'remark.missing');
  assert.equal(Object.keys(missing.fields ?? {}).length, 14);
  for (const [n, id] of everyone().slice(3, -1).entries())
    await divya.call(remarkContract.save, about(id, `${good} Number ${n} of the kind words.`));
  await app
    .as('Gita')
    .raw(remarkContract.list, {})
    .then(({ status }) => assert.equal(status, 403));
});

test('submitted, returned, proof-read by another person only; closed meanwhile', async () => {
  const [divya, bina] = [app.as('Divya'), app.as('Bina')];
  await divya.call(contract.submit, which());
  await divya.refused(contract.submit, which(), 'grade.sheet-closed');
  await divya.refused(
    contract.save,
    { ...which(), cells: [grade(Aarav.admissionId, parameters[1] ?? '')] },
    'grade.sheet-closed',
  );
  const submitted = (await sheet('Bina')).sheet;
  assert.deepEqual([submitted?.status, submitted?.submittedBy], ['SUBMITTED', 'Divya Nair']);
  const { id, version } = submitted ?? assert.fail();
  assert.equal((await divya.raw(contract.proof, { id }, { version })).status, 403);
  await app.as('Charu').refused(contract.proof, { id }, 'row.not-found', { version });
  await bina.refused(contract.giveBack, { id, note: 'Short' }, 'input.invalid', { version });
  app.moveClock(new Date('2026-10-12T11:00:00+05:30'));
  await bina.call(contract.giveBack, { id, note: 'Please look at Kabir once more' }, { version });
  const [told] = await app.sql(`select title from notice where kind = 'academics.sheet-returned'`);
  assert.ok(told);
  // What was returned may be corrected after the last day of entry. Bina submits it herself: then she is no proof-reader.
  await bina.call(contract.submit, which());
  const own = (await sheet('Bina')).sheet ?? assert.fail();
  await bina.refused(contract.proof, { id }, 'approval.own', { version: own.version });
  await app.as('Omkar').call(contract.proof, { id }, { version: own.version });
  const proofed = (await sheet('Bina')).sheet ?? assert.fail();
  assert.deepEqual([proofed.status, proofed.proofedBy], ['PROOFED', 'Omkar Sawant']);
  await bina.refused(contract.proof, { id }, 'row.wrong-state', { version: proofed.version });
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'grade_sheet' order by created_at`,
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['submit', 'return', 'submit', 'proof'],
  );
});
