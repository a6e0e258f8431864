// Board, register, many at once, the file, numbers, and moves between centres.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { drainExports, type ExportContext } from '@aangan/server/files/exports.ts';
import { fileStore } from '@aangan/server/files/files.ts';
import { narrowTo, systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { readSheet } from 'read-excel-file/node';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { openStatuses } from '../enquiry/enquiry.states.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { mergeContract } from '../merge/merge.contract.ts';
import { tellLargeExport } from '../watch/tell-watched.server.ts';
import { watchViewsJob } from '../watch/watch-views.server.ts';
import { enquiryExport } from './export-enquiries.server.ts';
import { pipelineContract } from './pipeline.contract.ts';
import { applicationFor, NOW, type PipelineApp, pipelineApp, reasonNamed } from './pipeline-testing.ts';

let kit: PipelineApp;
before(async () => {
  kit = await pipelineApp();
});
after(() => kit.app.close());
const TODAY = todayIst(NOW);

test('the board: each column counts its list, more cards follow, median and ended ones are told', async () => {
  const { app, capture, move } = kit;
  app.moveClock(new Date(NOW.getTime() - 4 * 86_400_000));
  const old = await capture();
  app.moveClock(NOW);
  for (let i = 0; i < 53; i += 1) await capture();
  const talked = await capture();
  await move(talked.enquiryCode, 'converse', { contact: 'CALL' });
  await move(old.enquiryCode, 'close', { lostReasonId: await reasonNamed(app, 'Fees') });
  const esha = app.as('Esha');
  const board = await esha.call(pipelineContract.board, {});
  assert.deepEqual(
    board.columns.map((column) => column.status),
    [...openStatuses],
  );
  for (const column of board.columns) {
    const { total } = await esha.call(enquiryContract.list, { spancoStatus: [column.status], open: true });
    assert.deepEqual(column.total, total, column.status);
    assert.ok(column.rows.every((row) => row.spancoStatus === column.status));
  }
  const [suspect] = board.columns;
  assert.ok(suspect?.next);
  assert.deepEqual([suspect.rows.length, suspect.medianDays], [50, 0]);
  const more = await esha.call(enquiryContract.list, {
    spancoStatus: ['Suspect'],
    open: true,
    sort: board.sort,
    after: suspect.next,
    limit: 50,
  });
  const seen = [...suspect.rows, ...more.rows].map((row) => row.id);
  assert.equal(new Set(seen).size, suspect.total.n);
  assert.deepEqual(
    board.ended.map((column) => [column.status, column.n, column.rows[0]?.enquiryCode]),
    [
      ['Order', 0, undefined],
      ['Lost', 1, old.enquiryCode],
    ],
  );
  const mine = await esha.call(pipelineContract.board, { assignedTo: ['none'] });
  assert.ok(mine.columns.every((column) => column.total.n === 0));
  const zone = await app.as('Farid', { centre: null }).call(pipelineContract.board, {});
  assert.equal(zone.columns[0]?.total.n, suspect.total.n);
  const network = await app.as('Asha', { centre: null }).call(pipelineContract.board, {});
  assert.deepEqual([network.sort, network.ended, network.columns[0]?.medianDays], ['-capturedAt', [], null]);
});

test('the register finds by its own filters, and leaves joined ones out', async () => {
  const { app, capture, list } = kit;
  const bsk = await capture({ children: [{ firstName: 'Tara', programme: 'BSK' }] });
  assert.deepEqual(
    (await list({ programme: 'BSK' })).map((row) => row.enquiryCode),
    [bsk.enquiryCode],
  );
  await app.sql("update enquiry set stage_since = now() - interval '400 days' where id = $1", [bsk.id]);
  assert.deepEqual(
    (await list({ stale: true })).map((row) => row.enquiryCode),
    [bsk.enquiryCode],
  );
  assert.equal((await list({ merged: true })).length, 0);
  assert.equal((await list({ duplicates: true })).length, 0);
});

test('the days of a filter are those of capture, of the last activity or of the next date', async () => {
  const { app, capture, list } = kit;
  const one = await capture({ children: [{ firstName: 'Basil', dob: '2023-03-05' }] });
  await app.sql(
    `update enquiry set captured_at = '2026-11-02T05:00:00Z', last_activity_at = '2026-11-12T18:29:00Z', next_follow_up_on = '2026-11-27' where id = $1`,
    [one.id],
  );
  const found = async (day: string, basis?: string) =>
    (await list({ q: 'Basil', fromDate: day, toDate: day, ...(basis ? { basis } : {}) })).length;
  assert.deepEqual(
    [
      await found('2026-11-02'),
      await found('2026-11-12', 'activity'),
      await found('2026-11-13', 'activity'),
      await found('2026-11-27', 'next'),
      await found('2026-11-02', 'next'),
    ],
    [1, 1, 0, 1, 0],
  );
});

test('many at once: dates are set, closed ones are left and named, live applications stop only theirs', async () => {
  const { app, capture, get, move } = kit;
  const [a, b, c] = [await capture(), await capture(), await capture()];
  await move(c.enquiryCode, 'close', { lostReasonId: await reasonNamed(app, 'Age') });
  const ids = [a.id, b.id, c.id];
  const esha = app.as('Esha');
  const planned = await esha.call(pipelineContract.planMany, { ids, nextFollowUpOn: addDays(TODAY, 9) });
  assert.deepEqual(
    [planned.changed, planned.skipped],
    [2, [{ enquiryCode: c.enquiryCode, why: 'It is Close' }]],
  );
  assert.equal((await get(a.enquiryCode)).nextFollowUpOn, addDays(TODAY, 9));
  await esha.refused(
    pipelineContract.planMany,
    { ids, nextFollowUpOn: addDays(TODAY, 91) },
    'follow-up.date-range',
  );
  await applicationFor(app, b.id);
  const lostReasonId = await reasonNamed(app, 'Competitor');
  await esha.refused(pipelineContract.closeMany, { ids, lostReasonId }, 'enquiry.step-needs');
  const closed = await esha.call(pipelineContract.closeMany, {
    ids,
    lostReasonId,
    competitor: 'Little Stars',
  });
  assert.deepEqual(
    [closed.changed, closed.skipped.map((one) => one.enquiryCode).toSorted()],
    [1, [b.enquiryCode, c.enquiryCode].toSorted()],
  );
  assert.deepEqual((await get(a.enquiryCode)).competitor, 'Little Stars');
  const tooMany = Array.from({ length: 501 }, () => a.id);
  await esha.refused(pipelineContract.planMany, { ids: tooMany, nextFollowUpOn: TODAY }, 'input.invalid');
});

/** Runs what waits and returns the job's bytes. */
async function fileOf(jobId: string): Promise<{ rows: number; bytes: Buffer }> {
  const { app } = kit;
  await drainExports({ database: app.pool, log: pino({ level: 'silent' }), actorOf: actorOf(app.pool) });
  const [job] = await app.sql<{ state: string; rows_done: number; storage_key: string }>(
    'select state, rows_done, storage_key from export_job where id = $1',
    [jobId],
  );
  assert.equal(job?.state, 'DONE');
  const chunks: Buffer[] = [];
  for await (const chunk of await fileStore().read(job?.storage_key ?? '')) chunks.push(Buffer.from(chunk));
  return { rows: job?.rows_done ?? 0, bytes: Buffer.concat(chunks) };
}

test('the file has the rows of the list; numbers only for who may reveal them', async () => {
  const { app, capture, nextPhone } = kit;
  const mobile = nextPhone();
  const one = await capture({ mobile });
  // No form takes it as a name any more; rows from before may hold it.
  await app.sql(`update enquiry set guardian_name = '=HYPERLINK(1)' where id = $1`, [one.id]);
  const file = async (who: 'Kavi' | 'Meera') => {
    const caller = app.as(who, { centre: ANDHERI });
    const { jobId } = await caller.call(pipelineContract.export, { ids: [one.id], format: 'csv' });
    const { rows, bytes } = await fileOf(jobId);
    assert.equal(rows, 1);
    return bytes.toString();
  };
  const open = await file('Kavi');
  assert.ok(open.includes(mobile) && open.includes(one.enquiryCode) && !open.includes('\n=HYPER'));
  assert.ok(!(await file('Meera')).includes(mobile));
  assert.equal((await app.as('Esha').raw(pipelineContract.export, { ids: [one.id] })).status, 403);
});

test('columns that somebody shows come with the rows, an e-mail as masked as the number; others are not read', async () => {
  const { app, capture, nextPhone } = kit;
  const esha = app.as('Esha');
  const family = { mobile: nextPhone(), email: 'gita.rao@example.com', language: 'mr' as const };
  const children = [{ firstName: 'Ritvik', dob: '2023-03-05', gender: 'FEMALE' as const }];
  const one = await capture({ ...family, children });
  await capture({ ...family, children });
  await app.sql(
    `insert into first_answer (franchisee_id, enquiry_id, cycle, source_id, started_at, warn_at, due_at, recall_at, target_s, met_at, working_s)
     select franchisee_id, id, cycle, source_id, captured_at, captured_at, captured_at, captured_at, 900, captured_at, 760 from enquiry where id = $1`,
    [one.id],
  );
  const asked = async (columns: ('email' | 'language' | 'touches' | 'code' | 'answerMinutes')[]) => {
    const { rows } = await esha.call(enquiryContract.list, { q: 'ritvik', columns });
    assert.equal(rows.length, 1);
    return rows[0]?.asked;
  };
  assert.equal(await asked([]), undefined);
  assert.deepEqual(await asked(['language', 'touches']), { language: 'mr', touches: 2 });
  assert.deepEqual(await asked(['email', 'code', 'answerMinutes']), {
    emailMasked: 'g•••@example.com',
    codeLabel: null,
    answerMinutes: 13,
  });
  const line = async (who: 'Kavi' | 'Meera') => {
    const { jobId } = await app
      .as(who, { centre: ANDHERI })
      .call(pipelineContract.export, { ids: [one.id], format: 'xlsx' });
    const [head = [], cells = []] = await readSheet((await fileOf(jobId)).bytes, 1);
    const names = [
      'Centre',
      'E-mail',
      'Language',
      'Temperature',
      'Gender',
      'Times asked',
      'Answered in (min)',
    ];
    return names.map((name) => cells[head.indexOf(name)]);
  };
  const [centre, ...rest] = await line('Meera');
  assert.match(String(centre), /Andheri/);
  assert.deepEqual(rest, ['g•••@example.com', 'Marathi', 'Cold', 'Girl', 2, 13]);
  assert.equal((await line('Kavi'))[1], 'gita.rao@example.com', 'who may reveal numbers has the e-mail');
});

test('the workbook says on its second sheet what was asked for, how many, as of when, and who made it', async () => {
  const { app, capture } = kit;
  const one = await capture({ children: [{ firstName: 'Zubin', dob: '2023-03-05', classId: 3 }] });
  const { jobId } = await app.as('Meera', { centre: ANDHERI }).call(pipelineContract.export, {
    q: 'zubin',
    source: [sourceIds.walkIn],
    assignedTo: ['none', people.Esha.id],
    fromDate: '2026-11-01',
    bucket: ['cold-overdue', 'cold-current', 'cold-next'],
    format: 'xlsx',
  });
  const { bytes } = await fileOf(jobId);
  const [head = [], ...lines] = await readSheet(bytes, 1);
  assert.deepEqual([lines.length, lines[0]?.[head.indexOf('Code')]], [1, one.enquiryCode]);
  assert.match(String(lines[0]?.[head.indexOf('Mobile')]), /•/, 'masked');
  const about = new Map((await readSheet(bytes, 2)).map(([what, value]) => [what, String(value)]));
  assert.deepEqual(
    ['Searched', 'Source', 'Owner', 'From', 'Bucket', 'Rows', 'Numbers', 'Made by'].map((what) =>
      about.get(what),
    ),
    [
      'zubin',
      'Walk-in',
      'Nobody, Esha Patil',
      '01-11-2026',
      'Open-Cold · Over Due, Open-Cold · Current, Open-Cold · Next followup',
      '1',
      'Masked',
      'Meera Das',
    ],
  );
  assert.match(about.get('Centre') ?? '', /Andheri/);
  assert.match(about.get('As of') ?? '', /^\d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/);
});

test('a large file is read in pages, needs a fresh proof above 10,000 rows, and head office hears of 50,000', async () => {
  const { app } = kit;
  // As a copy of a database comes in: no trigger runs, or they would take half a minute.
  const some = (from: number, to: number) =>
    app.sql(
      `set session_replication_role = replica;
       insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, guardian_name, source_id, captured_at, next_follow_up_on)
       select ${ANDHERI}, 'ENQ-002-2526-' || lpad(i::text, 5, '0'), 2025, h.id, 'Parent', '${sourceIds.walkIn}', now() - i * interval '1 minute', '2026-11-21'
         from generate_series(${from}, ${to}) i, (select id from enquiry_household where franchisee_id = ${ANDHERI} limit 1) h;
       reset session_replication_role`,
    );
  await some(1, 2_500);
  const kavi = (steppedUp = false) => app.as('Kavi', { centre: ANDHERI, year: 2025, steppedUp });
  const { jobId } = await kavi().call(pipelineContract.export, {});
  const [job] = await app.sql<{ user_id: string; context: ExportContext }>(
    'select user_id, context from export_job where id = $1',
    [jobId],
  );
  const user = await actorOf(app.pool)(
    job?.user_id ?? '',
    job?.context ?? { franchiseeId: null, academicYearId: null },
  );
  assert.ok(user);
  const actor = narrowTo(user, pipelineContract.export.module, pipelineContract.export.right);
  const sizes: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await inUnitOfWork(app.pool, actor, { command: 'test', readOnly: true }, (db) =>
      enquiryExport.page(db, actor, {}, after ?? undefined),
    );
    sizes.push(page.rows.length);
    after = page.next;
  }
  assert.deepEqual(sizes, [1000, 1000, 500], 'never more than a page in memory');
  assert.equal((await fileOf(jobId)).rows, 2_500);
  await some(2_501, 10_001);
  await kavi().refused(pipelineContract.export, {}, 'step-up.needed');
  await kavi(true).call(pipelineContract.export, {});
  const told = () =>
    app.sql(
      `select from outbox where kind = 'communication.expand' and dedupe_key like 'enquiries.large-export:%'`,
    );
  assert.equal((await told()).length, 0);
  const [logged] = await app.sql(`select n from access_log where action = 'EXPORT' order by id desc limit 1`);
  assert.deepEqual(logged, { n: 10_001 });
  for (const rows of [50_000, 50_001])
    await inUnitOfWork(app.pool, actor, { command: 'test' }, (db) =>
      tellLargeExport(db, { by: people.Kavi.id, franchiseeId: ANDHERI, jobId: `${jobId} ${rows}`, rows }),
    );
  assert.equal((await told()).length, 1);
  await app.sql(
    'set session_replication_role = replica; delete from export_job; delete from enquiry where academic_year_id = 2025; reset session_replication_role',
  );
});

test('numbers: whole for the owner, masked for others until revealed, each look kept, 60 an hour', async () => {
  const { app, capture, get, nextPhone } = kit;
  const mobile = nextPhone();
  const { id, enquiryCode } = await capture({ mobile });
  assert.deepEqual(
    [(await get(enquiryCode)).mobile, (await get(enquiryCode)).contactShown],
    [`+91${mobile}`, true],
  );
  const asBina = await get(enquiryCode, 'Bina');
  assert.deepEqual([asBina.contactShown, asBina.mobile?.includes(mobile)], [false, false]);
  assert.ok(!JSON.stringify(asBina).includes(mobile));
  const bina = app.as('Bina');
  assert.equal((await bina.call(pipelineContract.revealContact, { id })).mobile, `+91${mobile}`);
  const kept = () =>
    app.sql("select from access_log where action = 'REVEAL' and subject_id = $1 and user_id = $2", [
      id,
      people.Bina.id,
    ]);
  assert.equal((await kept()).length, 1);
  assert.equal((await app.as('Charu').raw(pipelineContract.revealContact, { id })).status, 404);
  await app.sql('update enquiry set owner_id = $1 where id = $2', [people.Bina.id, id]);
  await app.as('Esha').refused(pipelineContract.revealContact, { id }, 'enquiry.not-owner');
  await app.sql('update enquiry set owner_id = $1 where id = $2', [people.Esha.id, id]);
  for (let i = 1; i < 60; i += 1) await bina.call(pipelineContract.revealContact, { id });
  const told = (kind: string, who: string) =>
    app.sql(`select from outbox where kind = 'communication.expand' and dedupe_key like $1`, [
      `enquiries.${kind}:${who}:%`,
    ]);
  assert.equal((await told('many-reveals', people.Bina.id)).length, 0);
  for (let i = 0; i < 2; i += 1) await bina.refused(pipelineContract.revealContact, { id }, 'rate.limited');
  assert.equal((await kept()).length, 60);
  assert.equal((await told('many-reveals', people.Bina.id)).length, 1, 'head office hears of the head, once');
  const denied = await app.sql("select from access_log where action = 'DENY' and user_id = $1", [
    people.Bina.id,
  ]);
  assert.equal(denied.length, 2);
});

test('300 enquiries in an hour are a day’s work; with one more the centre’s head and the log are told, once', async () => {
  const { app, capture } = kit;
  const { enquiryCode, id } = await capture();
  // The access log has the clock of the database.
  const now = new Date();
  const watch = () =>
    watchViewsJob.run({
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: watchViewsJob.name }, work),
      now: new Date(now.getTime() + 120_000),
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
    });
  const told = async () =>
    (
      await app.sql(`select from outbox where kind = 'communication.expand' and dedupe_key like $1`, [
        `enquiries.many-views:${people.Kavi.id}:%`,
      ])
    ).length;
  await app.sql(
    `insert into access_log (at, franchisee_id, user_id, action, contract, subject_kind)
     select $1::timestamptz - case when i <= 300 then i * interval '10 seconds' else interval '2 hours' end, ${ANDHERI}, $2, 'READ', 'enquiry.get', 'enquiry'
       from generate_series(1, 400) i`,
    [now.toISOString(), people.Kavi.id],
  );
  assert.deepEqual([(await watch()).ok, await told()], [0, 0]);
  await app.as('Kavi', { centre: ANDHERI }).call(enquiryContract.get, { enquiryCode });
  const [seen] = await app.sql(
    `select subject_id from access_log where contract = 'enquiry.get' and user_id = $1 order by id desc limit 1`,
    [people.Kavi.id],
  );
  assert.deepEqual(seen, { subject_id: id }, 'the log knows whose enquiry was opened');
  await watch();
  await watch();
  assert.equal(await told(), 1);
  const [line] = await app.sql(`select n, subject_id from access_log where contract = $1`, [
    watchViewsJob.name,
  ]);
  assert.deepEqual(line, { n: 301, subject_id: people.Kavi.id });
});

test('Centre Change: it goes on there with its link, ends here neutrally, and only for who works at both', async () => {
  const { app, capture, get } = kit;
  const { id, enquiryCode } = await capture({
    children: [{ firstName: 'Saanvi', dob: '2023-01-01', classId: 3 }],
  });
  const { version } = await get(enquiryCode);
  const input = { id, franchiseeId: BANER, reason: 'The family moves to Baner' };
  await app.as('Esha').refused(pipelineContract.moveCentre, input, 'context.foreign', { version });
  const asha = app.as('Asha', { centre: ANDHERI });
  await asha.refused(
    pipelineContract.moveCentre,
    { ...input, franchiseeId: ANDHERI },
    'enquiry.same-centre',
    {
      version,
    },
  );
  const moved = await asha.call(pipelineContract.moveCentre, input, { version });
  const here = await get(enquiryCode);
  assert.deepEqual(
    [here.spancoStatus, here.lostReason, here.movedTo, here.actions],
    ['Lost', 'Moved to another centre', { centre: moved.centre, enquiryCode: moved.enquiryCode }, []],
  );
  assert.match(here.stages.at(-1)?.reason ?? '', /^Centre Change: .*Baner/);
  const there = await get(moved.enquiryCode, 'Charu');
  assert.deepEqual(
    [there.spancoStatus, there.childFirstName, there.movedFrom?.enquiryCode],
    ['Suspect', 'Saanvi', enquiryCode],
  );
  await app
    .as('Esha')
    .refused(enquiryContract.moveStage, { id, action: 'revive' }, 'enquiry.moved', { version: here.version });
});

test('story 19: a BSK child with a fixed appointment is handed over; its branch keeps sight of its own alone', async () => {
  const { app, capture, get, move } = kit;
  const { id, enquiryCode } = await capture(
    { children: [{ firstName: 'Myra', programme: 'BSK', classId: 3 }] },
    'Bela',
  );
  const early = (await get(enquiryCode)).version;
  await app
    .as('Bela')
    .refused(pipelineContract.handOver, { id, franchiseeId: BANER }, 'enquiry.not-level-two', {
      version: early,
    });
  await move(enquiryCode, 'fix-appointment', { appointmentAt: '2026-11-24T05:30:00Z' });
  const { version } = await get(enquiryCode);
  const given = await app
    .as('Bela')
    .call(pipelineContract.handOver, { id, franchiseeId: BANER }, { version });
  const there = await get(given.enquiryCode, 'Charu');
  assert.deepEqual(
    [there.stage, there.spancoStatus, there.programme, there.appointmentAt],
    ['Appointment Fixed', 'Prospect', 'BSK', '2026-11-24T05:30:00.000Z'],
  );
  const [row] = await app.sql<{ qualified_by: string }>('select qualified_by from enquiry where id = $1', [
    given.id,
  ]);
  assert.equal(row?.qualified_by, people.Bela.id);
  assert.equal(
    (await app.as('Bela').raw(enquiryContract.get, { enquiryCode: given.enquiryCode })).status,
    404,
  );
  assert.equal((await get(enquiryCode, 'Bela')).movedTo?.enquiryCode, given.enquiryCode);
});

test("story 21: another centre's code answers 404 on every way there is", async () => {
  const { app, capture, get } = kit;
  const one = await capture();
  const two = await capture();
  const { version } = await get(one.enquiryCode);
  const lostReasonId = await reasonNamed(app, 'Fees');
  const charu = app.as('Charu');
  for (const [endpoint, input] of [
    [enquiryContract.get, { enquiryCode: one.enquiryCode }],
    [enquiryContract.update, { id: one.id, changes: { pincode: '400001' } }],
    [enquiryContract.moveStage, { id: one.id, action: 'converse', contact: 'CALL' }],
    [pipelineContract.planMany, { ids: [one.id], nextFollowUpOn: TODAY }],
    [pipelineContract.closeMany, { ids: [one.id], lostReasonId }],
    [pipelineContract.revealContact, { id: one.id }],
    [pipelineContract.moveCentre, { id: one.id, franchiseeId: BANER, reason: 'I would like to have it' }],
    [pipelineContract.handOver, { id: one.id, franchiseeId: BANER }],
    [mergeContract.compare, { oneId: one.id, otherId: two.id }],
    [
      mergeContract.merge,
      {
        survivorId: one.id,
        survivorVersion: version,
        mergedId: two.id,
        mergedVersion: 1,
      },
    ],
    [mergeContract.undoMerge, { id: one.id }],
    [mergeContract.notDuplicate, { id: one.id }],
  ] as const)
    assert.equal((await charu.raw(endpoint, input, { version })).status, 404, endpoint.name);
  assert.equal((await kit.list({ code: one.enquiryCode }, 'Charu')).length, 0);
  assert.ok(
    (await charu.call(pipelineContract.board, {})).columns.every((column) =>
      column.rows.every((row) => row.franchiseeId === BANER),
    ),
  );
});
