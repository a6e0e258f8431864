// SOPs through HTTP: writing and approving by two people, who must read what and since when, evidence, a centre's own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { JobTools } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { complianceText } from './compliance/compliance-text.ts';
import { effectJob, remindJob } from './compliance/remind.server.ts';
import { sopCompliance } from './compliance/sop-compliance.listing.ts';
import { dutyContract } from './duty/duty.contract.ts';
import { sopFolder } from './library/sop-folder.record.ts';
import { sopSectionContract } from './library/sop-section.contract.ts';
import { sopSections } from './library/sop-section.listing.ts';
import * as offers from './public.server.ts';
import { readerContract } from './reader/reader.contract.ts';
import { type Block, differenceOf, leastSeconds, readSeconds } from './version/blocks.ts';
import { sopVersionContract as contract } from './version/sop-version.contract.ts';

const TEACHER = 10;
const COUNSELLOR = 9;
let app: TestApp;
let health: string;
before(async () => {
  app = await testApp();
  on('2026-08-10');
  const { id } = (await app
    .as('Kavi', { centre: 1 })
    .call(sopFolder.endpoints.create as never, { name: 'Health', position: 1, active: true } as never)) as {
    id: string;
  };
  health = id;
});
after(() => app.close());

const on = (day: string, time = '12:00:00') => app.moveClock(new Date(`${day}T${time}+05:30`));
const harsh = () => app.as('Harsh', { centre: null });
const kavi = () => app.as('Kavi', { centre: null });
const divya = () => app.as('Divya');
const textBlock = (text: string, id: string = randomUUID()): Block => ({ id, kind: 'TEXT', text });

const addSection = async (code: string, title: string): Promise<string> =>
  (
    await harsh().call(sopSectionContract.add, {
      folderId: health,
      title,
      code,
      ackDueDays: 7,
      position: 1,
      ownCentre: false,
    })
  ).id;

/** Written by Harsh and handed in. */
async function submitted(
  sectionId: string,
  body: Block[],
  changeKind: 'MAJOR' | 'MINOR' = 'MAJOR',
  changeNote?: string,
) {
  const { draft } = await harsh().call(contract.get, { id: sectionId });
  const saved = await harsh().call(contract.save, {
    sectionId,
    draft: draft ? { id: draft.id, version: draft.version } : null,
    body,
    changeKind,
    ...(changeNote ? { changeNote } : {}),
  });
  await harsh().call(contract.submit, { id: saved.id }, { version: saved.version });
  const { draft: inReview } = await kavi().call(contract.get, { id: sectionId });
  assert.ok(inReview);
  return inReview;
}

const approve = async (
  draft: { id: string; version: number },
  effectiveFrom: string,
  changeKind: 'MAJOR' | 'MINOR' = 'MAJOR',
) => kavi().call(contract.approve, { id: draft.id, changeKind, effectiveFrom }, { version: draft.version });

const setDuty = async (targetId: string, roleId: number, duty: 'NONE' | 'READ' | 'ACKNOWLEDGE' | null) => {
  const { seen } = await kavi().call(dutyContract.matrix, {});
  await kavi().call(dutyContract.save, { seen, cells: [{ targetId, roleId, duty }] });
};
const stateOn = async (day: string, userId: string, sectionId: string) =>
  (
    await app.sql<{ state: string; due_on: string | null }>(
      `select state, due_on::text from sop_states($1) where user_id = $2 and section_id = $3`,
      [day, userId, sectionId],
    )
  )[0];

/** Opens a section and reads it for so many seconds of the server's clock. */
async function readFor(
  who: ReturnType<typeof divya>,
  sectionId: string,
  day: string,
  seconds: number,
): Promise<string> {
  const { versionId } = await who.call(readerContract.section, { id: sectionId });
  on(day, '10:00:00');
  await who.call(readerContract.beat, { versionId, seconds: 0, endReached: false });
  for (let left = seconds, at = 0; left > 0; left -= 30) {
    at += Math.min(30, left);
    on(day, `10:0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`);
    await who.call(readerContract.beat, { versionId, seconds: Math.min(30, left), endReached: true });
  }
  return versionId;
}

const runJob = async (job: typeof effectJob, day: string) => {
  on(day, '09:00:00');
  return job.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, work),
    now: new Date(`${day}T09:00:00+05:30`),
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  } satisfies JobTools);
};
const noticesOf = (userId: string, kind: string) =>
  app.sql<{ title: string }>('select title from notice where user_id = $1 and kind = $2', [userId, kind]);

let fever: string;
const feverBlocks = [textBlock('Measure the temperature.'), textBlock('Call the parent within 15 minutes.')];

test('pure: reading time, least seconds, exactly the changed blocks, halves up', () => {
  assert.equal(readSeconds([textBlock('word '.repeat(400))]), 120);
  assert.deepEqual([leastSeconds(0), leastSeconds(100), leastSeconds(5_000)], [10, 30, 300]);
  const [a, b, c] = [textBlock('a'), textBlock('b'), textBlock('c')];
  const changed = { ...b, text: 'B' } as Block;
  const d = textBlock('d');
  assert.deepEqual(differenceOf([a, b, c], [a, changed, d]), {
    marks: { [b.id]: 'CHANGED', [d.id]: 'ADDED' },
    removed: [c],
  });
  assert.deepEqual(differenceOf([a, b, c], [c, a, b]).marks, { [c.id]: 'MOVED' });
  assert.deepEqual(
    [complianceText(31, 40), complianceText(0, 0), complianceText(1, 3), complianceText(2, 3)],
    ['77.50 %', '–', '33.33 %', '66.67 %'],
  );
});

test('Harsh writes, Kavi approves: 1.0; nobody approves the own, not even in SQL; what is published is frozen', async () => {
  fever = await addSection('SOP-HLTH-001', 'Child sickness and fever');
  await harsh().refused(contract.submit, { id: randomUUID() }, 'row.not-found', { version: 1 });
  const empty = await harsh().call(contract.save, {
    sectionId: fever,
    draft: null,
    body: [textBlock(' ')],
    changeKind: 'MAJOR',
  });
  await harsh().refused(contract.submit, { id: empty.id }, 'sop.empty', { version: empty.version });
  const draft = await submitted(fever, feverBlocks);
  await harsh().refused(
    contract.save,
    {
      sectionId: fever,
      draft: { id: draft.id, version: draft.version },
      body: feverBlocks,
      changeKind: 'MAJOR',
    },
    'sop.in-review',
  );
  await harsh().refused(
    contract.approve,
    { id: draft.id, changeKind: 'MAJOR', effectiveFrom: '2026-08-10' },
    'module.missing',
    { version: draft.version },
  );
  // Somebody who may approve is refused the own one too.
  await app.sql('update sop_version set author_id = $1 where id = $2', [people.Kavi.id, draft.id]);
  const { draft: owned } = await kavi().call(contract.get, { id: fever });
  assert.equal((await kavi().call(contract.get, { id: fever })).can.decide, false);
  await kavi().refused(
    contract.approve,
    { id: draft.id, changeKind: 'MAJOR', effectiveFrom: '2026-08-10' },
    'sop.own-version',
    { version: owned?.version ?? 0 },
  );
  await assert.rejects(
    app.sql(
      `update sop_version set status = 'PUBLISHED', major = 1, minor = 0, effective_from = '2026-08-10', approved_by = author_id where id = $1`,
      [draft.id],
    ),
    /check constraint/,
  );
  await app.sql('update sop_version set author_id = $1 where id = $2', [people.Harsh.id, draft.id]);
  const { draft: fresh } = await kavi().call(contract.get, { id: fever });
  assert.ok(fresh);
  await kavi().refused(
    contract.approve,
    { id: fresh.id, changeKind: 'MINOR', effectiveFrom: '2026-08-10' },
    'sop.lower-not-allowed',
    { version: fresh.version },
  );
  await kavi().refused(
    contract.approve,
    { id: fresh.id, changeKind: 'MAJOR', effectiveFrom: '2026-08-09' },
    'sop.effective-past',
    { version: fresh.version },
  );
  assert.deepEqual(await approve(fresh, '2026-08-10'), { number: '1.0' });
  await kavi().refused(
    contract.approve,
    { id: fresh.id, changeKind: 'MAJOR', effectiveFrom: '2026-08-10' },
    'row.stale',
    { version: fresh.version },
  );
  await assert.rejects(
    app.sql(`update sop_version set body = '[]' where id = $1`, [fresh.id]),
    /does not change/,
  );
  const [step] = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'sop_version' and subject_id = $1 order by created_at desc limit 1`,
    [fresh.id],
  );
  assert.equal(step?.action, 'approve');
});

test('a stale save is refused; returned with a reason, recalled, thrown away', async () => {
  const id = await addSection('SOP-HLTH-009', 'Hand washing');
  const first = await harsh().call(contract.save, {
    sectionId: id,
    draft: null,
    body: feverBlocks,
    changeKind: 'MAJOR',
  });
  await harsh()
    .call(contract.save, { sectionId: id, draft: first, body: [], changeKind: 'MAJOR' } as never)
    .catch(() => undefined);
  const opened = { id: first.id, version: first.version };
  const second = await harsh().call(contract.save, {
    sectionId: id,
    draft: opened,
    body: [textBlock('two')],
    changeKind: 'MAJOR',
  });
  await harsh().refused(
    contract.save,
    { sectionId: id, draft: opened, body: [textBlock('late')], changeKind: 'MAJOR' },
    'row.stale',
  );
  await harsh().refused(
    contract.save,
    { sectionId: id, draft: null, body: [textBlock('late')], changeKind: 'MAJOR' },
    'row.stale',
  );
  await harsh().call(contract.submit, { id: second.id }, { version: second.version });
  const inReview = (await kavi().call(contract.get, { id })).draft;
  assert.ok(inReview);
  assert.equal(
    (await noticesOf(people.Kavi.id, 'sop.for-approval')).some(({ title }) => title.includes('Hand washing')),
    true,
  );
  await kavi().call(
    contract.sendBack,
    { id: inReview.id, decision: 'return', reason: 'Add the steps' },
    { version: inReview.version },
  );
  const back = (await harsh().call(contract.get, { id })).draft;
  assert.deepEqual([back?.status, back?.decisionNote], ['DRAFT', 'Add the steps']);
  assert.equal((await noticesOf(people.Harsh.id, 'sop.returned')).length, 1);
  await harsh().call(contract.submit, { id: second.id }, { version: back?.version ?? 0 });
  const again = (await harsh().call(contract.get, { id })).draft;
  await harsh().call(contract.recall, { id: second.id }, { version: again?.version ?? 0 });
  const recalled = (await harsh().call(contract.get, { id })).draft;
  await harsh().call(contract.discard, { id: second.id }, { version: recalled?.version ?? 0 });
  assert.equal((await harsh().call(contract.get, { id })).draft, null);
});

test('roles: the folder’s duty is inherited, NONE cuts it; the preview counts; a save of another state is refused', async () => {
  const cells = [
    { targetId: health, roleId: TEACHER, duty: 'ACKNOWLEDGE' as const },
    { targetId: health, roleId: COUNSELLOR, duty: 'READ' as const },
  ];
  const shown = await kavi().call(dutyContract.preview, { cells });
  const { seen } = await kavi().call(dutyContract.matrix, {});
  await kavi().call(dutyContract.save, { seen, cells });
  const [n] = await app.sql<{ n: number; centres: number }>(
    `select count(*)::int as n, count(distinct franchisee_id)::int as centres from sop_states('2026-08-10') where state <> 'EXEMPT'`,
  );
  assert.deepEqual([shown.added, shown.removed, shown.centres], [n?.n, 0, n?.centres]);
  assert.ok(shown.added > 0);
  await kavi().refused(dutyContract.save, { seen, cells }, 'sop.duties-changed');
  await app.as('Bina').refused(dutyContract.matrix, {}, 'module.missing');
  const kitchen = await addSection('SOP-KTCH-001', 'Kitchen');
  await approve(await submitted(kitchen, [textBlock('Wash the pots.')]), '2026-08-10');
  assert.equal((await stateOn('2026-08-10', people.Divya.id, kitchen))?.state, 'OUTSTANDING');
  await setDuty(kitchen, TEACHER, 'NONE');
  assert.equal((await stateOn('2026-08-10', people.Divya.id, kitchen))?.state, 'EXEMPT');
  await divya().refused(readerContract.section, { id: kitchen }, 'row.not-found');
  const esha = await app.as('Esha').call(readerContract.section, { id: kitchen });
  assert.deepEqual([esha.state, esha.can.acknowledge], ['EXEMPT', false]);
});

test('acknowledged only after reading to the end, by the server’s clock', async () => {
  on('2026-08-11', '10:00:00');
  const { todo } = await divya().call(readerContract.home, {});
  assert.deepEqual(
    todo.map(({ id, dueOn }) => [id, dueOn]),
    [[fever, '2026-08-17']],
  );
  const { versionId } = await divya().call(readerContract.section, { id: fever });
  await divya().refused(readerContract.acknowledge, { versionId }, 'sop.not-read');
  await divya().call(readerContract.beat, { versionId, seconds: 0, endReached: false });
  on('2026-08-11', '10:00:03');
  // Sixty seconds are claimed, three have passed.
  const beat = await divya().call(readerContract.beat, { versionId, seconds: 60, endReached: true });
  assert.deepEqual(beat, { readS: 3, endReached: true });
  await divya().refused(readerContract.acknowledge, { versionId }, 'sop.not-read');
  on('2026-08-11', '10:00:12');
  await divya().call(readerContract.beat, { versionId, seconds: 60, endReached: true });
  await divya().call(readerContract.acknowledge, { versionId });
  await divya().call(readerContract.acknowledge, { versionId });
  const acks = await app.sql('select 1 from sop_ack where user_id = $1', [people.Divya.id]);
  assert.equal(acks.length, 1);
  assert.deepEqual((await divya().call(readerContract.home, {})).todo, []);
  await assert.rejects(app.sql('update sop_ack set read_s = 999 where user_id = $1', [people.Divya.id]));
  await divya().refused(
    readerContract.beat,
    { versionId: randomUUID(), seconds: 5, endReached: true },
    'row.not-found',
  );
});

test('a minor change asks nobody; a major one makes CURRENT, STALE and OVERDUE by its days', async () => {
  on('2026-08-11');
  const minor = await submitted(
    fever,
    [...feverBlocks, textBlock('Spelling.')],
    'MINOR',
    'Spelling mended only',
  );
  assert.deepEqual(await approve(minor, '2026-08-11', 'MINOR'), { number: '1.1' });
  await runJob(effectJob, '2026-08-11');
  assert.equal((await stateOn('2026-08-11', people.Divya.id, fever))?.state, 'CURRENT');
  assert.equal((await noticesOf(people.Divya.id, 'sop.changed')).length, 0);
  on('2026-08-12');
  const short = await harsh().call(contract.save, {
    sectionId: fever,
    draft: null,
    body: feverBlocks,
    changeKind: 'MAJOR',
    changeNote: 'short',
  });
  await harsh().refused(contract.submit, { id: short.id }, 'sop.no-note', { version: short.version });
  const changed = [
    feverBlocks[0] as Block,
    { ...feverBlocks[1], text: 'Call the parent within 10 minutes.' } as Block,
  ];
  const major = await submitted(fever, changed, 'MAJOR', 'Call the parent within 10 minutes.');
  const review = await kavi().call(contract.get, { id: fever });
  assert.deepEqual(review.difference?.marks, { [feverBlocks[1]?.id ?? '']: 'CHANGED' });
  assert.equal(review.difference?.removed.length, 1);
  assert.equal(review.impact, 1);
  assert.deepEqual(await approve(major, '2026-08-17'), { number: '2.0' });
  const days = ['2026-08-16', '2026-08-17', '2026-08-24', '2026-08-25'];
  const states = await Promise.all(days.map((day) => stateOn(day, people.Divya.id, fever)));
  assert.deepEqual(
    states.map((one, at) => [
      one?.state,
      one?.due_on !== null && (one?.due_on ?? '') < (days[at] ?? '') && one?.state !== 'CURRENT',
    ]),
    [
      ['CURRENT', false],
      ['STALE', false],
      ['STALE', false],
      ['STALE', true],
    ],
  );
  // On its day people are told, once; three days after it was due again.
  await runJob(effectJob, '2026-08-16');
  assert.equal((await noticesOf(people.Divya.id, 'sop.changed')).length, 0);
  await runJob(effectJob, '2026-08-17');
  await runJob(effectJob, '2026-08-17');
  assert.equal((await noticesOf(people.Divya.id, 'sop.changed')).length, 1);
  await runJob(remindJob, '2026-08-22');
  assert.equal((await noticesOf(people.Divya.id, 'sop.due')).length, 1);
  await runJob(remindJob, '2026-08-25');
  await runJob(remindJob, '2026-08-26');
  assert.equal((await noticesOf(people.Divya.id, 'sop.overdue')).length, 1);
  on('2026-08-18', '09:00:00');
  const seen = await divya().call(readerContract.section, { id: fever });
  assert.deepEqual([seen.version, seen.changed], ['2.0', [feverBlocks[1]?.id]]);
  const versionId = await readFor(divya(), fever, '2026-08-18', 12);
  await divya().call(readerContract.acknowledge, { versionId });
  assert.equal((await stateOn('2026-08-18', people.Divya.id, fever))?.state, 'CURRENT');
  const { rows } = await divya().call(sopCompliance.endpoints.list, {});
  assert.ok(rows.every((row) => row.mine === 'YES'));
});

test('31 of 40 are 77.50 % in tile and list; the centre is reminded once a day', async () => {
  // Real time for a list that asks for today.
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
  on(today, '12:00:00');
  const bina = app.as('Bina');
  const home = await bina.call(readerContract.home, {});
  assert.ok(home.centre);
  const list = async (status: ('CURRENT' | 'STALE' | 'OUTSTANDING')[]) =>
    (await bina.call(sopCompliance.endpoints.list, { status, limit: 200 })).rows.filter(
      (row) => row.franchiseeId === ANDHERI,
    ).length;
  const [current, behind] = [await list(['CURRENT']), await list(['STALE', 'OUTSTANDING'])];
  assert.deepEqual([home.centre.current, home.centre.required - home.centre.current], [current, behind]);
  if (behind > 0) {
    const { people: told } = await bina.call(readerContract.remind, {});
    assert.ok(told > 0);
    await bina.refused(readerContract.remind, {}, 'sop.reminded');
  } else await bina.refused(readerContract.remind, {}, 'sop.nobody-behind');
});

test('a centre’s own section: Baner never sees it; the network’s are head office’s', async () => {
  on('2026-08-20');
  const bina = app.as('Bina');
  const fields = {
    folderId: health,
    title: 'Evacuation point',
    code: 'AND-EVAC-001',
    ackDueDays: 7,
    position: 1,
  };
  await bina.refused(sopSectionContract.add, { ...fields, ownCentre: false }, 'sop.network-only');
  const { id } = await bina.call(sopSectionContract.add, { ...fields, ownCentre: true });
  await bina.refused(sopSectionContract.add, { ...fields, ownCentre: true }, 'sop.code-taken');
  const saved = await bina.call(contract.save, {
    sectionId: id,
    draft: null,
    body: [textBlock('The garden.')],
    changeKind: 'MAJOR',
  });
  await bina.call(contract.submit, { id: saved.id }, { version: saved.version });
  const { draft } = await kavi().call(contract.get, { id });
  assert.ok(draft);
  await approve(draft, '2026-08-20');
  assert.equal((await divya().call(readerContract.section, { id })).title, 'Evacuation point');
  await app.as('Charu').refused(readerContract.section, { id }, 'row.not-found');
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  await bina.refused(
    contract.save,
    { sectionId: fever, draft: null, body: [textBlock('Ours')], changeKind: 'MAJOR' },
    'sop.network-only',
  );
  const rows = (await app.as('Charu').call(sopSections.endpoints.list, {})).rows;
  assert.equal(
    rows.some((row) => row.code === 'AND-EVAC-001'),
    false,
  );
});

test('audience: a section for Baner is not there at Andheri; an archived one need not be read', async () => {
  on('2026-08-20');
  const id = await addSection('SOP-BNR-001', 'Only for Baner');
  await approve(await submitted(id, [textBlock('Lake side.')]), '2026-08-20');
  assert.equal((await stateOn('2026-08-20', people.Divya.id, id))?.state, 'OUTSTANDING');
  const { version } = await kavi().call(sopSectionContract.audienceOf, { id });
  await kavi().call(
    sopSectionContract.audience,
    { id, audience: 'ALL', zoneIds: [], centreIds: [BANER] },
    { version },
  );
  assert.equal(await stateOn('2026-08-20', people.Divya.id, id), undefined);
  await divya().refused(readerContract.section, { id }, 'row.not-found');
  await app.as('Bina').refused(readerContract.section, { id }, 'row.not-found');
  const [row] = (await kavi().call(sopSections.endpoints.list, { q: 'Child sickness' })).rows;
  assert.ok(row);
  await harsh().call(sopSectionContract.archive, { id: fever, reason: 'Replaced' }, { version: row.version });
  assert.equal(await stateOn('2026-08-20', people.Divya.id, fever), undefined);
  const [gone] = (await kavi().call(sopSections.endpoints.list, { q: 'Child sickness' })).rows;
  await harsh().call(sopSectionContract.restore, { id: fever }, { version: gone?.version ?? 0 });
  assert.equal((await stateOn('2026-08-20', people.Divya.id, fever))?.state, 'CURRENT');
});

test('other areas ask: how a centre stands, what a person has to do, how sections are called', async () => {
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'sop.offers' }, async (db) => {
    const [counted] = await app.sql<{ required: number; current: number }>(
      `select count(*)::int as required, (count(*) filter (where state = 'CURRENT'))::int as current from sop_states('2026-08-20')
        where franchisee_id = $1 and state in ('CURRENT', 'STALE', 'OUTSTANDING')`,
      [ANDHERI],
    );
    const figures = await offers.sopCompliance(db, ANDHERI, '2026-08-20');
    assert.deepEqual({ required: figures.required, current: figures.current }, counted);
    assert.equal(
      figures.bp,
      Math.floor((figures.current * 20_000 + figures.required) / (2 * figures.required)),
    );
    assert.equal((await offers.sopCompliance(db, ANDHERI, '2020-01-01')).bp, null);
    const asked = { userId: people.Divya.id, sectionId: fever };
    assert.equal((await offers.sopState(db, { ...asked, on: '2026-08-20' })).state, 'CURRENT');
    assert.equal((await offers.sopState(db, { ...asked, on: '2026-08-17' })).state, 'STALE');
    assert.deepEqual(
      await offers.sectionTitles(db, [fever, randomUUID()]),
      new Map([[fever, 'SOP-HLTH-001 Child sickness and fever']]),
    );
  });
});

test('folders: three levels at most, another owner’s is not found', async () => {
  const add = (name: string, parentId: string) =>
    app
      .as('Kavi', { centre: 1 })
      .raw(sopFolder.endpoints.create as never, { name, parentId, position: 1, active: true } as never);
  const second = (await add('Second', health)).body as { id: string };
  const third = (await add('Third', second.id)).body as { id: string };
  const { status } = await add('Fourth', third.id);
  assert.ok(status >= 400, String(status));
  const folder = await divya().call(readerContract.folder, { folderId: third.id });
  assert.deepEqual(
    folder.path.map(({ name }) => name),
    ['Health', 'Second', 'Third'],
  );
  await divya().refused(readerContract.folder, { folderId: randomUUID() }, 'row.not-found');
});
