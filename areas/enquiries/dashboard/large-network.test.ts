// A network of more than 50 centres reads its counts and buckets from the running figures: the same numbers as counted
// live, as of the last minute's job (enquiries.md 9).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { YEAR } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { TALLY_FROM, tallyJob } from './enquiry-tally.server.ts';

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
