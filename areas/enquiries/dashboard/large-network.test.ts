// A network of more than 50 centres reads its counts and buckets from the running figures: the same numbers as counted
// live, as of the last minute's job (enquiries.md 9).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { TALLY_FROM, TALLY_FROM_ENQUIRIES, tallyJob } from './enquiry-tally.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  for (const firstName of ['Anaya', 'Kabir', 'Myra']) await capture(firstName);
});
after(() => app.close());

let families = 0;
async function capture(firstName: string): Promise<void> {
  families += 1;
  await app.as('Esha').call(enquiryContract.capture, {
    mobile: `98201${String(families).padStart(5, '0')}`,
    guardianName: 'Gita Rao',
    sourceId: sourceIds.walkIn,
    children: [{ firstName, dob: '2023-03-05', classId: 3 }],
  });
}

const asked = async () => {
  const asha = app.as('Asha', { centre: null });
  return {
    counts: await asha.call(enquiryContract.enquiryCount, {}),
    buckets: await asha.call(followUpContract.buckets, {}),
  };
};

const runJob = () =>
  tallyJob.run({
    work: <T>(centre: number | null, work: (db: Db) => Promise<T>) =>
      inUnitOfWork(app.pool, systemActor(centre), { command: 'test.tally' }, work),
    now: new Date(),
    data: null,
    ports: { afterCommit: () => undefined, config: {}, origin: 'http://aangan.test' },
  });

test('up to 50 centres are counted live; beyond that the job’s figures are given, and they are the same', async () => {
  const live = await asked();
  assert.equal(live.counts.totalLeadCount, 3);
  assert.deepEqual(await runJob(), { ok: 0, failed: 0 }, 'a small network needs none');
  await app.sql(
    `insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on)
     select n, 'Centre ' || n, 'Centre ' || n, 'B' || n, 'FOFO', 'ACTIVE', 1, 1, 1, '400053', '2021-01-01', '2021-06-01'
       from generate_series(500, $1::int) n`,
    [500 + TALLY_FROM],
  );
  assert.deepEqual(await asked(), live, 'before the first run it is still counted live');
  assert.ok((await runJob()).ok > TALLY_FROM);
  assert.deepEqual(await asked(), live);
  await capture('Rudra');
  assert.deepEqual(await asked(), live, 'what came since stands there after the next run');
  assert.equal((await runJob()).ok, 1, 'the one centre that changed');
  const next = await asked();
  assert.equal(next.counts.totalLeadCount, 4);
  assert.equal(next.buckets.open, 4);
  assert.equal((await app.as('Esha').call(enquiryContract.enquiryCount, {})).totalLeadCount, 4, 'own centre');
});

test('the ranking gives its first 25 centres and how many there are; all of them when asked', async () => {
  await app.sql(
    `insert into enquiry_tally (franchisee_id, academic_year_id, figure, key, n, as_of)
     select id, $1, 'centre.n', id::text, 1, now() from franchisee where id between 500 and 529`,
    [YEAR],
  );
  await capture('Zoya');
  await runJob();
  const asha = app.as('Asha', { centre: null });
  const first = await asha.call(enquiryContract.dashboard, {});
  assert.deepEqual([first.tallied, first.centreCount, first.centres.length], [true, 31, 25]);
  const whole = await asha.call(enquiryContract.dashboard, { allCentres: true });
  assert.equal(whole.centres.length, 31);
  assert.deepEqual(whole.centres.slice(0, 25), first.centres);
  assert.equal(whole.centres[0]?.n, 5, 'the one with enquiries of its own comes first');
});

/** Families of Andheri by plain statement: every sixth lost, the others in a stage of theirs; calls due around today. */
const plant = (year: number, n: number, capturedAgo: string) =>
  app.sql(
    `with home as (insert into enquiry_household (franchisee_id) values (${ANDHERI}) returning id)
     insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, guardian_name, source_id, spanco_status, stage_code,
         owner_id, captured_at, next_follow_up_on, first_attempt_at, last_attempt_at, walk_in_at, closed_at, lost_reason_id)
     select ${ANDHERI}, 'ENQ-002-${year % 100}${(year % 100) + 1}-' || 900000 + i, ${year}, home.id, 'Child ' || i, 'Parent', $1, case when i % 6 = 0 then 'Lost' when i % 2 = 0 then 'Suspect' else 'Prospect' end,
         case when i % 6 = 0 then 'Drop Off' when i % 2 = 0 then 'Yet_to_call' else 'In Conversation' end, case when i % 3 = 0 then $2::uuid end,
         now() - $3::interval - i % 80 * interval '1 day', case when i % 6 > 0 then current_date + i % 5 - 2 end, case when i % 2 = 1 then now() end, case when i % 2 = 1 then now() end,
         case when i % 7 = 0 then now() end, case when i % 6 = 0 then now() end, case when i % 6 = 0 then (select id from lost_reason where name = 'Fees' limit 1) end
       from home, generate_series(1, $4::int) i`,
    [sourceIds.walkIn, people.Esha.id, capturedAgo, n],
  );

test('a centre of many enquiries is read from them too, the same numbers as counted live; a small one stays live', async () => {
  const board = async (name: 'Esha' | 'Rekha') => {
    const { tallied, asOf: _asOf, ...numbers } = await app.as(name).call(enquiryContract.dashboard, {});
    return { tallied, numbers };
  };
  await plant(YEAR, 60, '1 day');
  await plant(YEAR - 1, 5, '362 days'); // some of them before this day of the year, some after it
  const live = await board('Esha');
  assert.ok(live.numbers.funnel[1]?.lastYearBp, 'set against the year before');
  await runJob();
  assert.deepEqual(await board('Esha'), live, 'a small centre');
  // As if there were so many more: planting ten thousand takes longer than everything else here.
  await app.sql(
    `update enquiry_tally set n = n + $1 where franchisee_id = ${ANDHERI} and academic_year_id = ${YEAR} and figure = 'all.n'`,
    [TALLY_FROM_ENQUIRIES],
  );
  const kept = await board('Esha');
  assert.equal(kept.tallied, true);
  assert.deepEqual(kept.numbers, { ...live.numbers, total: live.numbers.total + TALLY_FROM_ENQUIRIES });
  const filtered = await app.as('Esha').call(enquiryContract.dashboard, { open: true });
  assert.deepEqual([filtered.tallied, filtered.total], [false, live.numbers.open], 'a filter counts live');
  const { total } = await app.as('Esha').call(enquiryContract.list, { bucket: 'due', limit: 1 });
  assert.equal(total.n, kept.numbers.due);
  assert.equal((await board('Rekha')).tallied, false);
  await app.sql(`update enquiry_tally set as_of = as_of - interval '1 day' where franchisee_id = ${ANDHERI}`);
  assert.equal((await board('Esha')).tallied, false, 'what was due yesterday is not what is due today');
});
