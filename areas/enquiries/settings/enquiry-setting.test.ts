// Settings that centre and network share, each shown by what it changes (areas/enquiries.md 4, /forms/settings/add).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { callContract } from '../calls/call.contract.ts';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { knownElsewhereContract } from '../known-elsewhere/known-elsewhere.contract.ts';
import { NOW, type PipelineApp, pipelineApp } from '../pipeline/pipeline-testing.ts';
import { publicEnquiryContract } from '../public-form/public-enquiry.contract.ts';
import { enquirySettingContract } from './enquiry-setting.contract.ts';

let kit: PipelineApp;
before(async () => {
  kit = await pipelineApp();
});
after(() => kit.app.close());

const form = (fid: number) => kit.app.stranger.call(publicEnquiryContract.form, { fid });
const submission = (more: Record<string, unknown> = {}) => ({
  fid: ANDHERI,
  submissionId: randomUUID(),
  guardianName: 'Meera Rao',
  mobile: kit.nextPhone(),
  childFirstName: 'Kiaan',
  birthMonth: '2023-08',
  pincode: '400053',
  message: 'We live next door',
  isAdultGuardian: true,
  filledInMs: 60_000,
  ...more,
});

test('the public form asks and says what the centre set; another centre keeps what head office set', async () => {
  const { app } = kit;
  const { publicForm, ages } = await app.as('Bina').call(enquirySettingContract.get, {});
  assert.deepEqual(
    [publicForm.hidden, publicForm.languages, ages],
    [[], ['en', 'hi'], { fromMonths: 6, toMonths: 96 }],
  );
  await app.as('Bina').call(enquirySettingContract.savePublicForm, {
    form: {
      ...publicForm,
      hidden: ['email', 'message'],
      languages: ['hi'],
      thanks: { en: null, hi: 'हम कल फ़ोन करेंगे।' },
      confirmNumber: true,
    },
    ages: { fromMonths: 24, toMonths: 72 },
  });
  const shown = await form(ANDHERI);
  assert.deepEqual(
    [shown.hidden, shown.languages, shown.language, shown.thanks.hi, shown.ages.toMonths],
    [['email', 'message'], ['hi'], 'hi', 'हम कल फ़ोन करेंगे।', 72],
  );
  assert.equal(shown.confirmNumber, true);
  const elsewhere = await form(BANER);
  assert.deepEqual([elsewhere.hidden, elsewhere.confirmNumber], [[], false]);
  const set = await app.as('Bina').call(enquirySettingContract.get, {});
  assert.deepEqual([set.own, set.network], [['public-form'], false]);
  // A page that was opened before still sends the message: it is not kept.
  const sent = submission();
  assert.equal((await app.stranger.raw(publicEnquiryContract.submit, sent)).status, 200);
  await drainInbox({
    database: app.pool,
    workers: inboxWorkers(app.areas),
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
  const touches = await app.sql('select note from enquiry_touch where intake_id = $1', [sent.submissionId]);
  assert.deepEqual(touches, [{ note: null }]);
  const young = await app.stranger.raw(publicEnquiryContract.submit, submission({ birthMonth: '2026-01' }));
  assert.deepEqual(
    [young.status, (young.body as { fields: Record<string, string> }).fields['birthMonth']],
    [422, 'The child must be between 2 years and 6 years.'],
  );
  const refused = await app
    .as('Esha')
    .refused(
      enquiryContract.capture,
      kit.family({ children: [{ firstName: 'Tiny', dob: '2026-01-05' }] }),
      'enquiry.age',
    );
  assert.equal(refused.message, 'The child must be between 2 years and 6 years.');
  await app.as('Bina').call(enquirySettingContract.follow, { part: 'public-form' });
  assert.deepEqual((await form(ANDHERI)).hidden, []);
  await kit.capture({ children: [{ firstName: 'Tiny', dob: '2026-01-05' }] });
});

test('head office sets for all; a counsellor and a zone manager set nothing', async () => {
  const { app } = kit;
  const { publicForm, privacy } = await app.as('Kavi').call(enquirySettingContract.get, {});
  await app.as('Kavi').call(enquirySettingContract.savePublicForm, {
    form: publicForm,
    ages: { fromMonths: 6, toMonths: 120 },
  });
  await kit.capture({ children: [{ firstName: 'Grown', dob: '2017-06-05' }] });
  assert.equal((await form(BANER)).ages.toMonths, 120);
  await app
    .as('Kavi')
    .refused(enquirySettingContract.savePrivacy, { ...privacy, keepMonths: 48 }, 'input.invalid');
  await app.as('Esha').refused(enquirySettingContract.savePrivacy, privacy, 'module.missing');
  await app
    .as('Kavi')
    .refused(
      enquirySettingContract.savePublicForm,
      { form: publicForm, ages: { fromMonths: 60, toMonths: 60 } },
      'input.invalid',
    );
});

test('story 21: a family that another centre knows is hinted at by one word, counted, kept, and never by more', async () => {
  const { app, capture } = kit;
  const mobile = kit.nextPhone();
  const secret = { guardianName: 'Kanarix Parent', mobile, note: 'kanarix', campaign: 'kanarix' };
  const there = await capture(
    { ...secret, children: [{ firstName: 'Kanarix', dob: '2023-03-05' }] },
    'Rekha',
  );
  const here = await capture({ mobile, children: [{ firstName: 'Ira', dob: '2023-03-05' }] });
  const alone = await capture();
  const look = (id: string, who: 'Esha' | 'Bina' = 'Esha') =>
    app.as(who).raw(knownElsewhereContract.look, { id });
  const known = await look(here.id);
  assert.deepEqual([known.status, known.body], [200, { known: true }]);
  assert.deepEqual((await look(alone.id)).body, { known: false });
  assert.equal((await look(there.id)).status, 404, 'only of an own enquiry');
  const stranger = await app.stranger.raw(knownElsewhereContract.look, { id: here.id });
  assert.ok(
    stranger.status === 401 &&
      (await app.as('Gita').raw(knownElsewhereContract.look, { id: here.id })).status === 403,
  );
  // The answer to asking is the same for both, and says nothing of the other centre.
  for (const one of [here, alone]) {
    const asked = await app.as('Esha').raw(knownElsewhereContract.ask, { id: one.id });
    assert.deepEqual([asked.status, asked.body], [200, { asked: true }]);
    const shown = JSON.stringify([asked.headers, await kit.get(one.enquiryCode), await kit.list()]);
    assert.doesNotMatch(shown, new RegExp(`kanarix|${there.enquiryCode}|${there.id}`, 'i'));
  }
  const told = await app.sql<{ who: string; title: string; body: string; link: string }>(
    `select u.first_name as who, n.title, n.body, n.link from notice n join app_user u on u.id = n.user_id where n.kind = 'enquiries.connect'`,
  );
  assert.deepEqual(
    [told.map((one) => one.who), told[0]?.link],
    [['Charu'], `/forms/edit/${there.enquiryCode}`],
  );
  assert.match(told[0]?.body ?? '', /Esha Patil/);
  const kept = await app.sql(
    `select 1 from access_log where purpose = 'network hint' and action = 'READ' and subject_id = $1 and user_id is not null`,
    [here.id],
  );
  assert.equal(kept.length, 2, 'the look and the question');
});

test('the hint is silent where it is switched off, where the family asked not to be called, and after fifty an hour', async () => {
  const { app, capture } = kit;
  const mobile = kit.nextPhone();
  const there = await capture({ mobile, children: [{ firstName: 'Nia', dob: '2023-03-05' }] }, 'Rekha');
  const here = await capture({ mobile, children: [{ firstName: 'Nia', dob: '2023-03-05' }] });
  const look = async (who: 'Bina' | 'Omkar' = 'Bina') =>
    (await app.as(who).raw(knownElsewhereContract.look, { id: here.id })).body;
  assert.deepEqual(await look(), { known: true });
  await app.as('Bina').call(enquirySettingContract.savePrivacy, { keepMonths: 24, networkHint: false });
  assert.deepEqual(await look(), { known: false });
  await app.as('Bina').call(enquirySettingContract.follow, { part: 'privacy' });
  await app.sql(
    'update enquiry_household set do_not_call = true where id = (select household_id from enquiry where id = $1)',
    [there.id],
  );
  assert.deepEqual(await look(), { known: false });
  for (let n = 0; n < 50; n += 1) await look('Omkar');
  await app.as('Omkar').refused(knownElsewhereContract.look, { id: here.id }, 'rate.limited');
  const denied = await app.sql(`select 1 from access_log where purpose = 'network hint' and action = 'DENY'`);
  assert.equal(denied.length, 1);
});

test('programmes are those of the centre: forms offer them, and no other one is taken', async () => {
  const { app, capture, get } = kit;
  const { programmes } = await app.as('Bina').call(enquirySettingContract.get, {});
  const child = (programme: string) => ({ children: [{ firstName: 'Ravi', dob: '2023-03-05', programme }] });
  const before = await capture(child('Day care'));
  await app.as('Bina').call(enquirySettingContract.saveProgrammes, {
    names: ['Summer camp', ...programmes.names.filter((one) => one !== 'Day care')],
  });
  const offered = (await app.as('Esha').call(enquiryContract.choices, {})).programmes;
  assert.deepEqual([offered[0], offered.includes('Day care')], ['Summer camp', false]);
  const camp = await capture(child('Summer camp'));
  assert.deepEqual(
    (await kit.list({ programme: ['Summer camp'] })).map((row) => row.id),
    [camp.id],
  );
  const refused = await app
    .as('Esha')
    .refused(enquiryContract.capture, kit.family(child('Day care')), 'input.invalid');
  assert.deepEqual(refused.fields, { 'children.0.programme': 'Choose an entry of the list' });
  // What an enquiry has, it keeps.
  const { id, version } = await get(before.enquiryCode);
  await app
    .as('Esha')
    .call(
      enquiryContract.update,
      { id, changes: { programme: 'Day care', childLastName: 'Rao' } },
      { version },
    );
  await app.as('Rekha').refused(enquiryContract.capture, kit.family(child('Summer camp')), 'input.invalid');
  await app
    .as('Bina')
    .refused(enquirySettingContract.saveProgrammes, { names: ['BSK', 'bsk'] }, 'input.invalid');
});

test('tries follow the days a centre set; another centre keeps those of head office; a list that does not rise is refused', async () => {
  const { app } = kit;
  const bina = app.as('Bina');
  const { cadence } = await bina.call(enquirySettingContract.get, {});
  assert.deepEqual(cadence, { cold: [1, 3, 5, 8, 13], hot: [1, 2, 3, 4, 5, 8, 13], laterEvery: 30 });
  const wrong = await bina.raw(enquirySettingContract.saveCadence, { ...cadence, cold: [4, 2] });
  assert.equal(wrong.status, 422);
  assert.match(JSON.stringify(wrong.body), /Each day later than the one before/);
  await bina.call(enquirySettingContract.saveCadence, { ...cadence, cold: [4, 9] });
  const nextOf = async (who: 'Esha' | 'Rekha') => {
    const one = await kit.capture({ children: [{ firstName: 'Tara', dob: '2023-03-05' }] }, who);
    const { id, version, capturedAt } = await kit.get(one.enquiryCode, who);
    const out = await app
      .as(who)
      .call(followUpContract.log, { enquiryId: id, outcome: 'NO_ANSWER' }, { version });
    return daysBetween(todayIst(capturedAt), out.nextFollowUpOn ?? '');
  };
  const weekday = todayIst(NOW);
  assert.deepEqual(
    [await nextOf('Esha'), await nextOf('Rekha')],
    [
      daysBetween(weekday, nextWorkingDay(addDays(weekday, 3))),
      daysBetween(weekday, nextWorkingDay(weekday)),
    ],
  );
  await bina.call(enquirySettingContract.follow, { part: 'cadence' });
  assert.deepEqual((await bina.call(enquirySettingContract.get, {})).cadence, cadence);
});

test('limits: tries, next dates and hours are those of the centre, another keeps head office’s; nonsense is refused', async () => {
  const { app } = kit;
  const bina = app.as('Bina');
  const { limits } = await bina.call(enquirySettingContract.get, {});
  assert.deepEqual(limits, {
    closeAfter: 7,
    daysAhead: 90,
    daysAheadNextYear: 400,
    callFrom: 9,
    callUntil: 21,
  });
  for (const [wrong, says] of [
    [{ callFrom: 8 }, 'Calls before 09:00 AM are not allowed'],
    [{ callUntil: 22 }, 'Calls after 09:00 PM are not allowed'],
    [{ daysAhead: 0 }, 'At least 7 days'],
    [{ daysAheadNextYear: 90 }, 'At least 180 days'],
    [{ closeAfter: 1 }, 'At least 3'],
  ] as const) {
    const answer = await bina.raw(enquirySettingContract.saveLimits, { ...limits, ...wrong });
    assert.equal(answer.status, 422);
    assert.match(JSON.stringify(answer.body), new RegExp(says));
  }
  await bina.call(enquirySettingContract.saveLimits, {
    closeAfter: 3,
    daysAhead: 10,
    daysAheadNextYear: 200,
    callFrom: 12,
    callUntil: 15,
  });
  const logged = async (who: 'Esha' | 'Rekha', days: number) => {
    const one = await kit.capture({ children: [{ firstName: 'Lila', dob: '2023-03-05' }] }, who);
    const { id, version } = await kit.get(one.enquiryCode, who);
    const line = { enquiryId: id, outcome: 'DETAILS_SHARED', nextOn: addDays(todayIst(NOW), days) } as const;
    return app.as(who).raw(followUpContract.log, line, { version });
  };
  assert.deepEqual([(await logged('Esha', 11)).status, (await logged('Esha', 10)).status], [422, 200]);
  assert.equal((await logged('Rekha', 11)).status, 200, 'another centre');
  const one = await kit.capture({ children: [{ firstName: 'Mira', dob: '2023-03-05' }] });
  const tries: boolean[] = [];
  for (const at of ['09:30', '12:30', '16:30']) {
    app.moveClock(new Date(`${addDays(todayIst(NOW), 2)}T${at}:00+05:30`));
    const { id, version } = await kit.get(one.enquiryCode);
    if (at !== '12:30') {
      const early = await app.as('Esha').raw(callContract.start, { enquiryId: id });
      assert.match(JSON.stringify(early.body), /Calls are allowed 12:00 PM to 03:00 PM\./);
    }
    const out = await app
      .as('Esha')
      .call(followUpContract.log, { enquiryId: id, outcome: 'NO_ANSWER' }, { version });
    tries.push(out.closeProposed);
  }
  app.moveClock(NOW);
  assert.deepEqual(tries, [false, false, true]);
  await bina.call(enquirySettingContract.follow, { part: 'limits' });
  assert.deepEqual((await bina.call(enquirySettingContract.get, {})).limits, limits);
});
