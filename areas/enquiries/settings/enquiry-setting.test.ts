// Settings that centre and network share, each shown by what it changes (areas/enquiries.md 4, /forms/settings/add).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { inboxWorkers } from '@aangan/server/area-registry.ts';
import { drainInbox } from '@aangan/server/inbox-worker.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { type PipelineApp, pipelineApp } from '../pipeline/pipeline-testing.ts';
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
    },
    ages: { fromMonths: 24, toMonths: 72 },
  });
  const shown = await form(ANDHERI);
  assert.deepEqual(
    [shown.hidden, shown.languages, shown.language, shown.thanks.hi, shown.ages.toMonths],
    [['email', 'message'], ['hi'], 'hi', 'हम कल फ़ोन करेंगे।', 72],
  );
  assert.deepEqual((await form(BANER)).hidden, []);
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
  await app
    .as('Kavi')
    .call(enquirySettingContract.savePublicForm, {
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
