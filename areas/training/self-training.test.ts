// Self-training as its authors make it, through HTTP: modules published when nothing is missing, topics with their items,
// assessments whose questions are locked once they are out, questions from a file; and no right answer where people learn.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { HEAD_OFFICE } from '@aangan/testkit/world.ts';
import * as z from 'zod';
import { training } from './area.ts';
import { assessmentContract, questionContract } from './assessment/assessment.contract.ts';
import { keptOf, lettersOf } from './assessment/question.ts';
import { questionImport } from './assessment/question-import.contract.ts';
import { teacherAssessment } from './assessment/teacher-assessment.record.ts';
import { moduleContract as contract } from './module/module.contract.ts';
import { teacherModule } from './module/teacher-module.record.ts';
import { teacherTrainingTopic } from './topic/teacher-training-topic.record.ts';
import { topicContract } from './topic/topic.contract.ts';

let app: TestApp;
const group = { training: randomUUID(), other: randomUUID() };
before(async () => {
  app = await testApp();
  await app.sql(
    `insert into class_group (id, name, type) values ($1, 'Self-training teachers', 'Teacher Training'), ($2, 'Self-training plans', 'Curriculum')`,
    [group.training, group.other],
  );
});
after(() => app.close());

const hema = () => app.as('Hema', { centre: null });
let count = 0;
const facts = (more = {}) => {
  count += 1;
  return {
    code: `MOD-${count}`,
    title: `Module ${count}`,
    classGroupId: group.training,
    staffCategories: ['TEACHING' as const],
    needsApproval: true,
    sequential: true,
    ...more,
  };
};
const addModule = async (more = {}) => (await hema().call(contract.add, facts(more))).id;
const addTopic = async (moduleId: string, title: string, position = 1) =>
  (
    (await hema().call(
      teacherTrainingTopic.endpoints.create as never,
      { moduleId, title, position } as never,
    )) as { id: string }
  ).id;
const addText = (topicId: string, title = 'Read this') =>
  hema().call(topicContract.add, { topicId, kind: 'TEXT', title, body: 'Clap the beats of names.' });
const outline = (id: string) => hema().call(contract.outline, { id });
const publish = async (id: string) =>
  hema().call(contract.publish, { id }, { version: (await outline(id)).version });
const test_ = (moduleId: string, more = {}) => {
  count += 1;
  return {
    moduleId,
    type: 'Bridge Course' as const,
    title: `Test ${count}`,
    passBp: 6000,
    maxAttempts: 2,
    shuffle: false,
    ...more,
  };
};
const single = (assessmentId: string, stem = 'Which word begins like ball?') => ({
  assessmentId,
  kind: 'SINGLE' as const,
  stem,
  option1: 'bat',
  option2: 'cat',
  correct: ['A' as const],
  points: 2,
});
const questions = (id: string) => hema().call(assessmentContract.questions, { id });

async function video(status: 'READY' | 'ARCHIVED' = 'READY'): Promise<string> {
  const id = randomUUID();
  const file = await uploadedFile(app, { by: 'Hema', name: 'film.mp4', at: HEAD_OFFICE });
  await app.sql(
    `insert into video (franchisee_id, id, name, slug, status, file_id, bytes, duration_ms, width, height)
     values ($1, $2, $3, $4, $5, $6, 1000, 90000, 640, 360)`,
    [HEAD_OFFICE, id, `Film ${id}`, `film-${id}`, status, file],
  );
  return id;
}

test('a module is published when nothing is missing, as an edition that later changes leave alone', async () => {
  const id = await addModule();
  assert.deepEqual((await outline(id)).missing, ['Add at least one topic']);
  const first = await addTopic(id, 'Hearing sounds', 2);
  const second = await addTopic(id, 'Before all', 1);
  assert.deepEqual((await outline(id)).missing, [
    'Topic “Before all” has no item',
    'Topic “Hearing sounds” has no item',
  ]);
  const { version } = await outline(id);
  const refused = await hema().refused(contract.publish, { id }, 'module.not-ready', { version });
  assert.match(JSON.stringify(refused), /Topic “Before all” has no item/);
  for (const topic of [first, second]) await addText(topic);
  assert.deepEqual(await publish(id), { edition: 1 });
  await hema().call(contract.orderTopics, { id, ids: [first, second] });
  const again = await outline(id);
  assert.deepEqual(
    [again.status, again.edition, again.topics.map(({ title }) => title)],
    ['PUBLISHED', 1, ['Hearing sounds', 'Before all']],
  );
  assert.equal(again.publishedBy, 'Hema Kapoor');
  assert.deepEqual(await publish(id), { edition: 2 });
  const editions = await app.sql<{ titles: string[] }>(
    `select jsonb_path_query_array(snapshot, '$.topics[*].title') as titles from teacher_module_edition where module_id = $1 order by edition`,
    [id],
  );
  assert.deepEqual(
    editions.map(({ titles }) => titles),
    [
      ['Before all', 'Hearing sounds'],
      ['Hearing sounds', 'Before all'],
    ],
  );
});

test('refused: a taken code, another type of group, a stale version, an order that is not the list, an archived module', async () => {
  const id = await addModule({ code: 'TAKEN-1' });
  await hema().refused(contract.add, facts({ code: 'TAKEN-1' }), 'module.code-taken');
  await hema().refused(contract.add, facts({ classGroupId: group.other }), 'module.group-type');
  await hema().refused(contract.change, { id, ...facts() }, 'row.stale', { version: 7 });
  const topic = await addTopic(id, 'One');
  await hema().refused(contract.orderTopics, { id, ids: [topic, randomUUID()] }, 'training.order-changed');
  await hema().call(contract.archive, { id }, { version: 1 });
  await hema().refused(contract.change, { id, ...facts() }, 'module.archived', { version: 2 });
  await hema().refused(contract.publish, { id }, 'row.wrong-state', { version: 2 });
  await hema().refused(
    topicContract.add,
    { topicId: topic, kind: 'TEXT', title: 'A', body: 'B' },
    'module.archived',
  );
  await hema().call(contract.restore, { id }, { version: 2 });
  assert.equal((await outline(id)).status, 'DRAFT');
  await hema().refused(contract.outline, { id: randomUUID() }, 'row.not-found');
});

test('nobody outside head office writes; a teacher meets topics of published modules alone', async () => {
  const id = await addModule();
  const topic = await addTopic(id, 'For teachers');
  await addText(topic);
  const divya = app.as('Divya');
  await divya.refused(contract.add, facts(), 'module.missing');
  await divya.refused(topicContract.view, { id: topic }, 'row.not-found');
  await publish(id);
  const seen = await divya.call(topicContract.view, { id: topic });
  assert.deepEqual([seen.items.length, seen.can['write']], [1, false]);
  await divya.refused(topicContract.videos, {}, 'module.missing');
});

test('items: a video plays, the content follows the kind, they are moved and removed', async () => {
  const id = await addModule();
  const topicId = await addTopic(id, 'Items');
  const film = await video();
  const { id: itemId } = await hema().call(topicContract.add, {
    topicId,
    kind: 'VIDEO',
    title: 'Watch',
    videoId: film,
    noSeek: true,
    url: 'https://left.out',
  });
  assert.match((await hema().call(topicContract.play, { id: itemId })).url, /^\/api\/file\/.+&inline=1$/);
  assert.ok(
    (await hema().call(topicContract.videos, { q: `FILM ${film}` })).rows.some((one) => one.id === film),
  );
  const { id: link } = await hema().call(topicContract.add, {
    topicId,
    kind: 'LINK',
    title: 'Look',
    url: 'https://ncert.nic.in',
  });
  const add = (more: object) =>
    hema().refused(topicContract.add, { topicId, title: 'Bad', ...more } as never, 'input.invalid');
  await add({ kind: 'VIDEO' });
  await add({ kind: 'VIDEO', videoId: randomUUID() });
  await add({ kind: 'VIDEO', videoId: await video('ARCHIVED') });
  await add({ kind: 'LINK', url: 'http://plain.example' });
  await add({ kind: 'TEXT', url: 'https://no.text' });
  await add({ kind: 'DOCUMENT' });
  await hema().call(topicContract.order, { topicId, ids: [link, itemId] });
  const view = await hema().call(topicContract.view, { id: topicId });
  assert.deepEqual(
    view.items.map(({ title, url, minWatchedPct, noSeek }) => [title, url, minWatchedPct, noSeek]),
    [
      ['Look', 'https://ncert.nic.in', null, null],
      ['Watch', null, 90, true],
    ],
  );
  await app.sql(`update video set status = 'ARCHIVED' where id = $1`, [film]);
  assert.deepEqual((await outline(id)).missing, ['The video of “Watch” cannot be played']);
  const [, watch] = view.items;
  assert.ok(watch);
  await hema().refused(topicContract.remove, { id: itemId }, 'row.stale', { version: 99 });
  const { version } = (await hema().call(topicContract.view, { id: topicId })).items[1] ?? { version: 0 };
  await hema().call(topicContract.remove, { id: itemId }, { version });
  assert.deepEqual((await outline(id)).missing, []);
});

test('a document belongs to its item; a published edition keeps the one that was replaced', async () => {
  const id = await addModule();
  const topicId = await addTopic(id, 'Papers');
  const paper = () => uploadedFile(app, { by: 'Hema', name: 'sheet.pdf', at: HEAD_OFFICE });
  const uses = async (file: string) =>
    (await app.sql(`select from file_use where file_id = $1`, [file])).length;
  const [first, second, third] = [await paper(), await paper(), await paper()];
  const { id: item } = await hema().call(topicContract.add, {
    topicId,
    kind: 'DOCUMENT',
    title: 'Sheet',
    fileId: first,
  });
  const change = async (fileId: string) => {
    const { version } = (await hema().call(topicContract.view, { id: topicId })).items[0] ?? { version: 0 };
    await hema().call(
      topicContract.change,
      { id: item, kind: 'DOCUMENT', title: 'Sheet', fileId },
      { version },
    );
  };
  await change(second);
  assert.deepEqual([await uses(first), await uses(second)], [0, 1]);
  await publish(id);
  await change(third);
  assert.deepEqual([await uses(second), await uses(third)], [1, 1]);
});

test('an assessment is published with a question, locked, taken back; a worksheet has no attempts to count', async () => {
  const moduleId = await addModule();
  await addText(await addTopic(moduleId, 'Sounds'));
  const { id } = await hema().call(assessmentContract.add, test_(moduleId, { title: 'Locked test' }));
  const version = async () => (await questions(id)).version;
  await hema().refused(assessmentContract.publish, { id }, 'assessment.not-ready', {
    version: await version(),
  });
  const { id: first } = await hema().call(questionContract.add, single(id));
  const { id: second } = await hema().call(questionContract.add, {
    assessmentId: id,
    kind: 'TRUE_FALSE',
    stem: 'The sound of t is tuh.',
    isTrue: 'B',
    points: 1,
  });
  await hema().call(questionContract.order, { assessmentId: id, ids: [second, first] });
  const read = await questions(id);
  assert.deepEqual(
    read.rows.map(({ options, answer }) => [options, answer]),
    [
      [['True', 'False'], [1]],
      [['bat', 'cat'], [0]],
    ],
  );
  assert.equal(read.points, 3);
  const { missing } = await outline(moduleId);
  assert.deepEqual(missing, ['Assessment “Locked test” is not published']);
  await hema().call(assessmentContract.publish, { id }, { version: await version() });
  await hema().refused(questionContract.add, single(id), 'assessment.published');
  await hema().refused(questionContract.remove, { id: first }, 'assessment.published', { version: 2 });
  await hema().refused(assessmentContract.change, { id, ...test_(moduleId) }, 'assessment.published', {
    version: await version(),
  });
  assert.deepEqual(await publish(moduleId), { edition: 1 });
  await hema().call(assessmentContract.takeBack, { id }, { version: await version() });
  const { version: at } = (await questions(id)).rows[1] ?? { version: 0 };
  await hema().call(questionContract.remove, { id: first }, { version: at });
  assert.equal((await questions(id)).rows.length, 1);
  await hema().refused(
    assessmentContract.add,
    test_(moduleId, { title: 'LOCKED TEST' }),
    'assessment.title-taken',
  );
  const sheet = await hema().call(
    assessmentContract.add,
    test_(moduleId, { type: 'Interractive Worksheet', maxAttempts: 9, timeLimitMin: 5 }),
  );
  const row = (await hema().call(teacherAssessment.endpoints.get, { id: sheet.id })) as Record<
    string,
    unknown
  >;
  assert.deepEqual([row['maxAttempts'], row['timeLimitMin'], row['showAnswers']], [null, null, 'AT_ONCE']);
});

test('a question that cannot be answered is refused at its field', async () => {
  const { id } = await hema().call(assessmentContract.add, test_(await addModule()));
  const refused = async (more: object, field: string) => {
    const answer = await hema().refused(
      questionContract.add,
      { ...single(id), ...more } as never,
      'input.invalid',
    );
    assert.match(JSON.stringify(answer), new RegExp(`"${field}"`));
  };
  await refused({ option2: undefined }, 'option2');
  await refused({ option2: 'BAT' }, 'option2');
  await refused({ option4: 'far' }, 'option3');
  await refused({ correct: [] }, 'correct');
  await refused({ correct: ['C'] }, 'correct');
  await refused({ correct: ['A', 'B'] }, 'correct');
  await refused({ kind: 'MULTIPLE', correct: ['A', 'B'] }, 'correct');
  await refused({ kind: 'TRUE_FALSE' }, 'isTrue');
  await refused({ points: 21 }, 'points');
  assert.equal((await questions(id)).rows.length, 0);
  assert.deepEqual(lettersOf('MULTIPLE', 'a; C'), ['A', 'C']);
  assert.deepEqual(lettersOf('TRUE_FALSE', 'False'), ['B']);
  assert.equal(lettersOf('SINGLE', 'Z'), null);
  assert.deepEqual(
    keptOf({ kind: 'MULTIPLE', option1: 'x', option2: 'y', option3: 'z', correct: ['C', 'A', 'C'] }),
    {
      options: ['x', 'y', 'z'],
      answer: [0, 2],
    },
  );
});

test('questions come from a file, all or none', async () => {
  const { id } = await hema().call(
    assessmentContract.add,
    test_(await addModule(), { title: 'From a file' }),
  );
  const { check, commit, rows } = questionImport.endpoints;
  const head = 'Assessment,Kind,Question,Option A,Option B,Option C,Correct,Points\n';
  const bad = await hema().call(check, {
    fileName: 'bad.csv',
    csv: `${head}From a file,SINGLE,Which?,bat,cat,,C,1\nNo such,SINGLE,Which?,bat,cat,,A,1\n`,
  });
  assert.equal(bad.bad, 2);
  assert.match(
    JSON.stringify(await hema().call(rows, { jobId: bad.jobId })),
    /There is no option of this letter/,
  );
  const good = await hema().call(check, {
    fileName: 'good.csv',
    csv: `${head}From a file,SINGLE,Which?,bat,cat,,A,2\nfrom a file,MULTIPLE,Which two?,bat,cat,ball,A;C,3\nFrom a file,TRUE_FALSE,It is so.,,,,true,\n`,
  });
  assert.deepEqual([good.ok, good.bad], [3, 0]);
  await hema().call(commit, { jobId: good.jobId });
  assert.deepEqual(
    (await questions(id)).rows.map(({ kind, answer, points }) => [kind, answer, points]),
    [
      ['SINGLE', [0], 2],
      ['MULTIPLE', [0, 2], 3],
      ['TRUE_FALSE', [0], 1],
    ],
  );
});

test('no operation outside the authors’ module answers with right answers, and no edition holds them', async () => {
  const canary = `canary ${randomUUID()}`;
  const moduleId = await addModule();
  const topic = await addTopic(moduleId, 'Canary');
  await addText(topic);
  const { id } = await hema().call(assessmentContract.add, test_(moduleId));
  await hema().call(questionContract.add, single(id, canary));
  await hema().call(assessmentContract.publish, { id }, { version: (await questions(id)).version });
  await publish(moduleId);
  const [edition] = await app.sql<{ text: string }>(
    'select snapshot::text as text from teacher_module_edition where module_id = $1',
    [moduleId],
  );
  assert.ok(edition && !edition.text.includes(canary) && !edition.text.includes('"answer"'));
  for (const { name, module, output } of training.contracts) {
    const keys = JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' }));
    if (/"(answer|correct|explanation)"/.test(keys))
      assert.deepEqual([module].flat(), ['teacherAssessment'], name);
  }
  await app.as('Divya').refused(assessmentContract.questions, { id }, 'module.missing');
  const rows = JSON.stringify(await app.as('Divya').call(topicContract.view, { id: topic }));
  assert.ok(!rows.includes(canary));
  const [grants] = await app.sql<{ n: number }>(
    `select count(*)::int as n from information_schema.role_table_grants where table_name = 'assessment_question' and grantee in ('rt_family', 'rt_public')`,
  );
  assert.equal(grants?.n, 0);
  assert.ok(teacherModule.endpoints.options);
});
