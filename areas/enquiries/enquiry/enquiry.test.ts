// Enquiries through HTTP on a real database: both public forms, the pipeline, follow-ups, counts, and what others may not see.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { aad, open } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { academicsServer } from '../../academics/area.server.ts';
import { expandMessage } from '../../communication/message/expand-message.server.ts';
import { queueMessage, recordConsent } from '../../communication/public.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { enquiryWorkContract } from '../follow-up/enquiry-work.contract.ts';
import { moveEnquiryStage } from '../public.server.ts';
import { applyConfirmation, NUMBER_CONFIRMED } from '../public-form/confirm-number.server.ts';
import { publicEnquiryContract } from '../public-form/public-enquiry.contract.ts';
import { consumeSubmission, PUBLIC_FORM } from '../public-form/public-enquiry.server.ts';
import { fromNewNetwork } from '../public-form/visitor-testing.ts';
import { enquirySettingContract } from '../settings/enquiry-setting.contract.ts';
import { type EnquiryRow, enquiryContract } from './enquiry.contract.ts';
import { userActionsFrom } from './enquiry.states.ts';
import { followUpContract, outcomes } from './follow-up.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    app: { trustProxy: true },
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

// Saturday, 11:00 in India: the worked example of enquiries.md 3.2.
const NOW = new Date('2026-11-21T05:30:00Z');
const TODAY = todayIst(NOW);
let phone = 9_820_100_000;
const nextPhone = () => {
  phone += 1;
  return String(phone);
};

type CaptureInput = InputOf<typeof enquiryContract.capture>;
const family = (more: Partial<CaptureInput> = {}): CaptureInput => ({
  guardianName: 'Meera Iyer',
  mobile: nextPhone(),
  children: [{ firstName: 'Vivaan', dob: '2023-03-05', classId: 3 }],
  sourceId: sourceIds.walkIn,
  ...more,
});
const capture = async (more: Partial<CaptureInput> = {}) => {
  const saved = await app.as('Esha').call(enquiryContract.capture, family(more));
  const [first] = saved.enquiries;
  assert.ok(first);
  return first;
};
const get = (code: string) => app.as('Esha').call(enquiryContract.get, { enquiryCode: code });
const list = async (input: Record<string, unknown>): Promise<EnquiryRow[]> =>
  (await app.as('Esha').call(enquiryContract.list, { limit: 200, ...input })).rows;
const move = async (code: string, action: string, data: Record<string, unknown> = {}) => {
  const { id, version } = await get(code);
  return app.as('Esha').call(enquiryContract.moveStage, { id, action, ...data }, { version });
};
const log = async (code: string, input: Partial<InputOf<typeof followUpContract.log>>) => {
  const { id, version } = await get(code);
  return app
    .as('Esha')
    .call(followUpContract.log, { enquiryId: id, outcome: 'NO_ANSWER', ...input }, { version });
};
const consume = () =>
  drainInbox({
    database: app.pool,
    workers: { [PUBLIC_FORM]: consumeSubmission },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
const submission = (more: Record<string, unknown> = {}) => ({
  fid: ANDHERI,
  submissionId: randomUUID(),
  door: 'QR',
  guardianName: 'Gita Rao',
  mobile: nextPhone(),
  childFirstName: 'Kiaan',
  birthMonth: '2023-08',
  classId: 3,
  pincode: '400053',
  language: 'hi',
  isAdultGuardian: true,
  filledInMs: 40_000,
  ...more,
});
/** What a busy address is asked for is tested with the public form. */
const submit = (more: Record<string, unknown> = {}) =>
  app.stranger.raw(publicEnquiryContract.submit, submission(more), fromNewNetwork());
const reasonNamed = async (name: string) =>
  (await app.sql<{ id: string }>('select id from lost_reason where name = $1', [name]))[0]?.id;

test("the counsellor's form: a code, an owner, a first date; a visit at the desk is hot at once", async () => {
  app.moveClock(NOW);
  const saved = await capture({ walkIn: true, note: 'Asked about the morning batch' });
  assert.match(saved.enquiryCode, /^ENQ-002-2627-\d{5}$/);
  assert.deepEqual([saved.verdict, saved.ownerName, saved.nextFollowUpOn], ['NEW', 'Esha Patil', TODAY]);
  const row = await get(saved.enquiryCode);
  assert.deepEqual(
    [row.spancoStatus, row.stage, row.subStatus, row.temperature, row.bucket, row.className],
    ['Suspect', 'Yet_to_call', 'Fresh', 'HOT', 'hot-current', 'Nursery'],
  );
  assert.deepEqual(row.timeline.map((line) => line.kind).toSorted(), ['stage', 'touch']);
});

test('twins, spellings and two forms in the same moment', async () => {
  const mobile = nextPhone();
  const first = await capture({ mobile, guardianName: 'Tara Sen' });
  const twin = await capture({
    mobile: `0091 ${mobile}`,
    children: [{ firstName: 'Vihaan', dob: '2023-03-05' }],
  });
  const again = await capture({ mobile, children: [{ firstName: 'Vivan', dob: '2023-03-05' }] });
  assert.deepEqual([twin.verdict, again.verdict, again.enquiryCode], ['SIBLING', 'SAME', first.enquiryCode]);
  const row = await get(first.enquiryCode);
  assert.deepEqual(
    [row.family.length, row.timeline.filter((line) => line.kind === 'touch').length, row.possibleDuplicate],
    [1, 2, false],
  );
  const other = nextPhone();
  const both = await Promise.all(
    ['Aarav', 'Riya'].map((firstName) =>
      app.as('Esha').call(enquiryContract.capture, family({ mobile: other, children: [{ firstName }] })),
    ),
  );
  assert.equal(new Set(both.map((one) => one.householdId)).size, 1);
  const hint = await app.as('Esha').call(enquiryContract.familyAt, { mobile: `+91 ${other}` });
  assert.equal(hint.rows.length, 2);
});

test('a repeated save is one enquiry; the same id with another family is refused', async () => {
  const id = randomUUID();
  const entry = family({ children: [{ id, firstName: 'Anaya' }] });
  const one = await app.as('Esha').call(enquiryContract.capture, entry);
  const two = await app.as('Esha').call(enquiryContract.capture, entry);
  assert.deepEqual(
    [two.enquiries[0]?.enquiryCode, two.enquiries[0]?.verdict],
    [one.enquiries[0]?.enquiryCode, 'REPLAY'],
  );
  await app
    .as('Esha')
    .refused(enquiryContract.capture, { ...entry, mobile: nextPhone() }, 'enquiry.id-reused');
  await app.as('Esha').refused(enquiryContract.capture, family({ mobile: '5876543210' }), 'input.invalid');
  await app
    .as('Esha')
    .refused(
      enquiryContract.capture,
      family({ children: [{ firstName: 'Old', dob: '2012-01-01' }] }),
      'enquiry.age',
    );
});

/** Makes messages of what was queued. */
const expand = async () => {
  await app.sql(`update outbox set not_before = '2026-11-01' where kind = 'communication.expand'`);
  await drainOutbox({
    database: app.pool,
    workers: { 'communication.expand': expandMessage },
    ports: app.ports,
    log: pino({ level: 'silent' }),
    now: () => NOW,
  });
};

/** Headers, without what is new in every answer. */
const tellTale = (headers: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(date|x-request-id|server-timing|.*nonce.*)$/.test(name)),
  );

test('the public form: form facts, one answer for known, new and unwanted numbers, one enquiry after the worker', async () => {
  app.moveClock(NOW);
  const form = await app.stranger.call(publicEnquiryContract.form, { fid: ANDHERI });
  assert.deepEqual(
    [form.centreName, form.open, form.classes.some((one) => one.name === 'Nursery')],
    ['Andheri', true, true],
  );
  assert.equal((await app.stranger.raw(publicEnquiryContract.form, { fid: 4711 })).status, 404);
  const known = nextPhone();
  await capture({ mobile: known });
  const mobile = nextPhone();
  const submissionId = randomUUID();
  const answers = [
    await submit({ mobile, submissionId, consentSms: true }),
    await submit({ mobile, submissionId, consentSms: true }),
    await submit({ mobile: known }),
    await submit({ message: 'http://spam.example http://spam.example www.spam.example' }),
    await submit({ message: 'www.a.example www.b.example www.c.example' }),
  ];
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.match((answer.body as { reference: string }).reference, /^R-[2-9A-Z]{6}$/);
    assert.equal(JSON.stringify(answer.body).length, JSON.stringify(answers[0]?.body).length);
    assert.deepEqual(
      tellTale(answer.headers),
      tellTale(answers[0]?.headers ?? {}),
      'story 5: the same headers',
    );
  }
  // Whoever reads or writes one of these waits now: the request does neither, so not even its time tells a known number.
  await withClient(app.database.adminUrl, async (client) => {
    await client.query(
      'begin; lock table enquiry, enquiry_touch, enquiry_household, household_contact in access exclusive mode',
    );
    assert.equal((await submit({ mobile: known })).status, 200, 'story 5');
    await client.query('rollback');
  });
  await consume();
  const found = await list({ q: mobile });
  assert.equal(found.length, 1);
  assert.deepEqual(
    [found[0]?.childName, found[0]?.sourceName, found[0]?.ownerId, found[0]?.academicYearId],
    ['Kiaan', 'QR code', null, 2026],
  );
  const states = await app.sql<{ state: string; n: number }>(
    `select state, count(*)::int as n from inbox where provider = $1 group by 1 order by 1`,
    [PUBLIC_FORM],
  );
  assert.deepEqual(states, [
    { state: 'DONE', n: 3 },
    { state: 'IGNORED', n: 2 },
  ]);
  const row = await get(found[0]?.enquiryCode ?? '');
  assert.equal(row.slaDueAt, '2026-11-21T05:45:00.000Z');
  const touches = await app.sql('select from enquiry_touch where enquiry_id = $1', [row.id]);
  assert.equal(touches.length, 1, 'story 6: sent again is not asked again');
  const consents = await app.sql<{ purpose: string }>(
    'select purpose from consent_now where subject_id = $1 and allowed order by 1',
    [row.householdId],
  );
  assert.deepEqual(
    consents.map((one) => one.purpose),
    ['ADULT_DECLARATION', 'MESSAGES_SMS'],
  );
  assert.equal((await app.sql('select from outbox where source_id = $1', [row.id])).length, 1);
  const wrong = await submit({ mobile: '123', isAdultGuardian: false });
  assert.deepEqual(Object.keys((wrong.body as { fields: object }).fields).toSorted(), [
    'isAdultGuardian',
    'mobile',
  ]);
});

test('a family that chose WhatsApp is answered there: the panel, the acknowledgement and the ledger say the same', async () => {
  const mobile = nextPhone();
  await submit({ mobile, consentWhatsapp: true });
  await consume();
  const [found] = await list({ q: mobile });
  assert.ok(found);
  const shown = await app.as('Esha').call(enquiryWorkContract.messages, { enquiryId: found.id });
  assert.deepEqual(
    shown.ways.map((way) => [way.channel, way.closed]),
    [
      ['WHATSAPP', null],
      ['SMS', 'NO_CONSENT'],
    ],
  );
  assert.ok(shown.templates.every((one) => one.channel === 'WHATSAPP'));
  await expand();
  const sent = () =>
    app.sql<{ channel: string; status: string; kind: string }>(
      `select channel, status, kind from message where enquiry_id = $1 order by queued_at, kind`,
      [found.id],
    );
  assert.deepEqual(await sent(), [{ channel: 'WHATSAPP', status: 'QUEUED', kind: 'enquiries.ack' }]);
  const input = { enquiryId: found.id, template: 'enquiries.invite', channel: 'WHATSAPP' } as const;
  assert.deepEqual(await app.as('Esha').call(enquiryWorkContract.sendMessage, input), { queued: true });
  await app
    .as('Esha')
    .refused(enquiryWorkContract.sendMessage, { ...input, channel: 'SMS' }, 'follow-up.no-consent');
  const { version } = await get(found.enquiryCode);
  await app
    .as('Esha')
    .call(
      followUpContract.log,
      { enquiryId: found.id, outcome: 'APPOINTMENT', nextAt: '2026-11-24T15:00:00+05:30' },
      { version },
    );
  await expand();
  assert.deepEqual(
    (await sent()).map((one) => [one.channel, one.kind]).toSorted(),
    [
      ['WHATSAPP', 'enquiries.ack'],
      ['WHATSAPP', 'enquiries.invite'],
      ['WHATSAPP', 'enquiries.visit'],
    ],
    'the fixed visit is confirmed the way the family chose',
  );
});

test('story 24: without a yes to WhatsApp nothing goes there; after STOP nothing goes at all', async () => {
  const mobile = nextPhone();
  await submit({ mobile, consentSms: true });
  await consume();
  const [found] = await list({ q: mobile });
  assert.ok(found);
  const { householdId } = await get(found.enquiryCode);
  const messages = () =>
    app.sql<{ channel: string; status: string; kind: string }>(
      `select m.channel, m.status, m.kind from message m where m.source_id = $1 order by m.queued_at`,
      [found.id],
    );
  await expand();
  assert.deepEqual(
    (await messages()).filter((one) => one.status !== 'SUPPRESSED').map((one) => one.channel),
    ['SMS'],
    'the acknowledgement goes the way that was allowed',
  );
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, async (db) => {
    await recordConsent(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'HOUSEHOLD',
      subjectId: householdId,
      method: 'PUBLIC_FORM',
      answers: (['MESSAGES_WHATSAPP', 'MESSAGES_SMS', 'MESSAGES_EMAIL'] as const).map((purpose) => ({
        purpose,
        answer: 'WITHDRAWN',
      })),
    });
    await queueMessage(db, {
      kind: 'enquiries.thanks',
      franchiseeId: ANDHERI,
      about: { enquiryId: found.id },
      values: { centre: 'Andheri', child: 'Kiaan', phone: '022' },
      dedupeKey: 'after-stop',
      source: { kind: 'enquiry', id: found.id },
    });
  });
  await expand();
  const after = (await messages()).filter((one) => one.kind === 'enquiries.thanks');
  assert.ok(
    after.every((one) => one.status === 'SUPPRESSED'),
    JSON.stringify(after),
  );
});

/** Switches the code after sending on for Andheri; gives the way back. */
async function withNumberCodes(): Promise<() => Promise<unknown>> {
  const bina = app.as('Bina');
  const { publicForm, ages } = await bina.call(enquirySettingContract.get, {});
  await bina.call(enquirySettingContract.savePublicForm, {
    form: { ...publicForm, confirmNumber: true },
    ages,
  });
  return () => bina.call(enquirySettingContract.follow, { part: 'public-form' });
}

interface Sealed {
  values: { code: string };
  address: { mobile: string };
}
/** What went out for a submission, oldest first. */
async function codesOf(submissionId: string): Promise<{ code: string; mobile: string }[]> {
  const rows = await app.sql<{ payload: { sealed: string }; dedupe_key: string }>(
    `select payload, dedupe_key from outbox where kind = 'communication.expand' and source_kind = 'enquiry-form' and source_id = $1 order by dedupe_key`,
    [submissionId],
  );
  return rows.map((row) => {
    const place = aad('outbox', 'message', ANDHERI, row.dedupe_key);
    const { values, address } = JSON.parse(open(Buffer.from(row.payload.sealed, 'base64'), place)) as Sealed;
    return { code: values.code, mobile: address.mobile };
  });
}
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const tryCode = (submissionId: string, code: string) =>
  app.stranger.call(publicEnquiryContract.verify, { fid: ANDHERI, submissionId, code });
const codeAgain = (submissionId: string) =>
  app.stranger.call(publicEnquiryContract.sendCode, { fid: ANDHERI, submissionId });

test('a code after sending: the same for every number; typed before the form is consumed, it confirms the number', async () => {
  app.moveClock(NOW);
  const off = await submit({});
  assert.equal((off.body as { confirm: unknown }).confirm, null);
  const back = await withNumberCodes();
  const known = nextPhone();
  const knownCode = (await capture({ mobile: known })).enquiryCode;
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
  const mobile = nextPhone();
  const answers = await withClient(app.database.adminUrl, async (client) => {
    // Neither sending nor typing looks at the families: not even the time could tell.
    await client.query(
      'begin; lock table enquiry, enquiry_touch, enquiry_household, household_contact in access exclusive mode',
    );
    const sent = [
      await submit({ submissionId: one, mobile }),
      await submit({ submissionId: two, mobile: known }),
      await submit({ submissionId: three, message: 'www.a.example www.b.example www.c.example' }),
    ];
    assert.equal((await tryCode(two, wrongFor((await codesOf(two))[0]?.code ?? ''))).state, 'WRONG');
    assert.deepEqual(await codeAgain(two), { state: 'EARLY', waitS: 30 });
    await client.query('rollback');
    return sent;
  });
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.equal(JSON.stringify(answer.body).length, JSON.stringify(answers[0]?.body).length);
    assert.deepEqual(tellTale(answer.headers), tellTale(answers[0]?.headers ?? {}));
  }
  const [toNew] = answers;
  assert.deepEqual((toNew?.body as { confirm: unknown } | undefined)?.confirm, {
    ending: mobile.slice(-2),
  });
  const [sent] = await codesOf(one);
  assert.equal(sent?.mobile, `+91${mobile}`);
  assert.deepEqual(await codesOf(three), [], 'what a program sends rings nobody');
  await submit({ submissionId: one, mobile });
  assert.equal((await codesOf(one)).length, 1, 'the same form again is no second message');

  const confirm = async (now: Date) => {
    await app.sql(`update outbox set not_before = '2026-11-01' where kind = $1`, [NUMBER_CONFIRMED]);
    await drainOutbox({
      database: app.pool,
      workers: { [NUMBER_CONFIRMED]: applyConfirmation },
      ports: app.ports,
      log: pino({ level: 'silent' }),
      now: () => now,
    });
  };
  const right = sent?.code ?? '';
  assert.deepEqual(await tryCode(one, right), { state: 'CONFIRMED', left: 0 });
  assert.equal((await tryCode(one, right)).state, 'CONFIRMED', 'a second press');
  assert.equal((await tryCode(one, wrongFor(right))).state, 'ENDED');
  await confirm(NOW);
  await consume();
  const [before] = await list({ q: mobile });
  assert.equal(before?.mobileConfirmed, false);
  await confirm(new Date(NOW.getTime() + 10_000));
  const [found] = await list({ q: mobile });
  assert.equal(found?.mobileConfirmed, true);
  const { timeline } = await get(found?.enquiryCode ?? '');
  assert.deepEqual(
    timeline.filter((line) => line.kind === 'contact').map((line) => [line.what, line.at]),
    [['Number confirmed', NOW.toISOString()]],
  );
  assert.equal((await get(knownCode)).mobileConfirmed, false, 'a wrong code confirms nothing');
  await back();
});

test('codes of the public form: five tries, three sends half a minute apart, ten minutes, five a day to one number', async () => {
  app.moveClock(NOW);
  const back = await withNumberCodes();
  const later = (seconds: number) => app.moveClock(new Date(NOW.getTime() + seconds * 1000));
  const id = randomUUID();
  const mobile = nextPhone();
  await submit({ submissionId: id, mobile });
  const first = (await codesOf(id))[0]?.code ?? '';
  const guesses = [];
  for (let i = 0; i < 5; i += 1) guesses.push((await tryCode(id, wrongFor(first))).state);
  assert.deepEqual(guesses, ['WRONG', 'WRONG', 'WRONG', 'WRONG', 'ENDED']);
  assert.equal((await tryCode(id, first)).state, 'ENDED', 'after five tries the right one is dead too');
  later(29);
  assert.deepEqual(await codeAgain(id), { state: 'EARLY', waitS: 1 });
  later(31);
  assert.equal((await codeAgain(id)).state, 'SENT');
  const second = (await codesOf(id))[1]?.code ?? '';
  later(31 + 601);
  assert.equal((await tryCode(id, second)).state, 'ENDED', 'ten minutes');
  assert.equal((await codeAgain(id)).state, 'SENT');
  later(31 + 601 + 31);
  assert.equal((await codeAgain(id)).state, 'ENDED', 'three sends');
  const stored = await app.sql<{ bytes: number }>(
    'select octet_length(code_hash) as bytes from code_challenge where subject_id = $1',
    [id],
  );
  assert.deepEqual(stored, [{ bytes: 32 }]);
  const third = (await codesOf(id))[2]?.code ?? '';
  assert.equal((await tryCode(id, third)).state, 'CONFIRMED');
  // The same number by other forms: the sixth of a day goes out to nobody, and nobody can tell.
  const more = [];
  for (let i = 0; i < 3; i += 1) more.push(randomUUID());
  const answers = [];
  for (const submissionId of more) answers.push(await submit({ submissionId, mobile }));
  const counts = [];
  for (const submissionId of more) counts.push((await codesOf(submissionId)).length);
  assert.deepEqual(counts, [1, 1, 0]);
  assert.deepEqual(
    answers.map((answer) => (answer.body as { confirm: unknown }).confirm),
    more.map(() => ({ ending: mobile.slice(-2) })),
  );
  assert.deepEqual(await tryCode(randomUUID(), '123456'), { state: 'ENDED', left: 0 });
  app.moveClock(NOW);
  await back();
});

test('the pipeline: steps ask for what they need, forbidden and system stages are refused, versions guard', async () => {
  app.moveClock(NOW);
  const { enquiryCode } = await capture();
  const { id, version } = await get(enquiryCode);
  const esha = app.as('Esha');
  const needs = await esha.refused(
    enquiryContract.moveStage,
    { id, action: 'counsel-offline', note: 'too short' },
    'enquiry.step-needs',
    { version },
  );
  assert.deepEqual(Object.keys(needs.fields ?? {}).toSorted(), [
    'contact',
    'note',
    'programme',
    'withoutAppointment',
  ]);
  await esha.refused(enquiryContract.moveStage, { id, action: 'admission-confirm' }, 'enquiry.system-stage', {
    version,
  });
  await esha.refused(enquiryContract.moveStage, { id, action: 'revive' }, 'enquiry.step-not-allowed', {
    version,
  });
  const fixed = await esha.call(
    enquiryContract.moveStage,
    { id, action: 'fix-appointment', appointmentAt: '2026-11-24T11:00:00+05:30' },
    { version },
  );
  assert.deepEqual(
    [fixed.spancoStatus, fixed.stage, fixed.nextFollowUpOn, fixed.bskLevelTwo],
    ['Prospect', 'Appointment Fixed', '2026-11-24', true],
  );
  await esha.refused(enquiryContract.moveStage, { id, action: 'converse' }, 'row.stale', { version });
  await move(enquiryCode, 'counsel-offline', { note: 'Liked the play area very much', programme: 'Regular' });
  await move(enquiryCode, 'step-back', { reason: 'Counselled the wrong family' });
  await move(enquiryCode, 'counsel-online', { note: 'Talked about the fees', programme: 'Regular' });
  const reason = await reasonNamed('Competitor');
  await esha.refused(
    enquiryContract.moveStage,
    { id, action: 'close', lostReasonId: reason },
    'enquiry.step-needs',
    { version: (await get(enquiryCode)).version },
  );
  await move(enquiryCode, 'close', { lostReasonId: reason, competitor: 'Little Stars' });
  const lost = await get(enquiryCode);
  assert.deepEqual(
    [lost.spancoStatus, lost.bucket, lost.lostReason, lost.reviveOn, lost.actions],
    ['Lost', 'closed', 'Competitor', addDays(TODAY, 300), ['revive']],
  );
  await move(enquiryCode, 'revive');
  assert.deepEqual([(await get(enquiryCode)).cycle, (await get(enquiryCode)).stage], [2, 'In Conversation']);
  const steps = await app.sql<{ action: string; seconds: number }>(
    'select action, seconds_in_stage::int as seconds from enquiry_stage_log where enquiry_id = $1 order by seq',
    [id],
  );
  assert.deepEqual(
    steps.map((step) => step.action),
    ['capture', 'fix-appointment', 'counsel-offline', 'step-back', 'counsel-online', 'close', 'revive'],
  );
});

test('admissions move forward only, once for each document', async () => {
  const { id, enquiryCode } = await capture();
  const work = (
    stage: 'Application Fee Link Sent' | 'Admission Confirmed' | 'Temporarily Confirmed',
    sourceId: string,
  ) =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test.admissions' }, (db) =>
      moveEnquiryStage(db, { enquiryId: id, stage, sourceId, now: NOW }),
    );
  assert.deepEqual(await work('Admission Confirmed', 'ENR-1'), {
    stage: 'Admission Confirmed',
    spancoStatus: 'Order',
    moved: true,
  });
  assert.equal((await work('Admission Confirmed', 'ENR-1')).moved, false);
  assert.equal((await work('Application Fee Link Sent', 'APP-1')).moved, false);
  const row = await get(enquiryCode);
  assert.deepEqual(
    [row.spancoStatus, row.bucket, row.actions, row.timeline.filter((line) => line.kind === 'stage').length],
    ['Order', null, [], 2],
  );
});

test('follow-ups: failed attempts follow the cadence, talks need a next date, a re-enquiry starts a new cycle', async () => {
  const mobile = nextPhone();
  app.moveClock(new Date('2026-11-18T05:30:00Z'));
  const { enquiryCode } = await capture({ mobile });
  const dates: (string | null)[] = [];
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-21', '2026-11-23', '2026-11-26', '2026-12-01']) {
    app.moveClock(new Date(`${day}T06:30:00Z`));
    dates.push((await log(enquiryCode, { outcome: 'NO_ANSWER' })).nextFollowUpOn);
  }
  assert.deepEqual(dates, [
    '2026-11-19',
    '2026-11-21',
    '2026-11-23',
    '2026-11-26',
    '2026-12-01',
    '2026-12-31',
  ]);
  const tried = await get(enquiryCode);
  assert.deepEqual([tried.attempts, tried.subStatus, tried.stage], [6, 'RNR-3', 'Yet_to_call']);
  const esha = app.as('Esha');
  await esha.refused(
    followUpContract.log,
    { enquiryId: tried.id, outcome: 'INTERESTED' },
    'follow-up.next-needed',
    { version: tried.version },
  );
  await esha.refused(
    followUpContract.log,
    { enquiryId: tried.id, outcome: 'INTERESTED', nextOn: '2027-12-01' },
    'follow-up.date-range',
    { version: tried.version },
  );
  const talked = await log(enquiryCode, {
    outcome: 'INTERESTED',
    nextOn: '2026-12-04',
    note: 'Will come with grandmother',
  });
  assert.deepEqual([talked.stage, talked.subStatus, talked.attempts], ['In Conversation', 'Interested', 0]);
  assert.equal((await get(enquiryCode)).bucket, 'warm-next');
  await move(enquiryCode, 'drop-off', { lostReasonId: await reasonNamed('Fees') });
  await esha.refused(followUpContract.log, { enquiryId: tried.id, outcome: 'BUSY' }, 'follow-up.closed', {
    version: (await get(enquiryCode)).version,
  });
  const again = await capture({ mobile });
  assert.deepEqual([again.verdict, again.enquiryCode], ['SAME', enquiryCode]);
  const revived = await get(enquiryCode);
  assert.deepEqual(
    [revived.cycle, revived.stage, revived.spancoStatus, revived.bucket],
    [2, 'Yet_to_call', 'Suspect', 'cold-current'],
  );
  app.moveClock(NOW);
});

test('two counsellors at once: the second is told, nothing is overwritten', async () => {
  const { enquiryCode } = await capture();
  const { id, version } = await get(enquiryCode);
  const results = await Promise.all([
    app.as('Esha').raw(enquiryContract.update, { id, changes: { childLastName: 'Iyer' } }, { version }),
    app.as('Bina').raw(enquiryContract.update, { id, changes: { pincode: '400058' } }, { version }),
  ]);
  assert.deepEqual(results.map((one) => one.status).toSorted(), [200, 412]);
  const taken = await capture();
  const mobile = (await get(taken.enquiryCode)).mobile ?? '';
  await app
    .as('Esha')
    .refused(enquiryContract.update, { id, changes: { mobile } }, 'enquiry.contact-elsewhere', {
      version: (await get(enquiryCode)).version,
    });
});

test('the buckets sum to the open enquiries after random work, every tile opens its rows, the count API agrees', async () => {
  app.moveClock(NOW);
  const codes = (await list({ open: true })).map((row) => row.enquiryCode);
  for (let i = 0; i < 20; i += 1) codes.push((await capture()).enquiryCode);
  for (let i = 0; i < 60; i += 1) {
    const code = codes[Math.floor(Math.random() * codes.length)] ?? '';
    const row = await get(code);
    if (Math.random() < 0.5 && row.can['log']) {
      const outcome = outcomes[Math.floor(Math.random() * outcomes.length)] ?? 'BUSY';
      await app.as('Esha').raw(
        followUpContract.log,
        {
          enquiryId: row.id,
          outcome,
          note: 'Random talk with them',
          nextOn: addDays(TODAY, Math.floor(Math.random() * 5)),
          ...(outcome === 'APPOINTMENT' ? { nextAt: '2026-11-23T05:30:00Z' } : {}),
        },
        { version: row.version },
      );
    } else {
      const actions = userActionsFrom(row.stage);
      const action = actions[Math.floor(Math.random() * actions.length)] ?? 'converse';
      await app.as('Esha').raw(
        enquiryContract.moveStage,
        {
          id: row.id,
          action,
          note: 'A note that is long enough',
          reason: 'A reason long enough',
          programme: 'Regular',
          classId: 3,
          appointmentAt: '2026-11-25T05:30:00Z',
          lostReasonId: await reasonNamed('Fees'),
        },
        { version: row.version },
      );
    }
  }
  app.moveClock(new Date('2026-11-23T05:30:00Z'));
  const esha = app.as('Esha');
  const board = await esha.call(enquiryContract.dashboard, {});
  const open = board.buckets.filter((bucket) => bucket.key !== 'closed');
  assert.equal(
    open.reduce((sum, bucket) => sum + bucket.n, 0),
    board.open,
  );
  for (const bucket of board.buckets) {
    const rows = await list({ bucket: bucket.key });
    assert.equal(rows.length, bucket.n, bucket.key);
    assert.ok(rows.every((row) => row.bucket === bucket.key));
    assert.equal(
      (await esha.call(followUpContract.list, { bucket: bucket.key, limit: 200 })).total.n,
      bucket.n,
      `queue ${bucket.key}`,
    );
  }
  const tiles = [
    [board.total, {}],
    [board.yetToCall, { spancoStatus: 'Suspect', stage: 'Yet_to_call' }],
    [board.due, { bucket: 'due' }],
    [board.overdue, { bucket: 'overdue' }],
    [board.unallocated, { assignedTo: 'none', open: true }],
  ] as const;
  for (const [n, filters] of tiles)
    assert.equal(
      (await esha.call(enquiryContract.list, { limit: 200, ...filters })).total.n,
      n,
      JSON.stringify(filters),
    );
  const counts = await esha.raw(enquiryContract.enquiryCount, {
    franchiseeID: ANDHERI,
    academicYearID: 2026,
  });
  assert.deepEqual(counts.body, {
    totalLeadCount: board.total,
    yetToCallCount: board.yetToCall,
    followUpLeadCount: board.due,
    todaysFollowUpCount: board.due,
  });
  const queue = await esha.call(followUpContract.list, { limit: 200 });
  assert.ok(queue.rows.every((row) => (row.nextFollowUpOn ?? '') <= '2026-11-23' && row.can['log']));
  app.moveClock(NOW);
});

test('the count API: foreign centre 404, unknown year 422, another year is empty, no module 403', async () => {
  const esha = app.as('Esha');
  assert.equal(
    (await esha.raw(enquiryContract.enquiryCount, { franchiseeID: BANER, academicYearID: 2026 })).status,
    404,
  );
  assert.equal(
    (await esha.raw(enquiryContract.enquiryCount, { franchiseeID: ANDHERI, academicYearID: 1999 })).status,
    422,
  );
  assert.deepEqual(
    (await esha.raw(enquiryContract.enquiryCount, { franchiseeID: 0, academicYearID: 2025 })).body,
    { totalLeadCount: 0, yetToCallCount: 0, followUpLeadCount: 0, todaysFollowUpCount: 0 },
  );
  assert.equal((await app.as('Divya').raw(enquiryContract.enquiryCount, {})).status, 403);
});

test('pages hold together and searches find parts of names, codes and numbers', async () => {
  const mobile = nextPhone();
  const { enquiryCode } = await capture({
    mobile,
    guardianName: 'Zarina Qureshi',
    children: [{ firstName: 'Zoheb', lastName: 'Qureshi' }],
  });
  for (const q of ['ohe', 'QURESH', enquiryCode.toLowerCase(), mobile, `+91 ${mobile}`, mobile.slice(-8)])
    assert.deepEqual(
      (await list({ q })).map((row) => row.enquiryCode),
      [enquiryCode],
      q,
    );
  assert.equal((await list({ q: '%' })).length, 0);
  assert.deepEqual(
    (await list({ code: enquiryCode, searchBy: 'code' })).map((row) => row.enquiryCode),
    [enquiryCode],
  );
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page: { rows: EnquiryRow[]; next: string | null } = await app
      .as('Esha')
      .call(enquiryContract.list, { limit: 7, ...(next ? { after: next } : {}) });
    seen.push(...page.rows.map((row) => row.id));
    next = page.next;
  } while (next);
  const all = (await list({})).map((row) => row.id);
  assert.deepEqual(seen, all);
  assert.ok((await list({ q: 'Zarina' }))[0]?.mobileMasked?.includes('•'));
});

test('another centre sees nothing: 404 on get and every command, an empty list; the zone manager sees both', async () => {
  const { enquiryCode } = await capture();
  const { id, version } = await get(enquiryCode);
  const rekha = app.as('Rekha');
  await rekha.refused(enquiryContract.get, { enquiryCode }, 'enquiry.not-found');
  for (const [endpoint, input] of [
    [enquiryContract.update, { id, changes: { pincode: '400001' } }],
    [enquiryContract.moveStage, { id, action: 'converse' }],
    [followUpContract.log, { enquiryId: id, outcome: 'BUSY' }],
  ] as const)
    assert.equal((await rekha.raw(endpoint, input, { version })).status, 404);
  assert.equal((await rekha.call(enquiryContract.list, {})).total.n, 0);
  await rekha.call(enquiryContract.capture, family());
  const centres = new Set(
    (await app.as('Farid', { centre: null }).call(enquiryContract.list, { limit: 200 })).rows.map(
      (row) => row.franchiseeId,
    ),
  );
  assert.deepEqual([...centres].toSorted(), [ANDHERI, BANER]);
  assert.ok((await app.as('Asha', { centre: null }).call(enquiryContract.list, { q: 'vivaan' })).total.n > 0);
  assert.equal(people.Rekha.at, BANER);
});
