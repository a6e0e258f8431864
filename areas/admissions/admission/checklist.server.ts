import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { feeCollected, planState } from '../../finance/public.server.ts';
import { seatsLeft } from './seats.server.ts';

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
  academic_year_id: number;
  class_id: number;
  day_session: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  start_on: string;
  transport_wanted: boolean;
  transport_stop_text: string | null;
  applicant: {
    child_name: string;
    date_of_birth: string | null;
    gender: string | null;
    primary_mobile: string;
  };
}

/** Every condition of a confirmation, computed each time (admissions.md 3.8). Documents, age rules and exceptions join with their own step. */
export async function checklistOf(
  db: Db,
  a: AdmissionFacts,
  today: Day,
): Promise<{ lines: ChecklistLine[]; plan: Awaited<ReturnType<typeof planState>>; paid: number }> {
  const plan = await planState(db, { franchiseeId: a.franchisee_id, studentAdmissionId: a.id });
  const paid = (await feeCollected(db, { studentAdmissionIds: [a.id] })).get(a.id) ?? 0;
  const left = await seatsLeft(db, {
    franchiseeId: a.franchisee_id,
    yearId: a.academic_year_id,
    classId: a.class_id,
    daySession: a.day_session,
  });
  const planFits = plan.status === 'APPROVED';
  const line = (
    key: string,
    ok: boolean,
    text: string,
    who: ChecklistLine['who'],
    fix: string | null = null,
  ): ChecklistLine => ({ key, ok, blocking: true, text, who, fix });
  return {
    plan,
    paid,
    lines: [
      line(
        'form',
        a.status === 'SUBMITTED',
        a.status === 'SUBMITTED' ? 'The form is handed in' : 'The form is not handed in yet',
        'PARENT',
      ),
      line(
        'child',
        Boolean(a.applicant.date_of_birth && a.applicant.gender),
        'Date of birth and gender are known',
        'CENTRE',
      ),
      line(
        'seat',
        left === null || left > 0,
        left === null ? 'Seats are not limited here' : `${left} seats left in this class and session`,
        'CENTRE',
      ),
      line(
        'start',
        startFits(a, today),
        `First day ${a.start_on.split('-').reverse().join('-')} lies in the academic year`,
        'CENTRE',
      ),
      line('guardian', Boolean(a.applicant.primary_mobile), 'A parent with a mobile number', 'PARENT'),
      line(
        'plan',
        planFits,
        planFits
          ? 'The fee plan is approved'
          : plan.status === 'NONE'
            ? 'No fee plan is assigned yet'
            : 'The fee plan waits for another person’s approval',
        'FINANCE',
        `/fee-component/fee-plan/assign/${a.id}`,
      ),
      line(
        'payment',
        paid > 0,
        paid > 0 ? 'A first payment has arrived' : 'No payment has arrived yet',
        'PARENT',
        `/ledger/student-fee-plan/${a.id}`,
      ),
      line(
        'transport',
        !a.transport_wanted || Boolean(a.transport_stop_text),
        a.transport_wanted ? 'Transport: the stop is named' : 'Transport is not wanted',
        'CENTRE',
      ),
    ],
  };
}

function startFits(a: AdmissionFacts, today: Day): boolean {
  return (
    a.start_on >= `${a.academic_year_id}-04-01` &&
    a.start_on <= `${a.academic_year_id + 1}-03-31` &&
    a.start_on >= addDays(today, -7)
  );
}
