// A suspension through every area that asks for it: what it names stops after a day of notice, the rest goes on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { askingFamily } from '../../admissions/admissions-testing.ts';
import { registrationContract } from '../../admissions/registration/registration.contract.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { homeContract } from '../../students/home/home.contract.ts';
import { days, lettersOf, runJob, versionIn } from '../network-testing.ts';
import { userContract } from '../user/user.contract.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { suspensionEnd } from './franchisee-closing.server.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';

let app: TestApp;
let account = '';
before(async () => {
  app = await testApp();
  useAreas(app.areas);
  const [row] = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'Aarav', $2, $3) returning id`,
    [ANDHERI, children.Aarav.studentId, children.Aarav.admissionId],
  );
  account = row?.id ?? '';
  await app.sql(
    `insert into fee_line (franchisee_id, fee_account_id, kind, state, fee_type_id, component_kind, academic_year_id, label, due_on, gross, royalty_base)
     select $1, $2, 'NOTE', 'OPEN', id, 'TUITION', 2026, 'Instalment 1: Tuition', $3, 1500000, 'NONE' from fee_type where franchisee_id = 1 and code = 'TUITION'`,
    [ANDHERI, account, days(3)],
  );
});
after(() => app.close());

const versionOf = (id: number) => versionIn(app, 'franchisee', id);
const dotted = (day: string) => day.split('-').reverse().join('-');
/** As if the day of notice were over. */
const noticeIsOver = (id: number) =>
  app.sql(
    `update franchisee set suspend = suspend || jsonb_build_object('from', now() - interval '1 second') where id = $1`,
    [id],
  );

let invited = 0;
const newColleague = () => {
  invited += 1;
  return {
    firstName: 'New',
    lastName: 'Colleague',
    email: `new${invited}@aangan.test`,
    franchiseeId: ANDHERI,
    roles: [{ roleId: 9, scope: 'CENTRE' as const, franchiseeId: ANDHERI }],
  };
};

test('network story 6 (through the areas that ask): what a suspension names is refused with the date, fees are taken, a parent notices nothing', async () => {
  const kavi = app.as('Kavi', { steppedUp: true });
  const bina = app.as('Bina', { steppedUp: true });
  const gita = app.as('Gita');
  const enquiryCode = await askingFamily(app, { name: 'Asmi', born: '2023-03-10' });
  const before = await gita.call(homeContract.child, {});
  await kavi.call(
    franchiseeLife.suspend,
    {
      franchiseeId: ANDHERI,
      kind: 'DUES',
      reason: 'Royalty of three months',
      until: days(10),
      blocks: ['NEW_ADMISSION', 'KIT_ORDER', 'NEW_USER', 'PAYOUT'],
    },
    { version: await versionOf(ANDHERI) },
  );
  const [letter] = await lettersOf(app, 'network.centre-suspended');
  assert.ok(letter?.readers.includes(people.Bina.id), 'the owner is notified at once');
  await bina.call(userContract.invite, newColleague());
  await noticeIsOver(ANDHERI);
  const user = await bina.refused(userContract.invite, newColleague(), 'franchisee.suspended');
  assert.equal(user.message, `This centre is suspended: new user is not possible until ${dotted(days(10))}.`);
  const admission = await app
    .as('Esha')
    .refused(
      registrationContract.open,
      { enquiryCode, classId: 3, daySession: 'MORNING' },
      'franchisee.suspended',
    );
  assert.match(admission.message, new RegExp(`new admission is not possible until ${dotted(days(10))}`));
  await bina.call(paymentContract.recordOffline, {
    feeAccountId: account,
    mode: 'CASH',
    amount: 500_000,
    payerName: 'Gita Iyer',
    receivedOn: days(0),
  });
  const after = await gita.call(homeContract.child, {});
  assert.deepEqual({ ...after, money: null }, { ...before, money: null }, 'the parent reads the same');
  assert.ok(after.child && after.money);
});

test('what a suspension would stop is told before: by ability, with its numbers, and what goes on', async () => {
  const kavi = app.as('Kavi');
  await app.sql(
    `insert into app_user (kind, first_name, last_name, email, email_norm, franchisee_id, state) values ('STAFF', 'Waits', 'Still', 'waits@aangan.test', 'waits@aangan.test', $1, 'INVITED')`,
    [BANER],
  );
  const ask = (kind: 'DUES' | 'LEGAL', franchiseeId: number) =>
    kavi.call(franchiseeLife.suspendPreview, { franchiseeId, kind, until: days(30) });
  const baner = await ask('DUES', BANER);
  const stops = (ability: string) => baner.stops.find((stop) => stop.ability === ability)?.meets;
  assert.match(stops('NEW_USER')?.[0] ?? '', /^1 invitation waits/);
  assert.deepEqual(stops('KIT_ORDER'), []);
  assert.deepEqual(baner.goesOn, [
    'Attendance, diary and transport of 1 child; their parents read and pay as before',
  ]);
  assert.ok(baner.told.includes('Charu Kulkarni'));
  const hours = (Date.parse(baner.from) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24, 'a day of notice');
  const andheri = await ask('LEGAL', ANDHERI);
  assert.ok(Date.parse(andheri.from) <= Date.now(), 'the law does not wait');
  assert.ok(
    andheri.goesOn.some((line) => /^Fees: .*15,000/.test(line)),
    andheri.goesOn.join(),
  );
  assert.deepEqual(andheri.stops.find((stop) => stop.ability === 'PUBLIC_ENQUIRY')?.meets, [
    'about 1 enquiry in 30 days, as in the last 30',
  ]);
  const preview = { franchiseeId: ANDHERI, kind: 'DUES' as const, until: days(3) };
  await app.as('Charu').refused(franchiseeLife.suspendPreview, preview, 'row.not-found');
  await app.as('Esha').refused(franchiseeLife.suspendPreview, preview, 'module.missing');
});

test('a suspension lasts at most 180 days, is lifted by somebody else and ends by itself, but not for dues', async () => {
  const kavi = app.as('Kavi', { steppedUp: true });
  const input = {
    franchiseeId: BANER,
    kind: 'AUDIT' as const,
    reason: 'Kitchen',
    blocks: ['KIT_ORDER' as const],
  };
  await kavi.refused(franchiseeLife.suspend, { ...input, until: days(181) }, 'franchisee.wrong-day', {
    version: await versionOf(BANER),
  });
  await kavi.call(franchiseeLife.suspend, { ...input, until: days(1) }, { version: await versionOf(BANER) });
  const view = await app.as('Charu').call(franchiseeContract.view, {});
  assert.deepEqual(
    [view.status, view.suspended?.begun, view.suspended?.blocks],
    ['SUSPENDED', false, ['KIT_ORDER']],
  );
  await kavi.refused(franchiseeLife.resume, { franchiseeId: BANER }, 'franchisee.same-person', {
    version: await versionOf(BANER),
  });
  assert.equal((await runJob(app, suspensionEnd)).ok, 0, 'not before its day');
  const later = new Date(Date.now() + 30 * 86_400_000);
  assert.equal((await runJob(app, suspensionEnd, later)).ok, 1, 'the one for dues stays');
  assert.equal((await app.as('Charu').call(franchiseeContract.view, {})).status, 'ACTIVE');
  assert.deepEqual(await app.sql('select status from franchisee where id = $1', [ANDHERI]), [
    { status: 'SUSPENDED' },
  ]);
  assert.equal((await lettersOf(app, 'network.centre-resumed')).length, 1);
});
