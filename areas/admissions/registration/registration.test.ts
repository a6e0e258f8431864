// Registration, seats, papers and ages through HTTP (admissions.md 10, stories 6-10, 13, 14, 19).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { exportedLines } from '@aangan/testkit/exported-file.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { admissionContract } from '../admission/admission.contract.ts';
import { lapseHolds } from '../admission-jobs.server.ts';
import {
  askingFamily,
  cleanFile,
  readyRegistration,
  registrationAnswers,
  runAt,
  type,
  versionOf,
} from '../admissions-testing.ts';
import { applicationContract } from '../application/application.contract.ts';
import { exceptionContract } from '../exception/exception.contract.ts';
import { formContract } from '../form/form.contract.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { endOfIstDay } from '../seat/seats.server.ts';
import { registrationContract } from './registration.contract.ts';

const OLD_ENOUGH = '2023-03-10';
const NURSERY = 3;
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const setSeats = (capacity: number) =>
  app.as('Bina').call(seatContract.set, { classId: NURSERY, daySession: 'MORNING', capacity });

const enrolledNow = async (): Promise<number> =>
  (await app.as('Bina').call(seatContract.list, {})).cells.find(
    (cell) => cell.classId === NURSERY && cell.daySession === 'MORNING',
  )?.enrolled ?? 0;

test('the last seat is given once: of two who verify at the same time one gets it, the other learns what is free', async () => {
  const first = await readyRegistration(app, { name: 'Anika', born: OLD_ENOUGH });
  const second = await readyRegistration(app, { name: 'Tara', born: OLD_ENOUGH });
  await setSeats((await enrolledNow()) + 1);
  await app.as('Bina').call(seatContract.set, { classId: NURSERY, daySession: 'AFTERNOON', capacity: 6 });
  const answers = await Promise.all(
    [first, second].map(async (id) =>
      app
        .as('Bina')
        .raw(registrationContract.verify, { id }, { version: await versionOf(app, 'registration', id) }),
    ),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
  const refused = answers.find((answer) => answer.status === 409)?.body as { code: string; message: string };
  assert.equal(refused.code, 'seat.full');
  assert.equal(refused.message, 'Nursery Morning is full. Free: Nursery Afternoon 6 · waiting list place 1.');
  const held = await app.sql('select id from seat_hold where status = $1', ['HELD']);
  assert.equal(held.length, 1);
  const winner = answers[0]?.status === 200 ? first : second;
  const seen = await app.as('Bina').call(registrationContract.get, { id: winner });
  assert.equal(seen.status, 'VERIFIED');
  assert.ok(seen.studentAdmissionId, 'the admission form is open');
  assert.equal((await app.as('Bina').call(registrationContract.counts, {})).lanes.HELD, 1);

  // A hold ends at 23:59:59 of its day; then the seat goes to whoever waits first.
  const waitingCode = await askingFamily(app, { name: 'Mira', born: OLD_ENOUGH });
  const waiting = await app.as('Esha').call(applicationContract.issueLink, {
    enquiryCode: waitingCode,
    classId: NURSERY,
    daySession: 'MORNING',
  });
  await app.sql(
    `update application set status = 'SUBMITTED', fee_status = 'WAIVED', submitted_at = now() where id = $1`,
    [waiting.id],
  );
  const placed = await app
    .as('Bina')
    .call(
      applicationContract.waitlist,
      { id: waiting.id },
      { version: await versionOf(app, 'application', waiting.id) },
    );
  assert.deepEqual([placed.status, placed.place], ['WAITLISTED', 1]);
  const until = endOfIstDay(new Date(), 7);
  assert.deepEqual(await runAt(app, lapseHolds, until), { ok: 0, failed: 0 }, 'the last second still counts');
  const after = new Date(until.getTime() + 1000);
  assert.deepEqual(await runAt(app, lapseHolds, after), { ok: 1, failed: 0 });
  assert.equal((await app.as('Bina').call(registrationContract.get, { id: winner })).status, 'EXPIRED');
  const [offer] = await app.sql<{ kind: string; until: Date }>(
    `select h.kind, h.until from seat_hold h join application a on a.applicant_id = h.for_id where a.id = $1 and h.status = 'HELD'`,
    [waiting.id],
  );
  assert.equal(offer?.kind, 'OFFER');
  assert.equal(new Date(offer.until).getTime() - after.getTime(), 48 * 3_600_000);
  assert.deepEqual(
    await runAt(app, lapseHolds, after),
    { ok: 0, failed: 0 },
    'running again changes nothing',
  );
});

test('a payment under way keeps a seat one day longer, once', async () => {
  const id = await readyRegistration(app, { name: 'Kiara', born: OLD_ENOUGH });
  await setSeats((await enrolledNow()) + 3);
  const verified = await app
    .as('Bina')
    .call(registrationContract.verify, { id }, { version: await versionOf(app, 'registration', id) });
  const until = Date.parse(verified.holdUntil ?? '');
  await app.sql(
    `insert into payment (franchisee_id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, created_at)
     select $1, 'FEE', 'TUITION FEES', id, 'fee-account', id::text, 'ONLINE', 100, 'INITIATED', '\\x00', 'PUBLIC', $3 from fee_account where student_admission_id = $2`,
    [ANDHERI, verified.studentAdmissionId, new Date(until - 2 * 3_600_000).toISOString()],
  );
  await runAt(app, lapseHolds, new Date(until + 1000));
  const statusOf = async () => (await app.as('Bina').call(registrationContract.get, { id })).status;
  assert.equal(await statusOf(), 'VERIFIED');
  await runAt(app, lapseHolds, new Date(until + 86_400_000 + 2000));
  assert.equal(await statusOf(), 'EXPIRED');
  const renewed = await app
    .as('Bina')
    .call(registrationContract.renewHold, { id }, { version: await versionOf(app, 'registration', id) });
  assert.equal(renewed.status, 'VERIFIED');
});

test('documents: who uploaded one does not verify it, and a birth certificate is read twice', async () => {
  const enquiryCode = await askingFamily(app, { name: 'Riya', born: '2023-01-16' });
  const { id } = await app
    .as('Esha')
    .call(registrationContract.open, { enquiryCode, classId: NURSERY, daySession: 'AFTERNOON' });
  const form = { kind: 'REGISTRATION', id } as const;
  const baseRevision = await type(app, form, {
    ...registrationAnswers,
    parentRelation: 'MOTHER',
    adultDeclaration: true,
    previousSchool: 'Little Steps',
  });
  const lineOf = async (key: string) => {
    const { open } = await app.as('Bina').call(registrationContract.get, { id });
    const line = open.find((one) => one.key === key);
    return [line?.ok, line?.text];
  };
  assert.deepEqual(await lineOf('form'), [false, 'The registration form is not handed in yet']);
  await app
    .as('Esha')
    .refused(formContract.submit, { ...form, baseRevision, declaredName: 'Rohan' }, 'form.incomplete');
  const fileId = await cleanFile(app);
  const paper = await app
    .as('Esha')
    .call(formContract.addDocument, { ...form, slot: 'BIRTH_CERTIFICATE', fileId, fileName: 'birth.pdf' });
  await app
    .as('Esha')
    .refused(formContract.verifyDocument, { id: paper.id, dateOfBirth: '2023-01-16' }, 'document.own-upload');
  const differs = await app
    .as('Bina')
    .refused(
      formContract.verifyDocument,
      { id: paper.id, dateOfBirth: '2023-01-15' },
      'document.dob-differs',
    );
  assert.match(differs.message, /The form says 16-01-2023, you read 15-01-2023/);
  await app.as('Bina').call(formContract.verifyDocument, { id: paper.id, dateOfBirth: '2023-01-16' });
  const shots = await app.as('Esha').call(formContract.addDocument, {
    ...form,
    slot: 'IMMUNISATION',
    fileId: await cleanFile(app),
    fileName: 'shots.pdf',
  });
  await app.as('Bina').call(formContract.rejectDocument, { id: shots.id, reason: 'Unreadable' });
  await app
    .as('Esha')
    .refused(formContract.submit, { ...form, baseRevision, declaredName: 'Rohan' }, 'form.incomplete');
  const again = await app.as('Esha').call(formContract.addDocument, {
    ...form,
    slot: 'IMMUNISATION',
    fileId: await cleanFile(app),
    fileName: 'shots-again.pdf',
  });
  await app.as('Esha').call(formContract.submit, { ...form, baseRevision, declaredName: 'Rohan' });
  const refused = await app.as('Bina').refused(registrationContract.verify, { id }, 'registration.refused', {
    version: await versionOf(app, 'registration', id),
  });
  assert.match(refused.message, /Not verified: Immunisation card/);
  assert.deepEqual(await lineOf('form'), [true, 'The registration form is handed in']);
  const opened = await app.as('Bina').call(formContract.open, form);
  const slot = opened.slots.find((one) => one.slot === 'IMMUNISATION');
  assert.deepEqual(
    slot?.documents.map((one) => [one.id, one.status]),
    [[again.id, 'UPLOADED']],
  );
  assert.equal(opened.answers.allergies, 'Peanuts');
  const [stored] = await app.sql<{ answers: Record<string, unknown>; sealed: boolean }>(
    `select p.answers, p.answers_secret is not null as sealed from applicant p join registration r on r.applicant_id = p.id where r.id = $1`,
    [id],
  );
  assert.equal('allergies' in (stored?.answers ?? {}), false, 'health answers are sealed');
  assert.equal(stored?.sealed, true);
  await app.as('Bina').call(formContract.verifyDocument, { id: again.id });
  assert.deepEqual(await lineOf('documents'), [true, 'Every document is verified']);
  await app.as('Esha').call(formContract.addDocument, {
    ...form,
    slot: 'PREVIOUS_REPORT',
    fileId: await cleanFile(app),
    fileName: 'report.pdf',
  });
  assert.deepEqual(
    await lineOf('documents'),
    [true, 'Every required document is verified; 1 optional to look at'],
    'nobody reads "every" beside one to look at',
  );
});

test('fifteen days too young: refused with the class that fits, an exception of somebody else opens the way', async () => {
  const born = '2024-01-15';
  const enquiryCode = await askingFamily(app, { name: 'Zara', born });
  const issued = await app
    .as('Esha')
    .call(applicationContract.issueLink, { enquiryCode, classId: NURSERY, daySession: 'AFTERNOON' });
  await app.sql(
    `update application set status = 'SUBMITTED', fee_status = 'PAID', submitted_at = now() where id = $1`,
    [issued.id],
  );
  const version = await versionOf(app, 'application', issued.id);
  const young = await app
    .as('Bina')
    .refused(applicationContract.accept, { id: issued.id }, 'age.not-eligible', { version });
  assert.match(young.message, /is 15 days too young for Nursery on 31-12-2026. Playgroup fits./);
  const { applicantId } = await app.as('Bina').call(applicationContract.get, { id: issued.id });
  const asked = await app
    .as('Esha')
    .call(exceptionContract.ask, { applicantId, what: 'AGE', reason: 'Walks and talks like the others' });
  const decide = { id: asked.id, approve: true };
  await app.as('Esha').refused(exceptionContract.decide, decide, 'approval.own', { version: 1 });
  await app.as('Bina').refused(exceptionContract.decide, decide, 'approval.code-missing', { version: 1 });
  await app.as('Farid', { centre: ANDHERI }).call(exceptionContract.decide, decide, { version: 1 });
  const accepted = await app
    .as('Bina')
    .call(applicationContract.accept, { id: issued.id, next: 'REGISTRATION' }, { version });
  assert.ok(accepted.registrationId);
  assert.equal(accepted.studentAdmissionId, null);

  const tooYoung = await askingFamily(app, { name: 'Diya', born: '2024-02-02' });
  const second = await app.as('Esha').call(applicationContract.issueLink, {
    enquiryCode: tooYoung,
    classId: NURSERY,
    daySession: 'AFTERNOON',
  });
  const applicant = await app.as('Bina').call(applicationContract.get, { id: second.id });
  assert.equal(applicant.age?.relaxable, false);
  await app
    .as('Esha')
    .refused(
      exceptionContract.ask,
      { applicantId: applicant.applicantId, what: 'AGE', reason: 'Please' },
      'exception.not-relaxable',
    );
});

test('teachers are refused, another centre finds nothing', async () => {
  const [row] = await app.sql<{ id: string }>('select id from registration limit 1');
  await app.as('Divya').refused(admissionContract.confirm, { id: row?.id ?? '' }, 'module.missing');
  await app.as('Charu').refused(registrationContract.get, { id: row?.id ?? '' }, 'row.not-found');
  await app
    .as('Charu', { centre: BANER })
    .refused(formContract.open, { kind: 'REGISTRATION', id: row?.id ?? '' }, 'row.not-found');
});

test('the lists of registrations and admissions go out as files: their filters, words for codes, masked numbers', async () => {
  const bina = app.as('Bina');
  const verified = { status: ['VERIFIED' as const] };
  const [heads = '', ...lines] = await exportedLines(app, bina, registrationContract.export, verified);
  assert.match(heads, /Registration no\.,Child,Born,Class,Session,Parent,Mobile/);
  assert.equal(lines.length, (await bina.call(registrationContract.list, verified)).total.n);
  assert.ok(lines.length > 0 && lines.every((line) => /,Nursery,Morning,/.test(line)), lines.join('\n'));
  const admissions = await exportedLines(app, bina, admissionContract.export, {});
  assert.equal(admissions.length - 1, (await bina.call(admissionContract.list, {})).total.n);
  assert.ok(admissions.length > 1);
  assert.ok([...lines, ...admissions].every((line) => !/[6-9]\d{9}/.test(line)));
  const charu = await exportedLines(app, app.as('Charu'), registrationContract.export, {});
  assert.equal(charu.length, 1, 'another centre has its own');
});
