// Every condition of a confirmation, computed each time (admissions.md 3.8); nothing of it is stored, so nothing goes stale.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { feeCollected, instalmentState, planState, studentBalances } from '../../finance/public.server.ts';
import { ability } from '../../network/public.server.ts';
import { documentsOf } from '../document/documents.server.ts';
import { type ApplicantRow, answersOf } from '../form/answer-sheet.server.ts';
import { askedConsents } from '../form/answers.ts';
import { openSlots, ruleOf, slotsOf, verifiedText } from '../form/document-slots.ts';
import type { FormKind } from '../form/form-pages.ts';
import { countSeats, type DaySession, holdOf } from '../seat/seats.server.ts';
import { ageOfApplicant, daysText } from '../setting/age-rules.server.ts';
import { settingsOf } from '../setting/settings.server.ts';

export interface ChecklistLine {
  key: string;
  ok: boolean;
  blocking: boolean;
  text: string;
  who: 'PARENT' | 'CENTRE' | 'FINANCE' | 'HEAD_OFFICE';
  fix: string | null;
}

export interface AdmissionFacts {
  franchisee_id: number;
  id: string;
  status: string;
  flow: 'FULL' | 'SHORT' | 'DIRECT';
  application_id: string | null;
  registration_id: string | null;
  academic_year_id: number;
  class_id: number;
  day_session: DaySession;
  start_on: string;
  transport_wanted: boolean;
  transport_stop_text: string | null;
  applicant: ApplicantRow;
}

type Line = Omit<ChecklistLine, 'blocking' | 'fix'> & { blocking?: boolean; fix?: string | null };

const line = (one: Line): ChecklistLine => ({ blocking: true, fix: null, ...one });

export async function checklistOf(
  db: Db,
  a: AdmissionFacts,
  today: Day,
): Promise<{ lines: ChecklistLine[]; plan: Awaited<ReturnType<typeof planState>>; paid: number }> {
  const plan = await planState(db, { franchiseeId: a.franchisee_id, studentAdmissionId: a.id });
  const paid = (await feeCollected(db, { studentAdmissionIds: [a.id] })).get(a.id) ?? 0;
  const handedIn = a.status === 'SUBMITTED' || a.status === 'CONFIRMED';
  const lines = [
    line({
      key: 'form',
      ok: handedIn,
      text: handedIn ? 'The admission form is handed in' : 'The admission form is not handed in yet',
      who: 'PARENT',
    }),
    line({
      key: 'child',
      ok: Boolean(a.applicant.date_of_birth && a.applicant.gender),
      text: 'Date of birth and gender are known',
      who: 'CENTRE',
    }),
    await documentsLine(db, a),
    await ageLine(db, a),
    await seatLine(db, a),
    line({
      key: 'start',
      ok: startFits(a, today),
      text: `First day ${a.start_on.split('-').reverse().join('-')} lies in the academic year`,
      who: 'CENTRE',
    }),
    line({
      key: 'guardian',
      ok: Boolean(a.applicant.primary_mobile),
      text: 'A parent with a mobile number',
      who: 'PARENT',
    }),
    consentsLine(a),
    planLine(a, plan.status),
    await paymentLine(db, a, { plan, paid, today }),
    line({
      key: 'transport',
      ok: !a.transport_wanted || Boolean(a.transport_stop_text),
      text: a.transport_wanted ? 'Transport: the stop is named' : 'Transport is not wanted',
      who: 'CENTRE',
    }),
    await centreLine(db, a),
  ];
  return { lines, plan, paid };
}

/** Forms that were left out before this admission. */
export const skippedBefore = (a: Pick<AdmissionFacts, 'application_id' | 'registration_id'>): FormKind[] => [
  ...(a.application_id || a.registration_id ? [] : (['APPLICATION'] as const)),
  ...(a.registration_id ? [] : (['REGISTRATION'] as const)),
];

// In the short flow papers may follow: the line advises, it does not hold anybody up.
async function documentsLine(db: Db, a: AdmissionFacts): Promise<ChecklistLine> {
  const documents = await documentsOf(db, { franchiseeId: a.franchisee_id, applicantId: a.applicant.id });
  const missing = openSlots(slotsOf('ADMISSION', skippedBefore(a), answersOf(a.applicant)), documents);
  return line({
    key: 'documents',
    ok: missing.length === 0,
    blocking: a.flow !== 'SHORT',
    text: missing.length
      ? `Documents open: ${missing.map((slot) => ruleOf(slot).label.replace(/ \(.*/, '')).join(', ')}`
      : verifiedText(documents),
    who: 'CENTRE',
  });
}

async function ageLine(db: Db, a: AdmissionFacts): Promise<ChecklistLine> {
  const age = await ageOfApplicant(db, {
    franchiseeId: a.franchisee_id,
    yearId: a.academic_year_id,
    classId: a.class_id,
    applicantId: a.applicant.id,
    dateOfBirth: a.applicant.date_of_birth,
    joinsOn: a.start_on,
  });
  return line({
    key: 'age',
    ok: age?.allowed ?? false,
    text: !age
      ? 'The age is not known'
      : age.allowed
        ? age.shortDays > 0
          ? 'Too young for the class, allowed by an exception'
          : age.over
            ? 'Older than usual for this class'
            : 'The age fits the class'
        : `${daysText(age.shortDays)} too young for the class`,
    who: 'CENTRE',
  });
}

async function seatLine(db: Db, a: AdmissionFacts): Promise<ChecklistLine> {
  const seats = await countSeats(
    db,
    {
      franchiseeId: a.franchisee_id,
      yearId: a.academic_year_id,
      classId: a.class_id,
      daySession: a.day_session,
    },
    { applicantId: a.applicant.id },
  );
  const hold = seats
    ? await holdOf(db, { franchiseeId: a.franchisee_id, applicantId: a.applicant.id })
    : undefined;
  return line({
    key: 'seat',
    ok: !seats || seats.left > 0 || a.status === 'CONFIRMED',
    text: !seats
      ? 'Seats are not limited here'
      : hold
        ? `A seat is kept until ${new Date(Date.parse(hold.until) + 5.5 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('-')}`
        : `${Math.max(0, seats.left)} seats left in this class and session`,
    who: 'CENTRE',
  });
}

function consentsLine(a: AdmissionFacts): ChecklistLine {
  const { consents } = answersOf(a.applicant);
  const done =
    consents?.EDUCATION_NOTICE === 'YES' && askedConsents.every((purpose) => Boolean(consents[purpose]));
  return line({
    key: 'consents',
    ok: done,
    blocking: a.flow !== 'SHORT',
    text: done ? 'Notice and consents are answered' : 'Notice and consents are not answered yet',
    who: 'PARENT',
  });
}

const planLine = (a: AdmissionFacts, status: string): ChecklistLine =>
  line({
    key: 'plan',
    ok: status === 'APPROVED',
    text:
      status === 'APPROVED'
        ? 'The fee plan is approved'
        : status === 'NONE'
          ? 'No fee plan is assigned yet'
          : 'The fee plan waits for another person’s approval',
    who: 'FINANCE',
    fix: `/fee-component/fee-plan/assign/${a.id}`,
  });

interface Money {
  plan: Awaited<ReturnType<typeof planState>>;
  paid: number;
  today: Day;
}

// The fee of a form is no first payment: what counts lies on the plan or ahead of it.
async function paymentLine(db: Db, a: AdmissionFacts, { plan, paid, today }: Money): Promise<ChecklistLine> {
  const { confirmPayment } = await settingsOf(db, a.franchisee_id);
  const balance = (await studentBalances(db, { studentAdmissionIds: [a.id], on: today })).get(a.id);
  const first = await instalmentState(db, {
    franchiseeId: a.franchisee_id,
    studentAdmissionIds: [a.id],
    seq: 1,
  });
  const arrived = plan.paid > 0 || (balance?.advance ?? 0) > 0;
  const ok = confirmPayment === 'NONE' || (confirmPayment === 'ANY' ? arrived : first.get(a.id) === 'PAID');
  return line({
    key: 'payment',
    ok,
    text: ok
      ? confirmPayment === 'NONE'
        ? 'No payment is needed before the first day'
        : 'A first payment has arrived'
      : confirmPayment === 'ANY'
        ? paid > 0
          ? 'Only the fee of a form is paid; nothing towards the fee plan yet'
          : 'No payment has arrived yet'
        : 'The first instalment is not paid yet',
    who: 'PARENT',
    fix: `/ledger/student-fee-plan/${a.id}`,
  });
}

async function centreLine(db: Db, a: AdmissionFacts): Promise<ChecklistLine> {
  const ok = await ability(db, a.franchisee_id, 'NEW_ADMISSION', { yearId: a.academic_year_id });
  return line({
    key: 'centre',
    ok,
    text: ok ? 'The centre takes children in' : 'The centre may not take children in now',
    who: 'HEAD_OFFICE',
  });
}

function startFits(a: AdmissionFacts, today: Day): boolean {
  return (
    a.start_on >= `${a.academic_year_id}-04-01` &&
    a.start_on <= `${a.academic_year_id + 1}-03-31` &&
    a.start_on >= addDays(today, -7)
  );
}
