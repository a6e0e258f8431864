// Rights to kits: made once by an admission, blocked with every reason, filled, revoked, uploaded; another centre's stay unseen.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { later } from '@aangan/server/background/outbox.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { closePackable } from '../dispatch/dispatch-testing.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import { allocationImport } from './allocation-import.contract.ts';
import { blockText } from './eligibility.ts';
import { entitleKits } from './entitle.server.ts';
import { entitleWorker } from './entitle-worker.server.ts';
import { kitStatesFor, moveEntitlement, releaseKits } from './entitlement.server.ts';
import { kitAllocationContract as contract } from './kit-allocation.contract.ts';
import { kitAllocations } from './kit-allocation.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => closePackable(app));

const { Aarav, Kabir, Myra } = children;
const harsh = (centre: number | null = ANDHERI) => app.as('Harsh', { centre });
const list = async (kitType: string, more: object = {}, who = harsh()) =>
  (await who.call(kitAllocations.endpoints.list, { kitType, limit: 100, ...more })).rows;
const rowOf = async (kitType: string, enrolmentId: string) =>
  (await list(kitType, { status: undefined })).find(
    (row) => row.enrolmentId === enrolmentId && row.status !== 'REVOKED',
  );

const map = (
  kitType: string,
  gender = 'BOTH',
  classId: number | null = NURSERY,
  sample: string | null = null,
) =>
  app.sql(
    `insert into kit_mapping (code, kit_type, academic_year_id, class_id, sample_category, gender, name, status, current, made_by)
     values ($1, $2, $3, $4, $5, $6, $1, 'APPROVED', true, $7)`,
    [
      `M-${kitType.slice(0, 12)}-${gender.slice(0, 1)}`,
      kitType,
      YEAR,
      classId,
      sample,
      gender,
      people.Ira.id,
    ],
  );
const day = (days: number) => `(now() at time zone 'Asia/Kolkata')::date + ${days}`;
const amount = (centre: number, fee: number, { kit1 = false, from = -30, to = 30, active = true } = {}) =>
  app.sql(
    `insert into kit2_amount (franchisee_id, academic_year, class_id, amount_paise, min_fee_collected_paise, order_from, order_to, requires_kit1, active)
     values ($1, '2026-2027', $2, 150000, $3, ${day(from)}, ${day(to)}, $4, $5)`,
    [centre, NURSERY, fee, kit1, active],
  );
const amountsAway = () => app.sql('delete from kit2_amount');

/** Money of this year that stands on the child's account. */
async function paid(
  child: { studentId: string; admissionId: string },
  total: number,
  year = YEAR,
): Promise<void> {
  await app.sql(
    `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'Child', $2, $3)
     on conflict do nothing`,
    [ANDHERI, child.studentId, child.admissionId],
  );
  await app.sql(
    `insert into fee_line (franchisee_id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, allocated, royalty_base, academic_year_id)
     select $1, a.id, 'NOTE', 'OPEN', 'Fee', (select id from fee_type limit 1), 'TUITION', '2026-07-01', $3::bigint, $3::bigint, 'NONE', $4
       from fee_account a where a.franchisee_id = $1 and a.student_id = $2`,
    [ANDHERI, child.studentId, total, year],
  );
}

let n = 0;
/** A child of Nursery, as its family came with it. */
async function child(more: { gender?: string; status?: string; entry?: string } = {}) {
  n += 1;
  const one = { studentId: randomUUID(), admissionId: randomUUID(), admissionNo: `ADM/T/${n}` };
  const [made] = await app.sql<{ id: string }>(
    'insert into child (id, child_no) values (gen_random_uuid(), $1) returning id',
    [`A${200_000_000 + n}`],
  );
  const ids = [ANDHERI, one.admissionId, YEAR];
  await app.sql(
    'insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)',
    ids,
  );
  await app.sql(
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state)
     values ($1, $2, $3, $4, $5, $6, '2022-08-15', $7, 'STUDYING')`,
    [
      ANDHERI,
      one.studentId,
      made?.id,
      Aarav.familyId,
      one.admissionNo,
      `Child ${n}`,
      more.gender ?? 'FEMALE',
    ],
  );
  await app.sql(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, day_session, enrolment_no, status, joined_on, entry)
     values ($1, $2, $3, $4, $5, 'MORNING', $6, $7, '2026-06-15', $8)`,
    [
      ANDHERI,
      one.admissionId,
      one.studentId,
      YEAR,
      NURSERY,
      `T${n}`,
      more.status ?? 'ACTIVE',
      more.entry ?? 'NEW',
    ],
  );
  return one;
}

test('an admission entitles a child once, also without a mapping; a second fact and a revoked right change nothing', async () => {
  const tell = async (enrolmentId: string, key: string) => {
    await asSystem(app, ANDHERI, (db) =>
      later(
        db,
        'orders.entitle-kits',
        { enrolmentId },
        { franchiseeId: ANDHERI, dedupeKey: key, lane: 'FACT' },
      ),
    );
    await drainOutbox({
      database: app.pool,
      workers: { 'orders.entitle-kits': entitleWorker },
      ports: app.ports,
      log: pino({ level: 'silent' }),
    });
  };
  await tell(Aarav.admissionId, 'first');
  const made = await rowOf('CURRICULUM_KIT_1', Aarav.admissionId);
  assert.deepEqual(
    [made?.whom, made?.of, made?.source, made?.status, made?.reason],
    ['Aarav', 'Nursery', 'AUTO', 'BLOCKED', 'No approved mapping of Curriculum Kit 1 for Nursery'],
  );
  assert.equal((await rowOf('GIFT_BOX', Aarav.admissionId))?.status, 'BLOCKED');
  assert.equal(
    await rowOf('BRIDGE_KIT', Aarav.admissionId),
    undefined,
    'no bridge kit outside Bridge Course',
  );
  assert.equal(
    await rowOf('INTELLI_KIT', Aarav.admissionId),
    undefined,
    'no intelli kit of an unmapped class',
  );
  await harsh().call(
    contract.revoke,
    { id: made?.id ?? '', reason: 'Brought along' },
    { version: made?.version ?? 0 },
  );
  await tell(Aarav.admissionId, 'second');
  await tell(randomUUID(), 'a child that is not there');
  const rows = await app.sql<{ kit_type: string; status: string }>(
    'select kit_type, status from kit_allocation where enrolment_id = $1 order by kit_type',
    [Aarav.admissionId],
  );
  assert.deepEqual(
    rows.map(({ kit_type, status }) => `${kit_type} ${status}`),
    ['CURRICULUM_KIT_1 REVOKED', 'CURRICULUM_KIT_2 ALLOCATED', 'GIFT_BOX ALLOCATED'],
  );
  const facts = await app.sql<{ state: string }>(
    `select state from outbox where kind = 'orders.entitle-kits'`,
  );
  assert.deepEqual(
    facts.map(({ state }) => state),
    ['SENT', 'SENT', 'SENT'],
  );
});

test('what is missing is counted first, filled once, and revoked ones stay revoked until somebody allocates again', async () => {
  const first = await harsh().call(contract.summary, { kitType: 'CURRICULUM_KIT_1' });
  assert.deepEqual([first.missing, first.entitled], [1, 0], 'Kabir alone: Aarav was revoked');
  assert.deepEqual(await harsh().call(contract.fill, { kitType: 'CURRICULUM_KIT_1' }), { allocated: 1 });
  assert.deepEqual(await harsh().call(contract.fill, { kitType: 'CURRICULUM_KIT_1' }), { allocated: 0 });
  const [revoked] = await list('CURRICULUM_KIT_1', { status: ['REVOKED'] });
  assert.deepEqual([revoked?.reason, revoked?.can], ['Brought along', { revoke: false, again: true }]);
  const at = { version: revoked?.version ?? 0 };
  await harsh().call(contract.again, { id: revoked?.id ?? '' }, at);
  await harsh().refused(contract.again, { id: revoked?.id ?? '' }, 'kit-allocation.exists', at);
  assert.deepEqual(await harsh().call(contract.fill, { kitType: 'SAMPLE_KIT' }), { allocated: 2 });
  assert.deepEqual(await harsh().call(contract.fill, { kitType: 'SAMPLE_KIT' }), { allocated: 0 });
  await harsh().refused(contract.fill, { kitType: 'WOW_KIT' }, 'kit-allocation.by-upload');
  await harsh(null).refused(contract.fill, { kitType: 'GIFT_BOX' }, 'context.centre-needed');
  const whole = await harsh().call(contract.summary, { kitType: 'CURRICULUM_KIT_1' });
  assert.deepEqual([whole.entitled, whole.ordered, whole.gap, whole.missing], [2, 0, 2, 0]);
  assert.equal((await harsh(null).call(contract.summary, { kitType: 'GIFT_BOX' })).missing, null);
});

test('two who fill at once leave one right each', async () => {
  const both = await Promise.all([
    harsh().call(contract.fill, { kitType: 'GIFT_BOX' }),
    app.as('Ira', { centre: ANDHERI }).call(contract.fill, { kitType: 'GIFT_BOX' }),
  ]);
  assert.equal(
    both.reduce((sum, { allocated }) => sum + allocated, 0),
    1,
  );
});

test('story 1: of twelve children two are short of the release fee and are told what is left to collect', async () => {
  await map('CURRICULUM_KIT_2');
  await amount(1, r(20_000));
  await amount(ANDHERI, r(25_000));
  const twelve = [];
  for (let i = 0; i < 12; i += 1) twelve.push(await child());
  for (const [i, one] of twelve.entries()) {
    await paid(one, i < 2 ? r(21_500) : r(25_000));
    // What was paid for another year releases nothing.
    if (i < 2) await paid(one, r(9_000), YEAR - 1);
    await asSystem(app, ANDHERI, (db) =>
      entitleKits(db, { franchiseeId: ANDHERI, enrolmentId: one.admissionId }),
    );
  }
  const ours = new Set<string>(twelve.map(({ admissionId }) => admissionId));
  const rows = (await list('CURRICULUM_KIT_2')).filter((row) => ours.has(row.enrolmentId ?? ''));
  assert.equal(rows.filter(({ status }) => status === 'ALLOCATED').length, 10);
  assert.deepEqual(
    rows.filter(({ status }) => status === 'BLOCKED').map(({ reason }) => reason),
    ['₹3,500.00 more to collect', '₹3,500.00 more to collect'],
  );
  assert.equal((await list('CURRICULUM_KIT_2', { status: ['BLOCKED'], q: 'Child' })).length, 2);
  await amountsAway();
});

test('every rule that fails is told: window, amount, kit 1 first, mapping by gender, children who do not attend', async () => {
  const girl = await child();
  const boy = await child({ gender: 'MALE' });
  const away = await child({ status: 'ON_HOLD', entry: 'PROMOTED' });
  for (const one of [girl, boy, away])
    await asSystem(app, ANDHERI, (db) =>
      entitleKits(db, { franchiseeId: ANDHERI, enrolmentId: one.admissionId }),
    );
  const reason = async (kitType: string, of: { admissionId: string }) =>
    (await rowOf(kitType, of.admissionId))?.reason;
  assert.equal(await reason('CURRICULUM_KIT_2', girl), 'No amount of Curriculum Kit 2 is set for Nursery');
  await amount(ANDHERI, 1, { kit1: true, from: 5 });
  const [opens] = await app.sql<{ on: string }>(`select to_char(${day(5)}, 'DD-MM-YYYY') as on`);
  assert.equal(
    await reason('CURRICULUM_KIT_2', girl),
    `Can be ordered from ${opens?.on}; ₹0.01 more to collect; Curriculum Kit 1 is ordered first`,
  );
  await app.sql(
    `update kit_allocation set status = 'ORDERED', qty_live = 1 where enrolment_id = $1 and kit_type = 'CURRICULUM_KIT_1'`,
    [girl.admissionId],
  );
  await amountsAway();
  await amount(ANDHERI, 0, { kit1: true, from: -9, to: 0 });
  assert.equal(
    (await rowOf('CURRICULUM_KIT_2', girl.admissionId))?.status,
    'ALLOCATED',
    'the last day counts',
  );
  assert.equal(await reason('CURRICULUM_KIT_2', boy), 'Curriculum Kit 1 is ordered first');
  await amountsAway();
  await amount(ANDHERI, 0, { from: -9, to: -1 });
  assert.match((await reason('CURRICULUM_KIT_2', boy)) ?? '', /^Could be ordered until \d\d-\d\d-\d{4}$/);
  await amountsAway();
  await map('CURRICULUM_KIT_1', 'MALE');
  assert.equal(await reason('CURRICULUM_KIT_1', boy), null);
  assert.equal(
    await reason('CURRICULUM_KIT_1', away),
    'The child does not attend now; No approved mapping of Curriculum Kit 1 for Nursery',
  );
  assert.equal(await rowOf('GIFT_BOX', away.admissionId), undefined, 'a gift box is for new children');
  assert.equal(
    blockText('FEE_DUE', { kit: 'K', of: 'N', orderFrom: null, orderTo: null, short: 1 }),
    '₹0.01 more to collect',
  );
});

test('a right on an order is not revoked; a stale one, a reason that is missing and a person without the module are refused', async () => {
  const one = await child();
  await asSystem(app, ANDHERI, (db) =>
    entitleKits(db, { franchiseeId: ANDHERI, enrolmentId: one.admissionId }),
  );
  const row = await rowOf('GIFT_BOX', one.admissionId);
  const id = row?.id ?? '';
  await app.sql(`update kit_allocation set qty_live = 1, status = 'ORDERED' where id = $1`, [id]);
  const live = await harsh().call(contract.get, { id });
  assert.deepEqual([live.status, live.can['revoke'], live.blocks], ['ORDERED', false, []]);
  const at = { version: live.version };
  await harsh().refused(contract.revoke, { id, reason: 'No' }, 'kit-allocation.live', at);
  await harsh().refused(contract.revoke, { id, reason: 'No' }, 'row.stale', { version: live.version - 1 });
  const bad = await harsh().refused(contract.revoke, { id, reason: ' ' }, 'input.invalid', at);
  assert.ok(bad.fields?.['reason']);
  await app.as('Bina').refused(contract.revoke, { id, reason: 'No' }, 'module.missing', at);
  await app.as('Bina').refused(kitAllocations.endpoints.list, {}, 'module.missing');
  await harsh(BANER).refused(contract.get, { id }, 'row.not-found');
  await app.sql(`update kit_allocation set qty_live = 0, status = 'ALLOCATED' where id = $1`, [id]);
  const free = await harsh().call(contract.get, { id });
  await harsh().call(contract.revoke, { id, reason: 'Taken at the open day' }, { version: free.version });
  const steps = await app.sql<{ action: string; reason: string }>(
    `select action, reason from status_step where subject = 'kit_allocation' and subject_id = $1`,
    [id],
  );
  assert.deepEqual(steps, [{ action: 'revoke', reason: 'Taken at the open day' }]);
  await assert.rejects(
    app.sql('update kit_allocation set qty_live = 2 where enrolment_id = $1', [one.admissionId]),
    /kit_allocation_live/,
  );
});

test('story 24: a child leaves: what nobody ordered is released, the delivered kit says return or keep, the gap falls', async () => {
  const one = await child();
  const whom = { franchiseeId: ANDHERI, enrolmentId: one.admissionId };
  await asSystem(app, ANDHERI, (db) => entitleKits(db, whom));
  await app.sql(
    `update kit_allocation set qty_live = 1, status = 'HANDED_OVER' where enrolment_id = $1 and kit_type = 'GIFT_BOX'`,
    [one.admissionId],
  );
  const gap = async () => (await harsh().call(contract.summary, { kitType: 'CURRICULUM_KIT_1' })).gap;
  const before = await gap();
  await app.sql(`update enrolment set status = 'WITHDRAWN', left_on = '2026-11-20' where id = $1`, [
    one.admissionId,
  ]);
  const released = await asSystem(app, ANDHERI, (db) =>
    releaseKits(db, { ...whom, reason: 'The child has left' }),
  );
  assert.deepEqual(released, { released: ['CURRICULUM_KIT_1', 'CURRICULUM_KIT_2'], toReturn: ['GIFT_BOX'] });
  assert.equal(await gap(), before - 1);
  const kept = await rowOf('GIFT_BOX', one.admissionId);
  assert.deepEqual([kept?.status, kept?.reason], ['HANDED_OVER', 'The child has left: return or keep']);
  const again = await asSystem(app, ANDHERI, (db) => releaseKits(db, { ...whom, reason: 'Again' }));
  assert.deepEqual(again, { released: [], toReturn: ['GIFT_BOX'] });
});

test('rights go along to another enrolment, but not what was handed over or is there already', async () => {
  const old = await child();
  const next = await child();
  const ofOld = { franchiseeId: ANDHERI, enrolmentId: old.admissionId };
  await asSystem(app, ANDHERI, async (db) => {
    await entitleKits(db, ofOld);
    await entitleKits(db, {
      franchiseeId: ANDHERI,
      enrolmentId: next.admissionId,
      types: ['CURRICULUM_KIT_2'],
    });
  });
  await app.sql(
    `update kit_allocation set qty_live = 1, status = 'HANDED_OVER' where enrolment_id = $1 and kit_type = 'GIFT_BOX'`,
    [old.admissionId],
  );
  const moved = await asSystem(app, ANDHERI, (db) =>
    moveEntitlement(db, { franchiseeId: ANDHERI, from: old.admissionId, to: next.admissionId }),
  );
  assert.deepEqual(moved, ['CURRICULUM_KIT_1']);
  assert.equal(await rowOf('CURRICULUM_KIT_2', old.admissionId), undefined);
  assert.equal((await rowOf('GIFT_BOX', old.admissionId))?.status, 'HANDED_OVER');
  const states = await asSystem(app, ANDHERI, (db) => kitStatesFor(db, { studentIds: [old.studentId] }));
  assert.deepEqual(
    states.get(old.studentId)?.map(({ kit, state }) => [kit, state]),
    [
      ['Curriculum Kit 1', 'BLOCKED'],
      ['Admission Kit', 'HANDED_OVER'],
    ],
  );
  await asSystem(app, BANER, async (db) => {
    assert.equal(
      (await kitStatesFor(db, { studentIds: [old.studentId] })).size,
      0,
      'another centre reads none',
    );
  });
});

const HEAD = 'franchisee_id,kit_type,academic_year,admission_no,class,category,model,qty,action';
const check = (lines: string[], who = harsh()) =>
  who.call(allocationImport.endpoints.check, { csv: [HEAD, ...lines].join('\n'), fileName: 'kits.csv' });
const faultsOf = async (jobId: string) =>
  (await harsh().call(allocationImport.endpoints.rows, { jobId })).rows.flatMap(({ row, faults }) =>
    faults.map(({ column, text }) => [row, column, text]),
  );

test('a file allocates and revokes, all rows or none, and says by line what is wrong', async () => {
  const one = await child();
  const two = await child();
  const [model] = await app.sql<{ name: string }>(
    `insert into wow_model (name, seats, area_sqft) values ('Model S', 60, 1500) returning name`,
  );
  const of = (no: string, action = 'ALLOCATE', kit = 'Curriculum Kit 1', qty = 1) =>
    `,${kit},2026-2027,${no},,,,${qty},${action}`;
  const bad = await check([
    of('ADM/nobody'),
    of(one.admissionNo, 'ALLOCATE', 'Curriculum Kit 1', 2),
    of(one.admissionNo, 'REVOKE'),
    `,Sample Kit,2026-2027,${one.admissionNo},,,,1,ALLOCATE`,
    `,Curriculum Kit 1,2026-2027,,,,,1,ALLOCATE`,
    `99999,Curriculum Kit 1,2026-2027,${one.admissionNo},,,,1,ALLOCATE`,
    of(two.admissionNo),
    of(two.admissionNo, 'REVOKE'),
  ]);
  assert.deepEqual(await faultsOf(bad.jobId), [
    [2, 'admissionNo', 'No child of this centre has this number in that year'],
    [3, 'qty', 'A child gets one kit of a type'],
    [4, 'kitType', 'Stands twice in this file'],
    [4, 'admissionNo', 'Has no such kit allocated'],
    [5, 'admissionNo', 'Leave it empty for this kit type'],
    [6, 'admissionNo', 'Enter an admission number or a class'],
    [7, 'franchiseeId', 'There is no such centre'],
    [9, 'kitType', 'Stands twice in this file'],
    [9, 'admissionNo', 'Has no such kit allocated'],
  ]);
  const good = await check([
    of(one.admissionNo),
    `,Curriculum Kit 2,2026-2027,,Nursery,,,1,ALLOCATE`,
    `,WOW Kit,2026-2027,,,,${model?.name},2,ALLOCATE`,
  ]);
  assert.deepEqual([good.bad, good.ok], [0, 3]);
  await harsh().call(allocationImport.endpoints.commit, { jobId: good.jobId });
  assert.equal((await rowOf('CURRICULUM_KIT_1', one.admissionId))?.source, 'UPLOAD');
  assert.ok(await rowOf('CURRICULUM_KIT_2', two.admissionId), 'a class row gives to its children');
  const [wow] = await list('WOW_KIT');
  assert.deepEqual(
    [wow?.of, wow?.qty, wow?.status, wow?.reason],
    ['Model S', 2, 'BLOCKED', 'No active bill of material of Model S'],
  );
  const taken = await check([of(one.admissionNo)]);
  assert.deepEqual(await faultsOf(taken.jobId), [[2, 'admissionNo', 'Has this kit already']]);
  const back = await check([of(one.admissionNo, 'REVOKE')]);
  await harsh().call(allocationImport.endpoints.commit, { jobId: back.jobId });
  assert.equal(await rowOf('CURRICULUM_KIT_1', one.admissionId), undefined);
  await app
    .as('Bina')
    .refused(allocationImport.endpoints.check, { csv: HEAD, fileName: 'a.csv' }, 'module.missing');
});

test('a network desk sees every centre; Baner’s children are not Andheri’s', async () => {
  await asSystem(app, BANER, (db) => entitleKits(db, { franchiseeId: BANER, enrolmentId: Myra.admissionId }));
  const all = await list('CURRICULUM_KIT_1', {}, harsh(null));
  assert.ok(all.some(({ whom }) => whom === 'Myra') && all.some(({ whom }) => whom === 'Kabir'));
  assert.ok(!(await list('CURRICULUM_KIT_1')).some(({ whom }) => whom === 'Myra'));
  assert.equal(Kabir.centre, ANDHERI);
});
