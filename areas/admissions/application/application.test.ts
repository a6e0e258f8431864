// Application, answers and confirmation through HTTP (admissions.md 10, stories 1, 3, 14-16, 18, 20, 21, 23).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { studentContract } from '../../students/student/student.contract.ts';
import { admissionContract } from '../admission/admission.contract.ts';
import { expireForms } from '../admission-jobs.server.ts';
import {
  applicationAnswers,
  askingFamily,
  readyRegistration,
  runAt,
  submitAdmission,
  versionOf,
} from '../admissions-testing.ts';
import { formContract } from '../form/form.contract.ts';
import { publicFormContract } from '../public-form/public-form.contract.ts';
import { registrationContract } from '../registration/registration.contract.ts';
import { applicationContract } from './application.contract.ts';
import { approvedPlanFor } from './approved-plan-testing.ts';
import { formFeePurpose } from './form-payment.server.ts';

const BORN = '2023-03-10';
const NURSERY = 3;
let app: TestApp;
before(async () => {
  app = await testApp();
  await app.sql(
    `update receipt_fee_type set amount = 50000, active = true
      where franchisee_id = $1 and academic_year_id = 2026 and reference_type = 'APPLICATION_FORM'`,
    [ANDHERI],
  );
});
after(() => app.close());

async function issued(name: string) {
  const enquiryCode = await askingFamily(app, { name, born: BORN });
  return app
    .as('Esha')
    .call(applicationContract.issueLink, { enquiryCode, classId: NURSERY, daySession: 'MORNING' });
}

test('an application link is 22 characters that stand nowhere in the database; the fee is due and one message waits', async () => {
  const link = await issued('Asmi');
  assert.match(link.refId, /^[\w-]{21}[A-Za-z0-9]$/);
  const row = await app.as('Esha').call(applicationContract.get, { id: link.id });
  assert.deepEqual([row.status, row.feeAmount, row.feeStatus], ['LINK_SENT', 50_000, 'DUE']);
  const [stage] = await app.sql<{ stage_code: string }>(
    'select e.stage_code from enquiry e join application a on a.enquiry_id = e.id where a.id = $1',
    [link.id],
  );
  assert.equal(stage?.stage_code, 'Application Fee Link Sent');
  const tables = await app.sql<{ t: string }>(
    `select table_name as t from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb') group by 1`,
  );
  for (const { t } of tables.filter((one) =>
    ['outbox', 'public_link', 'application', 'record_change', 'idempotency'].includes(one.t),
  ))
    assert.equal(
      (await app.sql(`select 1 from ${t} x where x::text like $1`, [`%${link.refId}%`])).length,
      0,
      `${t} holds the token`,
    );
  const random = await app.link('AAAAAAAAAAAAAAAAAAAAAA').raw(publicFormContract.open, {});
  assert.equal(random.status, 404);
});

test('a name of any script, with a hyphen, an accent or a digit opens its link and stands in the form', async () => {
  for (const name of ['अनया', 'Mary-Ann', 'Zoë', 'Aarav 2', 'D’Souza A. B. C.']) {
    const phone = app.link((await issued(name)).refId);
    const { answers, revision } = await phone.call(publicFormContract.open, {});
    assert.deepEqual([answers.childName, answers.parentName], [`${name} Kulkarni`, `Rohan ${name}`]);
    const changes = { secondParentName: `${name} शर्मा` };
    await phone.call(publicFormContract.save, { baseRevision: revision, changes });
    for (const sign of ['...', '- -', '12'])
      await phone.refused(
        publicFormContract.save,
        { baseRevision: revision + 1, changes: { childName: sign } },
        'input.invalid',
      );
  }
});

test('what an enquiry knows by another rule is asked again instead of closing the form', async () => {
  const { id, refId } = await issued('Ketaki');
  await app.sql(
    `update applicant set answers = answers || '{"parentName": "Parent (no name given)", "parentMobile": "+971501234567"}'
    where id = (select applicant_id from application where id = $1)`,
    [id],
  );
  const { answers } = await app.link(refId).call(publicFormContract.open, {});
  assert.deepEqual(
    [answers.childName, answers.parentName, answers.parentMobile],
    ['Ketaki Kulkarni', undefined, '+971501234567'],
  );
});

test('two phones on one revision: other answers are joined, the same answer asks which is right', async () => {
  const { refId } = await issued('Bela');
  const phone = app.link(refId);
  const { revision } = await phone.call(publicFormContract.open, {});
  await phone.call(publicFormContract.save, { baseRevision: revision, changes: { callName: 'Bel' } });
  const joined = await phone.call(publicFormContract.save, {
    baseRevision: revision,
    changes: { motherTongue: 'Marathi' },
  });
  assert.equal((await phone.call(publicFormContract.open, {})).answers.callName, 'Bel');
  const { status, body } = await phone.raw(publicFormContract.save, {
    baseRevision: revision,
    changes: { callName: 'Bella' },
  });
  assert.equal(status, 409);
  const { code, details } = body as {
    code: string;
    details: { conflicts: Record<string, { mine: string; theirs: string; theirsBy: string }> };
  };
  assert.equal(code, 'form.conflict');
  const callName = details.conflicts['callName'];
  assert.deepEqual([callName?.mine, callName?.theirs, callName?.theirsBy], ['Bella', 'Bel', 'PARENT']);
  await phone.call(publicFormContract.save, {
    baseRevision: joined.revision,
    changes: { callName: 'Bella' },
  });
  assert.equal((await phone.call(publicFormContract.open, {})).answers.callName, 'Bella');
  const masked = await phone.call(publicFormContract.save, {
    baseRevision: joined.revision + 1,
    changes: { message: '2341 2341 2346 or 919876543210' },
  });
  assert.deepEqual(masked.masked, ['message']);
  assert.equal(
    (await phone.call(publicFormContract.open, {})).answers.message,
    'XXXX XXXX 2346 or 919876543210',
  );
});

test('money for a withdrawn form changes no status; an ended form that was handed in lives again', async () => {
  const gone = await issued('Charvi');
  await app.link(gone.refId).call(publicFormContract.withdraw, { reason: 'We move away' });
  const late = await issued('Drishti');
  await app.sql(`update application set status = 'AWAITING_FEE', submitted_at = now() where id = $1`, [
    late.id,
  ]);
  const after = new Date(Date.now() + 30 * 86_400_000);
  assert.ok((await runAt(app, expireForms, after)).ok >= 1);
  assert.equal((await app.as('Esha').call(applicationContract.get, { id: late.id })).status, 'EXPIRED');
  const ended = await app.link(late.refId).raw(publicFormContract.save, { baseRevision: 0, changes: {} });
  assert.equal((ended.body as { code: string }).code, 'form.closed');
  for (const id of [gone.id, late.id])
    await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test.pay' }, (db) =>
      formFeePurpose.onConfirmed(db, {
        subjectId: id,
        paymentId: randomUUID(),
        at: new Date().toISOString(),
      }),
    );
  const statusOf = async (id: string) => (await app.as('Esha').call(applicationContract.get, { id })).status;
  assert.equal(await statusOf(gone.id), 'WITHDRAWN');
  assert.equal(await statusOf(late.id), 'SUBMITTED');
});

test('from a verified registration to the confirmed child: checklist, rehearsal, one number for five presses', async () => {
  const registration = await readyRegistration(app, { name: 'Esha', born: BORN });
  const verified = await app
    .as('Bina')
    .call(
      registrationContract.verify,
      { id: registration },
      { version: await versionOf(app, 'registration', registration) },
    );
  const id = verified.studentAdmissionId;
  const allergy = [{ kind: 'ALLERGY', text: 'Peanuts' }];
  const reviewedRegistration = await app.as('Bina').call(registrationContract.get, { id: registration });
  assert.deepEqual(
    [reviewedRegistration.gender, reviewedRegistration.signature?.name, reviewedRegistration.care],
    ['FEMALE', 'Rohan Kulkarni', allergy],
  );
  const lineOf = async (key: string) => {
    const { checklist } = await app.as('Bina').call(admissionContract.get, { id });
    const line = checklist.find((one) => one.key === key);
    return [line?.ok, line?.text];
  };
  assert.deepEqual(await lineOf('form'), [false, 'The admission form is not handed in yet']);
  const opened = await app.as('Esha').call(formContract.open, { kind: 'ADMISSION', id });
  assert.deepEqual(opened.pages, ['safety', 'register', 'consents', 'documents']);
  assert.equal(opened.answers.childName, 'Esha Kulkarni', 'nothing is typed twice');
  await submitAdmission(app, id);
  assert.deepEqual(await lineOf('form'), [true, 'The admission form is handed in']);
  const reviewed = await app.as('Bina').call(admissionContract.get, { id });
  assert.deepEqual(
    [reviewed.gender, reviewed.signature?.name, reviewed.care],
    ['FEMALE', 'Rohan Kulkarni', allergy],
  );
  const { status, body } = await app.as('Bina').raw(admissionContract.confirm, { id });
  assert.equal(status, 409);
  assert.deepEqual((body as { details: { keys: string[] } }).details.keys, ['plan', 'payment']);

  await approvedPlanFor(app, id);
  const before = await counters();
  const rehearsed = await app.as('Bina').call(admissionContract.rehearse, { id });
  assert.equal(await counters(), before, 'no number is used up');
  assert.equal(
    (await app.sql('select id from student where admission_no = $1', [rehearsed.admissionNo])).length,
    0,
  );
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.as('Bina').raw(admissionContract.confirm, { id }, { key })),
  );
  const done = answers.filter((answer) => answer.status === 200);
  assert.ok(done.length >= 1);
  for (const answer of done) assert.deepEqual(answer.body, done[0]?.body);
  for (const answer of answers.filter((one) => one.status !== 200))
    assert.equal((answer.body as { code: string }).code, 'idempotency.running');
  const first = done[0]?.body as { admissionNo: string; studentId: string; studentAdmissionId: string };
  assert.equal(first.admissionNo, rehearsed.admissionNo, 'what was rehearsed is what happened');
  assert.equal(first.studentAdmissionId, id);
  const taken = async (table: string) =>
    (await app.sql(`select 1 from ${table} where student_id = $1`, [first.studentId])).length;
  assert.equal(await taken('student_document'), 4);
  assert.equal(await taken('emergency_contact'), 1);
  assert.equal(await taken('student_private'), 1);
  for (const who of ['Bina', 'Divya'] as const)
    assert.deepEqual(
      (await app.as(who).call(studentContract.get, { id: first.studentId })).care,
      allergy,
      'who looks after the child knows: the head and the teacher',
    );
  assert.equal(
    (await app.as('Esha').call(studentContract.get, { id: first.studentId })).care,
    null,
    'others do not',
  );
  assert.deepEqual(
    (await app.as('Bina').call(studentContract.list, { allergy: 'yes' })).rows.map((row) => row.id),
    [first.studentId],
  );
  assert.equal(rehearsed.effects.find((one) => one.what === 'Documents taken over')?.count, 4);
  const [consent] = await app.sql<{ allowed: boolean }>(
    `select allowed from consent_now where subject_kind = 'STUDENT' and subject_id = $1 and purpose = 'PHOTO_PUBLIC'`,
    [first.studentId],
  );
  assert.equal(consent?.allowed, false);
  const seen = await app.as('Bina').call(registrationContract.get, { id: registration });
  assert.equal(seen.status, 'CONVERTED');
  const [sum] = await app.sql<{ sum: number }>(
    'select coalesce(sum(amount), 0)::int as sum from ledger_posting',
  );
  assert.equal(sum?.sum, 0);
});

const counters = async () =>
  JSON.stringify(await app.sql('select series, period, next from number_series order by 1, 2'));

test('the first day that is proposed is no Sunday', async () => {
  for (const [wish, proposed] of [
    ['2027-03-07', '2027-03-08'],
    ['2027-03-09', '2027-03-09'],
  ] as const) {
    const enquiryCode = await askingFamily(app, { name: `Mira ${wish}`, born: BORN });
    const { id, refId } = await app
      .as('Esha')
      .call(applicationContract.issueLink, { enquiryCode, classId: NURSERY, daySession: 'MORNING' });
    const { revision } = await app.link(refId).call(publicFormContract.open, {});
    await app
      .link(refId)
      .call(publicFormContract.save, { baseRevision: revision, changes: { startWish: wish } });
    await app.sql(`update application set status = 'WITHDRAWN' where id = $1`, [id]);
    const opened = await app
      .as('Bina')
      .call(admissionContract.open, { enquiryCode, classId: NURSERY, daySession: 'MORNING' });
    const admission = await app.as('Bina').call(admissionContract.get, { id: opened.id });
    assert.equal(admission.startOn, proposed);
  }
});

test('what the family handed in is corrected with a reason, and the history names it', async () => {
  const link = await issued('Falguni');
  const phone = app.link(link.refId);
  const { revision } = await phone.call(publicFormContract.open, {});
  const kept = await phone.call(publicFormContract.save, {
    baseRevision: revision,
    changes: { ...applicationAnswers('Falguni', BORN), message: 'Call after six' },
  });
  const handed = await phone.call(publicFormContract.submit, {
    baseRevision: kept.revision,
    declaredName: 'Rohan Kulkarni',
    agreed: true,
  });
  assert.equal(handed.status, 'AWAITING_FEE');
  const reviewed = await app.as('Esha').call(applicationContract.get, { id: link.id });
  assert.deepEqual(
    [reviewed.gender, reviewed.message, reviewed.signature?.name, reviewed.signature?.relation],
    ['FEMALE', 'Call after six', 'Rohan Kulkarni', 'FATHER'],
  );
  const form = { kind: 'APPLICATION', id: link.id } as const;
  await app
    .as('Esha')
    .refused(
      formContract.save,
      { ...form, baseRevision: kept.revision, changes: { callName: 'Fal' } },
      'form.reason-needed',
    );
  await app.as('Esha').call(formContract.save, {
    ...form,
    baseRevision: kept.revision,
    changes: { callName: 'Fal' },
    reason: 'The mother called',
  });
  const { steps } = await app.as('Esha').call(applicationContract.get, { id: link.id });
  assert.ok(steps.some((step) => step.action === 'edit-on-behalf' && step.reason?.includes('callName')));
  const opened = await app.as('Esha').call(formContract.open, form);
  assert.equal(opened.marks['callName']?.by, 'CENTRE');
  assert.equal(opened.marks['parentRelation']?.by, 'PARENT');
});
