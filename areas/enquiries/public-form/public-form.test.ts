// What the public form does for a busy address and for a centre that takes no enquiries.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { academicsServer } from '../../academics/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { solved } from './proof-testing.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';
import { consumeSubmission, PUBLIC_FORM } from './public-enquiry.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ areas: [enquiriesServer, academicsServer], app: { trustProxy: true } });
});
after(() => app.close());

const NOW = new Date('2026-11-21T05:30:00Z');
const HERE = '10.7.0.1';
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const submission = (more: Record<string, unknown> = {}) => ({
  fid: ANDHERI,
  submissionId: randomUUID(),
  door: 'QR',
  guardianName: 'Gita Rao',
  mobile: '9820500001',
  childFirstName: 'Kiaan',
  birthMonth: '2023-08',
  pincode: '400053',
  isAdultGuardian: true,
  filledInMs: 40_000,
  ...more,
});
type Submission = ReturnType<typeof submission>;
const send = (sent: Submission, ip = HERE) => app.stranger.raw(publicEnquiryContract.submit, sent, from(ip));
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
/** The work of a submission, as its page does it. */
async function proofOf({ fid, submissionId }: Submission, ip = HERE) {
  const asked = await app.stranger.raw(publicEnquiryContract.proof, { fid, submissionId }, from(ip));
  assert.equal(asked.status, 200);
  return solved(asked.body as { ticket: string; parts: number; bits: number });
}
const kept = async (sent: Submission): Promise<number> =>
  (
    await app.sql('select from inbox where provider = $1 and event_id = $2', [
      PUBLIC_FORM,
      `${sent.fid}:${sent.submissionId}`,
    ])
  ).length;

test('after five forms from one address the page works first: for this form, from this address, and lately', async () => {
  app.moveClock(NOW);
  for (let i = 0; i < 5; i += 1) assert.equal((await send(submission())).status, 200);
  const sixth = submission();
  const refused = await send(sixth);
  assert.deepEqual(
    [refused.status, codeOf(refused), await kept(sixth)],
    [409, 'public-enquiry.proof-needed', 0],
  );
  assert.equal((await send(submission(), '10.7.0.2')).status, 200, 'another address is not asked');
  const proof = await proofOf(sixth);
  const wrong = { ...proof, answers: proof.answers.map((n) => n + 1) };
  const short = { ...proof, answers: proof.answers.slice(1) };
  const forged = { ...proof, ticket: `${NOW.getTime() + 9e9}.${proof.ticket.split('.')[1]}` };
  for (const bad of [wrong, short, forged])
    assert.equal(codeOf(await send({ ...sixth, ...{ proof: bad } })), 'public-enquiry.proof-needed');
  const another = submission({ proof });
  assert.equal(codeOf(await send(another)), 'public-enquiry.proof-needed', 'it is the work of one form');
  await app.sql(`select count_try('public-enquiry:10.7.0.3', 600) from generate_series(1, 5)`);
  const moved = await send({ ...sixth, ...{ proof } }, '10.7.0.3');
  assert.equal(codeOf(moved), 'public-enquiry.proof-needed', 'it is the work of one address');
  app.moveClock(new Date(NOW.getTime() + 600_001));
  assert.equal(codeOf(await send({ ...sixth, ...{ proof } })), 'public-enquiry.proof-needed', 'it ended');
  app.moveClock(NOW);
  const answers = [await send({ ...sixth, ...{ proof } }), await send({ ...sixth, ...{ proof } })];
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200],
    'a lost answer is asked for again with the same work',
  );
  assert.equal(await kept(sixth), 1, 'and lets one form in');
});

test('a form that was filled in no time, or where nobody sees, is kept once the page has worked', async () => {
  app.moveClock(NOW);
  const filled = [{ filledInMs: 900 }, { filledInMs: 40_000, website: 'https://rao.example' }];
  const ids: string[] = [];
  for (const [i, more] of filled.entries()) {
    const ip = `10.7.1.${i}`;
    const sent = submission(more);
    assert.equal(codeOf(await send(sent, ip)), 'public-enquiry.proof-needed');
    assert.equal(await kept(sent), 0);
    ids.push(sent.submissionId);
    const proof = await proofOf(sent, ip);
    assert.equal((await send({ ...sent, ...{ proof } }, ip)).status, 200);
  }
  await drainInbox({
    database: app.pool,
    workers: { [PUBLIC_FORM]: consumeSubmission },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
  const enquiries = await app.sql(
    `select from enquiry_touch t join inbox i on i.event_id = t.franchisee_id || ':' || t.intake_id where i.provider = $1 and t.intake_id = any ($2::uuid[])`,
    [PUBLIC_FORM, ids],
  );
  assert.equal(enquiries.length, 2, 'both are enquiries');
});

test('the public form stops a flood from one address with 429, work or not', async () => {
  app.moveClock(NOW);
  const ip = '10.7.0.4';
  await app.sql(`select count_try($1, 600) from generate_series(1, 29)`, [`public-enquiry:${ip}`]);
  const last = submission();
  const proof = await proofOf(last, ip);
  assert.equal((await send({ ...last, ...{ proof } }, ip)).status, 200);
  const limited = await send({ ...last, ...{ proof } }, ip);
  assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '600']);
});

test('a centre that takes no enquiries names its nearest neighbours that do, and nothing else of them', async () => {
  app.moveClock(NOW);
  const near = () => app.stranger.call(publicEnquiryContract.nearby, { fid: ANDHERI });
  await app.sql(`update franchisee set lat = 19.1197, lng = 72.8464 where id = $1`, [ANDHERI]);
  await app.sql(`update franchisee set lat = 19.1350, lng = 72.8464 where id = $1`, [BANER]);
  const blocks = JSON.stringify({ blocks: ['PUBLIC_ENQUIRY'], reason: 'Building works' });
  await app.sql(`update franchisee set status = 'SUSPENDED', suspend = $2 where id = $1`, [ANDHERI, blocks]);
  assert.equal((await app.stranger.call(publicEnquiryContract.form, { fid: ANDHERI })).open, false);
  assert.equal(codeOf(await send(submission(), '10.7.0.5')), 'public-enquiry.closed');
  assert.deepEqual(await near(), { rows: [{ fid: BANER, name: 'Baner', km: 1.7 }] });
  await app.sql(`update franchisee set status = 'SUSPENDED', suspend = $2 where id = $1`, [BANER, blocks]);
  assert.deepEqual(await near(), { rows: [] }, 'a closed one is no help');
  await app.sql(`update franchisee set status = 'ACTIVE', suspend = null where id in ($1, $2)`, [
    ANDHERI,
    BANER,
  ]);
});
