// The pipeline through HTTP on a real database: what steps carry, what they refuse, what stays on record.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { readFile, readWhole } from '@aangan/server/files/files.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { newsContract } from '../live/news.contract.ts';
import { moveEnquiryStage } from '../public.server.ts';
import { stageContract } from '../settings/stage.contract.ts';
import { enquirySheetContract } from '../sheet/enquiry-sheet.contract.ts';
import { pipelineContract } from './pipeline.contract.ts';
import { applicationFor, NOW, type PipelineApp, pipelineApp, reasonNamed } from './pipeline-testing.ts';

let kit: PipelineApp;
before(async () => {
  kit = await pipelineApp();
});
after(() => kit.app.close());
const TODAY = todayIst(NOW);

test('story 15: Suspect to Approach asks for the contact, the skipped step, note, class and programme', async () => {
  const { capture, get, move, refusedMove, app } = kit;
  const { enquiryCode } = await capture({ children: [{ firstName: 'Ishaan' }] });
  const empty = await refusedMove(enquiryCode, 'enquiry.step-needs', { action: 'counsel-offline' });
  assert.deepEqual(Object.keys(empty.fields ?? {}).toSorted(), [
    'classId',
    'contact',
    'note',
    'programme',
    'withoutAppointment',
  ]);
  const all = { contact: 'VISIT', withoutAppointment: true, classId: 3, programme: 'Regular' };
  const short = await refusedMove(enquiryCode, 'enquiry.step-needs', {
    action: 'counsel-offline',
    ...all,
    note: 'Nine char',
  });
  assert.deepEqual([Object.keys(short.fields ?? {}), 'Nine char'.length], [['note'], 9]);
  await move(enquiryCode, 'counsel-offline', { ...all, note: 'Liked the play area' });
  const row = await get(enquiryCode);
  assert.deepEqual(
    [row.spancoStatus, row.stage, row.subStatus, row.temperature, row.classId, row.programme, row.bucket],
    ['Approach', 'Offline Counselling Done', 'Walk-in done', 'HOT', 3, 'Regular', 'hot-next'],
  );
  assert.deepEqual(
    row.timeline.filter((line) => line.kind === 'follow-up').map((line) => line.what),
    ['VISIT · COUNSELLED'],
  );
  const [kept] = await app.sql<{ class_category: string | null }>(
    'select class_category from enquiry where id = $1',
    [row.id],
  );
  assert.equal(kept?.class_category ?? null, row.classCategory);
});

test('story 16: nobody reaches a stage of admissions by hand, and a repeated event leaves one line', async () => {
  const { capture, refusedMove, app } = kit;
  const { id, enquiryCode } = await capture();
  for (const input of [
    { action: 'admission-confirm' },
    { action: 'enter', toStage: 'Admission Confirmed' },
    { action: 'enter', toStage: 'Application Fee Link Sent' },
  ])
    await refusedMove(enquiryCode, 'enquiry.system-stage', input);
  const confirm = () =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test.admissions' }, (db) =>
      moveEnquiryStage(db, { enquiryId: id, stage: 'Admission Form Completed', sourceId: 'APP-9', now: NOW }),
    );
  assert.deepEqual([(await confirm()).moved, (await confirm()).moved], [true, false]);
  const lines = await app.sql('select from enquiry_stage_log where enquiry_id = $1 and source_id = $2', [
    id,
    'APP-9',
  ]);
  assert.equal(lines.length, 1);
});

test('story 17: a live application keeps the enquiry open; after withdrawal it closes with reason and day to try again', async () => {
  const { capture, get, move, refusedMove, app } = kit;
  const { id, enquiryCode } = await capture();
  const application = await applicationFor(app, id);
  const lostReasonId = await reasonNamed(app, 'Fees');
  await refusedMove(enquiryCode, 'enquiry.has-live-form', { action: 'close', lostReasonId });
  const many = await app.as('Esha').call(pipelineContract.closeMany, { ids: [id], lostReasonId });
  assert.deepEqual([many.changed, many.skipped.map((one) => one.enquiryCode)], [0, [enquiryCode]]);
  assert.deepEqual(
    (await get(enquiryCode)).forms.map((form) => [form.kind, form.live]),
    [['APPLICATION', true]],
  );
  await app.sql("update application set status = 'WITHDRAWN' where id = $1", [application]);
  await move(enquiryCode, 'close', { lostReasonId });
  const lost = await get(enquiryCode);
  assert.deepEqual(
    [lost.spancoStatus, lost.lostReason, lost.reviveOn, lost.actions],
    ['Lost', 'Fees', addDays(TODAY, 90), ['revive']],
  );
});

test('story 18: the same child again starts a new cycle; history and count stay', async () => {
  const { capture, get, move, nextPhone, app } = kit;
  const mobile = nextPhone();
  const { enquiryCode } = await capture({ mobile });
  await move(enquiryCode, 'drop-off', { lostReasonId: await reasonNamed(app, 'Distance') });
  const count = async () =>
    (await app.as('Esha').call(enquiryContract.enquiryCount, { franchiseeID: ANDHERI, academicYearID: 2026 }))
      .totalLeadCount;
  const before = await count();
  const again = await capture({ mobile });
  assert.deepEqual([again.verdict, again.enquiryCode, await count()], ['SAME', enquiryCode, before]);
  const row = await get(enquiryCode);
  assert.deepEqual([row.cycle, row.spancoStatus, row.stage], [2, 'Suspect', 'Yet_to_call']);
  assert.deepEqual(
    row.stages.map((line) => [line.action, line.cycle]),
    [
      ['capture', 1],
      ['drop-off', 1],
      ['re-enquiry', 2],
    ],
  );
});

test('stages are kept with how long each lasted; a step back is chosen and needs a reason', async () => {
  const { capture, get, move, refusedMove, app } = kit;
  const { enquiryCode } = await capture();
  app.moveClock(new Date(NOW.getTime() + 2 * 3_600_000));
  await move(enquiryCode, 'converse', { contact: 'CALL', interested: true });
  app.moveClock(new Date(NOW.getTime() + 50 * 3_600_000));
  await move(enquiryCode, 'fix-appointment', { appointmentAt: '2026-11-28T05:30:00Z' });
  await move(enquiryCode, 'reschedule', { appointmentAt: '2026-11-30T05:30:00Z' });
  const row = await get(enquiryCode);
  assert.deepEqual(
    row.stages.map((line) => [line.toStage, line.seconds]),
    [
      ['Yet_to_call', null],
      ['In Conversation', 7200],
      ['Appointment Fixed', 172_800],
      ['Appointment Fixed', 0],
    ],
  );
  assert.deepEqual([row.reschedules, row.subStatus, row.temperature], [1, 'Rescheduled', 'WARM']);
  await move(enquiryCode, 'counsel-online', { note: 'Talked of the fees', programme: 'Regular' });
  const needs = await refusedMove(enquiryCode, 'enquiry.step-needs', {
    action: 'step-back',
    toStage: 'Appointment Fixed',
    reason: 'too short',
  });
  assert.deepEqual(Object.keys(needs.fields ?? {}), ['reason']);
  await refusedMove(enquiryCode, 'enquiry.step-not-allowed', {
    action: 'step-back',
    toStage: 'Yet_to_call',
    reason: 'Two steps at once are none',
  });
  const back = await move(enquiryCode, 'step-back', {
    toStage: 'Appointment Fixed',
    reason: 'They never came to the call',
  });
  assert.deepEqual([back.spancoStatus, back.stage], ['Prospect', 'Appointment Fixed']);
  app.moveClock(NOW);
});

test('a stage never changes without its line, not even by raw SQL', async () => {
  const { id } = await kit.capture();
  await assert.rejects(
    kit.app.sql(
      "update enquiry set stage_code = 'In Conversation', spanco_status = 'Prospect' where id = $1",
      [id],
    ),
    { code: 'AA005' },
  );
  await assert.rejects(
    kit.app.sql("update enquiry set spanco_status = 'Order', admitted_at = now() where id = $1", [id]),
  );
});

test('two at once: the second step and the second edit are told, nothing is overwritten', async () => {
  const { capture, get, app } = kit;
  const { enquiryCode } = await capture();
  const { id, version } = await get(enquiryCode);
  const results = await Promise.all([
    app
      .as('Esha')
      .raw(
        enquiryContract.moveStage,
        { id, action: 'converse', contact: 'CALL', note: 'Esha spoke with them' },
        { version },
      ),
    app
      .as('Bina')
      .raw(
        enquiryContract.moveStage,
        { id, action: 'fix-appointment', appointmentAt: '2026-11-24T05:30:00Z', note: 'Bina fixed a visit' },
        { version },
      ),
    app.as('Bina').raw(enquiryContract.update, { id, changes: { pincode: '400058' } }, { version }),
  ]);
  assert.deepEqual(results.map((one) => one.status).toSorted(), [200, 412, 412]);
  assert.equal((await get(enquiryCode)).version, version + 1);
});

test('the settings add a stage: it asks what it was told, gives its facts, and can be left again', async () => {
  const { capture, get, move, refusedMove, app } = kit;
  const kavi = app.as('Kavi', { centre: null });
  const asks = {
    needsNote: false,
    needsReason: false,
    needsSubStatus: true,
    needsFollowUp: true,
    needsAppointment: false,
    exitNeeds: ['pincode', 'dob'],
    score: 3,
    maxDays: 10,
    colour: 'info',
    active: true,
  } as const;
  const { id: stageId } = await kavi.call(stageContract.add, {
    code: 'Demo class booked',
    status: 'Prospect',
    ...asks,
    exitNeeds: [...asks.exitNeeds],
    setsIntent: true,
  });
  await kavi.refused(
    stageContract.add,
    { code: 'demo CLASS booked', status: 'Approach', ...asks, exitNeeds: [] },
    'row.duplicate',
  );
  await kavi.refused(
    stageContract.add,
    { code: 'Won', status: 'Order' as 'Lost', ...asks, exitNeeds: [] },
    'input.invalid',
  );
  const { enquiryCode } = await capture({ children: [{ firstName: 'Reyansh', classId: 3 }] });
  const needs = await refusedMove(enquiryCode, 'enquiry.step-needs', {
    action: 'enter',
    toStage: 'Demo class booked',
  });
  assert.deepEqual(Object.keys(needs.fields ?? {}).toSorted(), ['nextFollowUpOn', 'subStatus']);
  await move(enquiryCode, 'enter', {
    toStage: 'Demo class booked',
    subStatus: 'Will visit',
    nextFollowUpOn: addDays(TODAY, 3),
  });
  const row = await get(enquiryCode);
  assert.deepEqual(
    [row.spancoStatus, row.stage, row.subStatus, row.bucket, row.temperature],
    ['Prospect', 'Demo class booked', 'Will visit', 'warm-next', 'WARM'],
  );
  const exit = await refusedMove(enquiryCode, 'enquiry.step-needs', {
    action: 'counsel-online',
    note: 'Talked about everything',
    programme: 'Regular',
  });
  assert.deepEqual(Object.keys(exit.fields ?? {}).toSorted(), ['childDob', 'pincode']);
  await move(enquiryCode, 'counsel-online', {
    note: 'Talked about everything',
    programme: 'Regular',
    childDob: '2023-06-01',
    pincode: '400053',
  });
  assert.deepEqual(
    [(await get(enquiryCode)).childDob, (await get(enquiryCode)).pincode],
    ['2023-06-01', '400053'],
  );
  assert.ok((await kit.list({ stage: 'Demo class booked' })).length === 0);
  const shown = await kavi.call(stageContract.usage, { id: stageId });
  await kavi.call(
    stageContract.change,
    { id: stageId, changes: { active: false } },
    { version: shown.stage.version },
  );
  const other = await capture();
  await refusedMove(other.enquiryCode, 'enquiry.step-not-allowed', {
    action: 'enter',
    toStage: 'Demo class booked',
  });
});

test("the specification's stages cannot be hidden while they work; a centre orders its own alone", async () => {
  const { app, capture } = kit;
  const kavi = app.as('Kavi', { centre: null });
  const bina = app.as('Bina');
  const { rows } = await kavi.call(stageContract.overview, {});
  const named = (code: string) => rows.find((row) => row.code === code) ?? assert.fail(code);
  for (const code of ['Yet_to_call', 'Admission Confirmed', 'In Conversation'])
    await kavi.refused(
      stageContract.change,
      { id: named(code).id, changes: { active: false } },
      'stage.seed',
      { version: named(code).version },
    );
  const fixed = await capture();
  await kit.move(fixed.enquiryCode, 'fix-appointment', { appointmentAt: '2026-11-24T05:30:00Z' });
  await kavi.refused(
    stageContract.change,
    { id: named('Appointment Fixed').id, changes: { active: false } },
    'stage.in-use',
    { version: named('Appointment Fixed').version },
  );
  await bina.refused(stageContract.change, { id: named('Close').id, changes: { score: 1 } }, 'row.shared', {
    version: named('Close').version,
  });
  const [one, two] = rows.filter((row) => row.status === 'Approach');
  assert.ok(one && two);
  await kavi.call(stageContract.order, { status: 'Approach', ids: [two.id, one.id] });
  const after = (await kavi.call(stageContract.overview, {})).rows.filter((row) => row.status === 'Approach');
  assert.deepEqual([after[0]?.code, after[1]?.code], [two.code, one.code]);
  await bina.refused(stageContract.order, { status: 'Approach', ids: [one.id, two.id] }, 'row.shared');
  assert.equal(
    (await bina.raw(stageContract.usage, { id: '00000000-0000-4000-8000-000000000000' })).status,
    404,
  );
});

test('news of an open list: what others made and changed since, never one’s own, and only what it would show', async () => {
  const { app, capture, get } = kit;
  const ask = (
    view: 'register' | 'due' | 'unallocated',
    since?: string,
    more: Record<string, unknown> = {},
  ) => app.as('Esha').call(newsContract.news, { view, ...(since ? { since } : {}), ...more });
  const { at } = await ask('register');
  const own = await capture();
  const theirs = await capture({}, 'Bina');
  const { id, version } = await get(own.enquiryCode);
  await app.as('Bina').call(enquiryContract.update, { id, changes: { temperature: 'HOT' } }, { version });
  const seen = async (...of: Parameters<typeof ask>) => {
    const { fresh, changed } = await ask(...of);
    return [fresh, changed];
  };
  assert.deepEqual(await seen('register', at), [1, 1]);
  assert.deepEqual(await seen('register', at, { temperature: ['HOT'] }), [0, 1]);
  assert.deepEqual(await seen('due', at), [1, 1]);
  await app.sql('update enquiry set owner_id = null where id = $1', [theirs.id]);
  assert.deepEqual(await seen('unallocated', at), [1, 0]);
  assert.deepEqual(await seen('register', (await ask('register', at)).at), [0, 0]);
  const { fresh } = await app.as('Rekha').call(newsContract.news, { view: 'register', since: at });
  assert.equal(fresh, 0, 'another centre hears nothing');
});

test('the enquiry sheet: one page, for the caller’s own centre, and printing is kept', async () => {
  const { app, capture } = kit;
  const one = await capture({
    note: 'Wants mornings. '.repeat(20),
    children: [{ firstName: 'Kanha', dob: '2023-03-05', classId: 3 }],
  });
  await app.sql(
    `insert into enquiry_touch (franchisee_id, enquiry_id, source_id, note) select $2, $1, source_id, repeat('a long word ', 30) from enquiry, generate_series(1, 20) where id = $1`,
    [one.id, ANDHERI],
  );
  const { fileId, name } = await app
    .as('Esha')
    .call(enquirySheetContract.print, { enquiryCode: one.enquiryCode });
  assert.equal(name, `Enquiry ${one.enquiryCode} 2026-11-21.pdf`);
  const file = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    readFile(db, { franchiseeId: ANDHERI, fileId }),
  );
  const text = (await readWhole(file)).toString('latin1');
  assert.deepEqual([text.slice(0, 5), text.match(/\/Type \/Page\b/g)?.length], ['%PDF-', 1]);
  const kept = await app.sql(
    `select 1 from access_log where contract = 'enquiry.sheet' and action = 'PRINT' and subject_id = $1`,
    [one.id],
  );
  assert.equal(kept.length, 1);
  await app
    .as('Rekha')
    .refused(enquirySheetContract.print, { enquiryCode: one.enquiryCode }, 'enquiry.not-found');
});
