// Leads from outside through real webhooks: proved, stored, made an enquiry once, whatever order, repeats and deaths there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { Dice } from '@aangan/testkit/random.ts';
import { watchPool } from '@aangan/testkit/watched-pool.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { leadInbox } from './consume-leads.server.ts';
import { releaseQuarantineJob, sweepIntakeJob } from './intake-jobs.server.ts';
import { type IntakeApp, intakeApp } from './intake-testing.ts';
import { leadChannelContract, leadMappingContract } from './lead-channel.contract.ts';
import { leadIntakeContract } from './lead-intake.contract.ts';
import { answersOf, GOOGLE, storedLeads } from './stored-leads-testing.ts';

let intake: IntakeApp;
before(async () => {
  intake = await intakeApp();
});
after(() => intake?.close());

const { sql, count, nextPhone, enquiriesOf, lead } = storedLeads(() => intake, 9_930_100_000);
const map = (channelId: string, form: string, franchiseeId: number | null) =>
  intake.meera.call(leadMappingContract.save, {
    channelId,
    form,
    franchiseeId,
    sourceId: GOOGLE,
    campaign: 'Pune search',
  });

test('a mapped form: 200 {}, stored raw without its key, one enquiry at its centre, first answer due from its arrival', async () => {
  const { id, simulator, secret } = await intake.google('Baner search', { formId: '1234567890123456789' });
  await map(id, '1234567890123456789', BANER);
  const mobile = nextPhone();
  const one = simulator.lead(answersOf(mobile), { more: { a_new_field: { of: 'Google' } } });
  assert.deepEqual(await simulator.send([one]), [{ status: 200, body: '{}' }]);
  const [before_] = await sql<{ n: number; sealed: boolean }>(
    `select count(*)::int as n, bool_and(position($1::bytea in body) = 0) as sealed from inbox where event_id = $2`,
    [Buffer.from(secret), `${id}:${one.leadId}`],
  );
  assert.deepEqual(before_, { n: 1, sealed: true }, 'stored before anything else, and sealed');
  assert.equal(await count('lead_intake where dedupe_key = $1', [one.leadId]), 0, 'not consumed yet');
  // A Friday, 18:25 in India (enquiries.md 3.4): five minutes of Friday and ten of Saturday.
  await sql(`update inbox set received_at = '2026-11-20T12:55:00Z' where event_id = $1`, [
    `${id}:${one.leadId}`,
  ]);
  await intake.consume();
  const stored = await lead(one.leadId);
  assert.deepEqual(
    [stored.state, stored.result, stored.centre, stored.form],
    ['DONE', 'CREATED', BANER, '1234567890123456789'],
  );
  const [enquiry] = await sql<Record<string, unknown>>(
    `select e.franchisee_id as centre, e.source_id as source, e.campaign, e.owner_id as owner, e.guardian_name as parent, e.dob_approx as approx,
      to_char(e.captured_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as captured, to_char(e.sla_due_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as due from enquiry e where e.phone_norm = $1`,
    [mobile],
  );
  assert.deepEqual(enquiry, {
    centre: BANER,
    source: GOOGLE,
    campaign: 'Pune search',
    owner: null,
    parent: 'Asha Rao',
    approx: true,
    captured: '2026-11-20 12:55',
    due: '2026-11-21 09:40',
  });
  const raw = await intake.meera.call(leadIntakeContract.raw, { id: stored.id });
  assert.ok(raw.body?.includes('"form_id":1234567890123456789'), 'byte by byte, ids whole');
  assert.equal(raw.body?.includes(secret), false);
  assert.ok(raw.body?.includes('"a_new_field":{"of":"Google"}'));
});

test('a wrong key is refused and noted without its text; a test lead is ignored; the key before holds for a day', async () => {
  const { id, simulator, secret } = await intake.google('Keys', { franchiseeId: ANDHERI });
  const mobile = nextPhone();
  const forged = simulator.lead(answersOf(mobile), { key: `${secret.slice(0, -1)}!` });
  assert.deepEqual(await simulator.send([forged]), [{ status: 400, body: '{"message":"invalid"}' }]);
  const tested = await simulator.sendTestData();
  assert.deepEqual(tested, { status: 200, body: '{}' });
  await intake.consume();
  assert.equal(await enquiriesOf(mobile), 0);
  const [noted] = await sql<Record<string, unknown>>(
    `select i.verdict, i.state, i.parsed, b.body from lead_intake i join inbox b on b.event_id = i.dedupe_key where i.channel_id = $1 and i.state = 'REJECTED'`,
    [id],
  );
  assert.deepEqual(noted, { verdict: 'BAD_KEY', state: 'REJECTED', parsed: null, body: null });
  const chip = await intake.meera.call(leadIntakeContract.list, { channelId: id, isTest: true });
  assert.deepEqual(
    chip.rows.map((row) => [row.state, row.isTest, row.enquiryCode, row.can['replay']]),
    [['IGNORED', true, null, false]],
  );
  const rotated = await intake.meera.call(leadChannelContract.rotateSecret, { id });
  assert.notEqual(rotated.secret, secret);
  const [old] = await simulator.send([simulator.lead(answersOf(nextPhone()))]);
  assert.equal(old?.status, 200, 'the form in the ads console still has the old key');
  await sql(`update lead_channel set previous_until = now() - interval '1 second' where id = $1`, [id]);
  const [late] = await simulator.send([simulator.lead(answersOf(nextPhone()))]);
  assert.equal(late?.status, 400);
  const renewed = simulator.lead(answersOf(nextPhone()), { key: rotated.secret ?? '' });
  assert.equal((await simulator.send([renewed]))[0]?.status, 200);
  await intake.app.as('Meera').refused(leadChannelContract.rotateSecret, { id }, 'step-up.needed');
});

const COPIES = 50;
const LEADS = Number(process.env['INTAKE_LEADS'] ?? 20);

test(`the same webhook ${COPIES} times in random order among others gives one lead`, async () => {
  const { id, simulator } = await intake.google('Storm', { franchiseeId: ANDHERI });
  const mobiles = Array.from({ length: LEADS }, nextPhone);
  const leads = mobiles.map((mobile) => simulator.lead(answersOf(mobile)));
  const started = performance.now();
  const sending = simulator.send(leads, { copies: COPIES, shuffle: true, atOnce: 8 });
  // Consumed meanwhile, so that repeats come before, during and after.
  let sent = false;
  void sending.then(() => {
    sent = true;
  });
  while (!sent) await intake.consume();
  const results = await sending;
  await intake.consume();
  const enquiries = await count('enquiry where phone_norm = any ($1)', [mobiles]);
  const touches = await count(
    'enquiry_touch t join enquiry e on e.franchisee_id = t.franchisee_id and e.id = t.enquiry_id where e.phone_norm = any ($1)',
    [mobiles],
  );
  publishFigure({
    promise: 'J3 leads',
    deliveries: results.length,
    leads: LEADS,
    enquiries,
    touches,
    notAccepted: results.filter((one) => one.status !== 200).length,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  });
  assert.equal(results.filter((one) => one.status !== 200).length, 0);
  assert.deepEqual([enquiries, touches], [LEADS, LEADS]);
  assert.equal(await count('lead_intake where channel_id = $1', [id]), LEADS);
});

test('broken twin: what differs in its id is another arrival, a touch more', async () => {
  const { simulator } = await intake.google('Twin', { franchiseeId: ANDHERI });
  const mobile = nextPhone();
  const one = simulator.lead(answersOf(mobile));
  await simulator.send([one]);
  await intake.consume();
  await simulator.send([{ ...one, body: one.body.replace(one.leadId, `${one.leadId}x`) }]);
  await intake.consume();
  const touches = await count(
    'enquiry_touch t join enquiry e on e.franchisee_id = t.franchisee_id and e.id = t.enquiry_id where e.phone_norm = $1',
    [mobile],
  );
  assert.deepEqual([await enquiriesOf(mobile), touches], [1, 2]);
});

test('an unmapped form waits; mapped once and replayed, 14 leads reach their centre with their own times; a second replay is refused', async () => {
  const { id, simulator } = await intake.google('Pune', { formId: '777' });
  const leads = Array.from({ length: 14 }, () => simulator.lead(answersOf(nextPhone())));
  await simulator.send(leads);
  await sql(
    `update inbox set received_at = now() - interval '20 minutes' where provider = 'google-leads' and event_id like $1`,
    [`${id}:%`],
  );
  await intake.consume();
  const waiting = await intake.meera.call(leadIntakeContract.list, { channelId: id });
  assert.deepEqual(
    [waiting.total.n, new Set(waiting.rows.map((row) => `${row.state} ${row.reason}`))],
    [14, new Set(['QUARANTINED no-mapping'])],
  );
  const arrived = new Map(waiting.rows.map((row) => [row.id, row.receivedAt]));
  const mapped = await map(id, '777', BANER);
  assert.equal(mapped.waiting, 14);
  const done = await intake.meera.call(leadIntakeContract.replay, { channelId: id, form: '777' });
  assert.deepEqual([done.replayed, done.created, done.askedAgain, done.waiting], [14, 14, 0, 0]);
  const rows = await sql<{ id: string; centre: number; same: boolean }>(
    `select i.id, e.franchisee_id as centre, e.captured_at = date_trunc('milliseconds', i.received_at) and i.received_at < now() - interval '19 minutes' as same
       from lead_intake i join enquiry e on e.id = i.enquiry_id where i.channel_id = $1`,
    [id],
  );
  assert.equal(rows.length, 14);
  assert.ok(rows.every((row) => row.centre === BANER && row.same && arrived.has(row.id)));
  const ids = rows.map((row) => row.id);
  const refused = await intake.meera.refused(leadIntakeContract.replay, { ids }, 'intake.done');
  assert.match(refused.message, /^Already became ENQ-003-/);
  assert.equal(
    await count('lead_intake i join enquiry_touch t on t.intake_id = i.id where i.channel_id = $1', [id]),
    14,
  );
});

test('by pincode, by the channel’s own centre, by a person; a lead without a number is completed', async () => {
  const own = await intake.google('Andheri page', { franchiseeId: ANDHERI });
  const network = await intake.google('Network', { formId: '888' });
  await sql(`insert into franchisee_pincode (franchisee_id, pincode) values (${BANER}, '400001')`);
  const byPincode = network.simulator.lead({ ...answersOf(nextPhone()), POSTAL_CODE: '400001' });
  const byChannel = own.simulator.lead(answersOf(nextPhone()));
  const nowhere = network.simulator.lead({ ...answersOf(nextPhone()), POSTAL_CODE: '999999' });
  const noNumber = network.simulator.lead({ FULL_NAME: 'Asha Rao', EMAIL: 'asha@example.com' });
  const badNumber = network.simulator.lead({ FULL_NAME: 'Asha Rao', PHONE_NUMBER: '12345' });
  await network.simulator.send([byPincode, nowhere, noNumber, badNumber]);
  await own.simulator.send([byChannel]);
  await intake.consume();
  const states = await Promise.all(
    [byPincode, byChannel, nowhere, noNumber, badNumber].map(async ({ leadId }) => {
      const { state, centre, reason } = await lead(leadId);
      return [state, centre, reason];
    }),
  );
  assert.deepEqual(states, [
    ['DONE', BANER, null],
    ['DONE', ANDHERI, null],
    ['QUARANTINED', null, 'no-centre'],
    ['QUARANTINED', null, 'no-phone'],
    ['QUARANTINED', null, 'bad-phone'],
  ]);
  const ids = [(await lead(noNumber.leadId)).id];
  await intake.meera.refused(leadIntakeContract.assign, { ids, franchiseeId: ANDHERI }, 'input.invalid');
  const mobile = nextPhone();
  const sent = await intake.meera.call(leadIntakeContract.assign, {
    ids,
    franchiseeId: ANDHERI,
    mobile: mobile.slice(3),
  });
  assert.deepEqual(
    [sent.created, (await lead(noNumber.leadId)).centre, await enquiriesOf(mobile)],
    [1, ANDHERI, 1],
  );
  const dropped = await intake.meera.call(leadIntakeContract.ignore, {
    ids: [(await lead(badNumber.leadId)).id, ...ids],
    reason: 'Not a parent',
  });
  assert.deepEqual([dropped.ignored, dropped.skipped], [1, 1]);
});

test('the centre sees its own leads through the window and no other; routing is head office’s', async () => {
  const atBaner = intake.app.as('Meera', { centre: BANER, steppedUp: true });
  const rows = (await atBaner.call(leadIntakeContract.list, { limit: 200 })).rows;
  assert.ok(rows.length > 10);
  assert.ok(rows.every((row) => row.centreLabel?.startsWith('(003)')));
  const [quarantined] = await sql<{ id: string }>(
    `select id from lead_intake where state = 'QUARANTINED' limit 1`,
  );
  assert.ok(quarantined);
  await atBaner.refused(leadIntakeContract.replay, { ids: [quarantined.id] }, 'intake.head-office');
  await atBaner.refused(leadChannelContract.create, { provider: 'GOOGLE', name: 'x' }, 'intake.head-office');
  for (const name of ['Esha', 'Rekha', 'Bina'] as const)
    await intake.app.as(name).refused(leadIntakeContract.list, {}, 'module.missing');
});

test('half an hour without a human: the lead is an enquiry of Corporate Business Branch', async () => {
  const { simulator } = await intake.google('Nobody', { formId: '999' });
  const mobile = nextPhone();
  const one = simulator.lead(answersOf(mobile));
  await simulator.send([one]);
  await intake.consume();
  const now = new Date();
  await intake.run(releaseQuarantineJob, new Date(now.getTime() + 29 * 60_000));
  assert.equal((await lead(one.leadId)).state, 'QUARANTINED');
  await intake.run(releaseQuarantineJob, new Date(now.getTime() + 31 * 60_000));
  const { state, centre } = await lead(one.leadId);
  assert.deepEqual([state, centre, await enquiriesOf(mobile)], ['DONE', 1, 1]);
});

test('a worker that dies at any point loses nothing and makes nothing twice', async () => {
  const { id, simulator } = await intake.google('Deaths', { franchiseeId: BANER });
  const mobiles = Array.from({ length: 12 }, nextPhone);
  await simulator.send(mobiles.map((mobile) => simulator.lead(answersOf(mobile))));
  const dice = new Dice(41);
  let minute = 0;
  let killed = 0;
  for (let death = 0; death < 5; death += 1) {
    const dying = openDatabase(intake.app.database.url, { max: 2 });
    let left = dice.between(30, 160);
    watchPool(dying.pool, (text) => {
      left -= 1;
      if (left === 0) killed += 1;
      if (left <= 0) throw new Error('killed');
      return text;
    });
    minute += 2;
    const at = new Date(Date.now() + minute * 60_000);
    await drainInbox({
      database: dying,
      workers: leadInbox,
      ports: intake.app.ports,
      log: pino({ level: 'silent' }),
      now: () => at,
    }).catch(() => undefined);
    await dying.close().catch(() => undefined);
  }
  minute += 5;
  const later = new Date(Date.now() + minute * 60_000);
  await drainInbox({
    database: intake.app.pool,
    workers: leadInbox,
    ports: intake.app.ports,
    log: pino({ level: 'silent' }),
    now: () => later,
  });
  await intake.run(sweepIntakeJob, new Date(later.getTime() + 86_400_000));
  const enquiries = await count('enquiry where phone_norm = any ($1)', [mobiles]);
  const touches = await count(
    'enquiry_touch t join lead_intake i on i.id = t.intake_id where i.channel_id = $1',
    [id],
  );
  publishFigure({ promise: 'J1 leads', leads: 12, deaths: killed, enquiries, touches });
  assert.ok(killed >= 3, `only ${killed} workers died in the middle`);
  assert.deepEqual([enquiries, touches], [12, 12]);
  assert.equal(await count(`lead_intake where channel_id = $1 and state <> 'DONE'`, [id]), 0);
});

test('whatever is posted, the endpoints answer 4xx and nothing breaks', async () => {
  const { address, secret } = await intake.google('Hostile', { franchiseeId: BANER });
  const before_ = await count('enquiry');
  const key = `"google_key":"${secret}"`;
  const bodies: [string | Buffer, number][] = [
    ['', 400],
    ['[]', 400],
    ['null', 400],
    [`{${key}}`, 400],
    [`[{${key},"lead_id":"a","user_column_data":[]}]`, 400],
    [`{${key},"lead_id":1e400,"user_column_data":[]}`, 400],
    [`{${key},${key},"lead_id":"a","user_column_data":[]}`, 400],
    [`{"google\\u005fkey":"${secret}","lead_id":"a","user_column_data":[]}`, 400],
    [`{"lead_id":"a","user_column_data":[],"google_key":null}`, 400],
    ['['.repeat(100_000), 400],
    [Buffer.from([0xff, 0xfe, 0x00, 0x1f, 0x8b]), 400],
    [`{"lead_id":"${'x'.repeat(300_000)}"}`, 413],
  ];
  for (const [body, wanted] of bodies) {
    const answer = await fetch(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.status, wanted, String(body).slice(0, 60));
  }
  const stranger = await fetch(`${intake.origin}/webhooks/google-leads/${'k'.repeat(22)}`, {
    method: 'POST',
    body: '{}',
  });
  const zipped = await fetch(address, {
    method: 'POST',
    body: Buffer.alloc(1000),
    headers: { 'content-encoding': 'gzip' },
  });
  assert.deepEqual([stranger.status, zipped.status], [400, 400]);
  await intake.consume();
  assert.equal(await count('enquiry'), before_);
});
