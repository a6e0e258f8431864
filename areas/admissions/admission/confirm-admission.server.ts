import { type Day, todayIst } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { attachConsents, queueMessage } from '../../communication/public.server.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { activateFeePlan, attachStudent } from '../../finance/public.server.ts';
import { franchiseeLabels } from '../../network/public.server.ts';
import { createStudentFromAdmission } from '../../students/public.server.ts';
import { type ApplicantRow, answersOf, applicantOf } from '../form/answer-sheet.server.ts';
import { closeCorrections } from '../form/corrections.server.ts';
import { loadForm, moveForm } from '../form/open-form.server.ts';
import { shortYear } from '../form/start-form.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { endHold, ensureSeat } from '../seat/seats.server.ts';
import { admissionContract } from './admission.contract.ts';
import { admissionLabels, admissionStates } from './admission.states.ts';
import { detailsOf, guardiansOf } from './admitted-child.server.ts';
import { checklistOf } from './checklist.server.ts';

type Admission = NonNullable<Awaited<ReturnType<typeof lockAdmission>>>;

const lockAdmission = (db: Db, id: string) =>
  db.selectFrom('admission').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * One transaction, in the order of admissions.md 3.9. A second call with the same key is replayed by the runner; with
 * another key it finds CONFIRMED and answers the first result, because the enrolment's id is the admission's.
 */
export const confirmAdmission = handle(admissionContract.confirm, async ({ db, actor, input, now }) => {
  const admission = ensureFound(await lockAdmission(db, input.id));
  if (admission.status === 'CONFIRMED') return firstResult(db, admission);
  const done = await perform(db, { admission, familyId: input.familyId ?? null, actor, now });
  return {
    studentId: done.studentId,
    studentAdmissionId: admission.id,
    admissionNo: done.admissionNo,
    enrolmentNo: done.enrolmentNo,
    postedLines: done.postedLines,
  };
});

interface Confirmation {
  admission: Admission;
  familyId: string | null;
  actor: Actor;
  now: Date;
}

/** The confirmation itself; `rehearseAdmission` runs the very same and takes it back. */
export async function perform(db: Db, { admission, familyId, actor, now }: Confirmation) {
  const label = admissionLabels[admission.status].toLowerCase();
  ensureStep(admissionStates, admission.status, 'confirm', () =>
    refuseAdmission('admission.wrong-state', { details: { status: label } }),
  );
  const key = { franchiseeId: admission.franchisee_id, applicantId: admission.applicant_id };
  const seat = {
    franchiseeId: admission.franchisee_id,
    yearId: admission.academic_year_id,
    classId: admission.class_id,
    daySession: admission.day_session,
  };
  await ensureSeat(db, seat, { id: admission.applicant_id, now });
  const applicant = await applicantOf(db, key, true);
  const today = todayIst(now);
  const { lines } = await checklistOf(db, { ...admission, applicant }, today);
  const open = lines.filter((line) => line.blocking && !line.ok);
  ensure(open.length === 0, () =>
    refuseAdmission('admission.checklist', {
      details: { lines: open.map((line) => line.text).join('; '), keys: open.map((line) => line.key) },
    }),
  );
  const admissionNo = await nextAdmissionNo(db, admission);
  const made = await makeStudent(db, { admission, applicant, familyId, admissionNo, today });
  const plan = await activateFeePlan(db, {
    franchiseeId: admission.franchisee_id,
    studentAdmissionId: admission.id,
    on: today,
  });
  await later(
    db,
    'orders.entitle-kits',
    { enrolmentId: admission.id },
    { franchiseeId: admission.franchisee_id, dedupeKey: admission.id, lane: 'FACT' },
  );
  if (admission.transport_wanted)
    await later(
      db,
      'services.open-service-enquiry',
      {
        studentAdmissionId: admission.id,
        studentId: made.studentId,
        academicYearId: admission.academic_year_id,
        wantedFrom: admission.start_on,
        stopText: admission.transport_stop_text,
      },
      { franchiseeId: admission.franchisee_id, dedupeKey: admission.id, lane: 'FACT' },
    );
  const consents = await attachConsents(db, {
    franchiseeId: admission.franchisee_id,
    from: { kind: 'APPLICANT', id: applicant.id },
    to: { kind: 'STUDENT', id: made.studentId },
  });
  const heldSeat = await endHold(db, key, 'USED');
  const form = await loadForm(db, 'ADMISSION', admission.id);
  await closeCorrections(db, form, now);
  await moveForm(db, form, 'confirm', {
    set: {
      confirmed_at: now.toISOString(),
      confirmed_by: actor.userId,
      student_id: made.studentId,
      admission_no: admissionNo,
    },
    reason: admissionNo,
  });
  await convertRegistration(db, admission);
  if (admission.enquiry_id)
    await moveEnquiryStage(db, {
      enquiryId: admission.enquiry_id,
      stage: 'Admission Confirmed',
      sourceId: admission.id,
      reason: admissionNo,
    });
  await tell(db, { admission, studentId: made.studentId, child: applicant.child_name, admissionNo });
  return { ...made, admissionNo, postedLines: plan.lines, consents, heldSeat };
}

async function nextAdmissionNo(db: Db, admission: Admission): Promise<string> {
  const number = await nextNumber(db, {
    franchiseeId: admission.franchisee_id,
    series: 'ADMISSION',
    period: `A${admission.academic_year_id}`,
  });
  return `${String(admission.franchisee_id).padStart(3, '0')}/${shortYear(admission.academic_year_id)}/${String(number).padStart(4, '0')}`;
}

interface NewStudent {
  admission: Admission;
  applicant: ApplicantRow;
  familyId: string | null;
  admissionNo: string;
  today: Day;
}

async function makeStudent(db: Db, { admission, applicant, familyId, admissionNo, today }: NewStudent) {
  const answers = answersOf(applicant);
  const guardians = guardiansOf(applicant);
  const more = await detailsOf(db, applicant);
  const made = await createStudentFromAdmission(db, {
    franchiseeId: admission.franchisee_id,
    admissionId: admission.id,
    academicYearId: admission.academic_year_id,
    admissionNo,
    classId: admission.class_id,
    daySession: admission.day_session,
    startOn: admission.start_on,
    today,
    child: {
      name: applicant.child_name,
      callName: applicant.call_name,
      dateOfBirth: ensureFound(applicant.date_of_birth),
      gender: ensureFound(applicant.gender),
    },
    familyId: familyId ?? applicant.family_id,
    family: { address: answers.address ?? null, pincode: applicant.pincode, language: applicant.language },
    guardians,
    more,
  });
  await attachStudent(db, {
    franchiseeId: admission.franchisee_id,
    studentAdmissionId: admission.id,
    studentId: made.studentId,
    familyId: made.familyId,
    childLabel: applicant.child_name,
  });
  return {
    ...made,
    guardians: guardians.length,
    documents: more.documents.length,
    people: more.emergencyContacts.length + more.pickups.length,
  };
}

async function convertRegistration(db: Db, admission: Admission): Promise<void> {
  if (!admission.registration_id) return;
  const form = await loadForm(db, 'REGISTRATION', admission.registration_id, true);
  if (form.status === 'VERIFIED') await moveForm(db, form, 'convert');
}

async function firstResult(db: Db, admission: Admission) {
  const enrolment = await db
    .selectFrom('enrolment')
    .select('enrolment_no')
    .where('franchisee_id', '=', admission.franchisee_id)
    .where('id', '=', admission.id)
    .executeTakeFirstOrThrow();
  return {
    studentId: ensureFound(admission.student_id),
    studentAdmissionId: admission.id,
    admissionNo: ensureFound(admission.admission_no),
    enrolmentNo: enrolment.enrolment_no,
    postedLines: 0,
  };
}

async function tell(
  db: Db,
  t: { admission: Admission; studentId: string; child: string; admissionNo: string },
): Promise<void> {
  const { franchisee_id: franchiseeId, id, class_id, start_on } = t.admission;
  const { name: className } = await db
    .selectFrom('class')
    .select('name')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  const centre = (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? '';
  await queueMessage(db, {
    kind: 'admissions.admitted',
    franchiseeId,
    about: { studentIds: [t.studentId] },
    values: { child: t.child, class: className, centre, date: start_on, no: t.admissionNo },
    dedupeKey: `admission:${id}:confirmed`,
    source: { kind: 'admission', id },
  });
}

/** The same steps in a savepoint that is always taken back: what exactly would happen, with no number used up. */
export const rehearseAdmission = handle(admissionContract.rehearse, async ({ db, actor, input, now }) => {
  const admission = ensureFound(await lockAdmission(db, input.id));
  await sql`savepoint rehearsal`.execute(db);
  const done = await perform(db, { admission, familyId: input.familyId ?? null, actor, now });
  // Deferred checks would otherwise stay silent until a commit that never comes.
  await sql`set constraints all immediate`.execute(db);
  const { rows: postings } = await sql<{ account: string; debit: number; credit: number }>`
    select concat(p.account_code, ' ', a.name) as account, sum(greatest(p.amount, 0))::bigint as debit, sum(greatest(-p.amount, 0))::bigint as credit
      from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id join account a on a.code = p.account_code
     where e.franchisee_id = ${admission.franchisee_id} and e.txid = pg_current_xact_id() group by p.account_code, a.name order by p.account_code`.execute(
    db,
  );
  await sql`rollback to savepoint rehearsal`.execute(db);
  const effects = [
    { what: 'Student and enrolment', count: 1 },
    { what: 'Guardians', count: done.guardians },
    { what: 'People to call and at the gate', count: done.people },
    { what: 'Documents taken over', count: done.documents },
    { what: 'Consents taken over', count: done.consents },
    { what: 'Instalments billed', count: done.postedLines },
    { what: 'Kept seat used', count: done.heldSeat ? 1 : 0 },
  ].filter((effect) => effect.count > 0);
  return {
    admissionNo: done.admissionNo,
    effects,
    postings,
    messages: ['The family is welcomed with the admission number and the first day.'],
  };
});
