// Applicants, applications and admissions of the enquiries that came so far.

import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { teamAt } from '../../../db/demo/people.ts';
import { type Centre, centres } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { accountId } from '../../finance/demo/plans.ts';
import { type ApplicationStory, applicationsOf } from './admission-story.ts';

export const formAccountId = (enquiryId: string): string => demoUuid('fee-account', 'enquiry', enquiryId);

export async function writeAdmissions(client: Client, today: Day): Promise<void> {
  for (const centre of centres) await writeCentre(client, centre, applicationsOf(centre, today), today);
}

async function writeCentre(
  client: Client,
  centre: Centre,
  list: readonly ApplicationStory[],
  today: Day,
): Promise<void> {
  const franchisee_id = centre.id;
  const admissions = list.filter((a) => a.admission !== null);
  const own = admissions.filter((a) => a.enquiry.child === null);
  await insertRows(
    client,
    'student_admission',
    own.map((a) => ({ franchisee_id, id: a.admissionId, academic_year_id: 2026, created_at: a.at })),
  );
  await insertRows(
    client,
    'fee_account',
    list
      .filter((a) => a.enquiry.child === null)
      .map((a) => ({
        franchisee_id,
        id: formAccountId(a.enquiry.id),
        child_label: `${a.enquiry.first} ${a.enquiry.last}`,
        enquiry_id: a.enquiry.id,
        student_admission_id: a.admission ? a.admissionId : null,
        created_at: a.at,
      })),
  );
  await client.query(
    `update fee_account f set enquiry_id = x.enquiry from unnest($2::uuid[], $3::uuid[]) x (account, enquiry) where f.franchisee_id = $1 and f.id = x.account`,
    [
      franchisee_id,
      list.filter((a) => a.enquiry.child).map((a) => accountId(a.enquiry.child?.id ?? '')),
      list.filter((a) => a.enquiry.child).map((a) => a.enquiry.id),
    ],
  );
  await insertRows(
    client,
    'applicant',
    list.map((a) => applicantRow(centre, a)),
  );
  await insertRows(
    client,
    'application',
    list.map((a) => applicationRow(centre, a)),
  );
  await insertRows(
    client,
    'admission',
    admissions.map((a) => admissionRow(centre, a, today)),
  );
  await insertRows(
    client,
    'admission_step',
    list.flatMap((a) => stepsOf(centre, a)),
  );
  await insertRows(client, 'number_series', [
    { franchisee_id, series: 'APPLICATION', period: 'A2026', next: list.length + 1 },
  ]);
}

const FORM_PAGES = 4;

function applicantRow(centre: Centre, a: ApplicationStory): Row {
  const e = a.enquiry;
  const answers = {
    childName: `${e.first} ${e.last}`,
    callName: e.first,
    dateOfBirth: e.dob,
    gender: e.gender,
    parentName: e.guardian,
    parentRelation: e.relation,
    parentMobile: e.phone,
    adultDeclaration: true,
    pincode: centre.pincode,
    address: `${centre.name}, ${centre.city.name}`,
    startWish: a.startOn,
    transportWanted: false,
  };
  const begun = {
    childName: answers.childName,
    parentName: answers.parentName,
    parentMobile: answers.parentMobile,
  };
  return {
    franchisee_id: centre.id,
    id: a.applicantId,
    enquiry_id: e.id,
    academic_year_id: 2026,
    class_id: e.classId,
    day_session: 'MORNING',
    child_name: answers.childName,
    call_name: e.first,
    date_of_birth: e.dob,
    gender: e.gender,
    parent_name: e.guardian,
    primary_mobile: e.phone,
    primary_mobile_verified_at: a.pages > 0 ? a.at : null,
    pincode: centre.pincode,
    answers: a.pages === FORM_PAGES ? answers : begun,
    revision: a.pages,
    family_id: e.child?.family.id ?? null,
    created_at: a.at,
  };
}

function applicationRow(centre: Centre, a: ApplicationStory): Row {
  const decided = ['ACCEPTED', 'REJECTED'].includes(a.status);
  return {
    franchisee_id: centre.id,
    id: a.id,
    application_no: a.number,
    applicant_id: a.applicantId,
    enquiry_id: a.enquiry.id,
    academic_year_id: 2026,
    class_id: a.enquiry.classId,
    day_session: 'MORNING',
    pay_mode: a.fee === 'NOT_DUE' ? 'NONE' : 'ONLINE',
    reference_type: 'APPLICATION_FORM',
    status: a.status,
    fee_amount: a.fee === 'NOT_DUE' ? 0 : a.feeAmount,
    fee_status: a.fee,
    fee_account_id: a.enquiry.child ? accountId(a.enquiry.child.id) : formAccountId(a.enquiry.id),
    fee_paid_at: a.fee === 'PAID' ? a.submittedAt : null,
    pages_done: a.pages,
    expires_at: a.expiresAt,
    opened_at: a.pages > 0 ? a.at : null,
    submitted_at: a.submittedAt,
    reviewer_id: teamAt(centre.id).counsellors[0]?.id ?? null,
    decided_at: decided ? a.decidedAt : null,
    decided_by: decided ? teamAt(centre.id).head.id : null,
    waitlist_rank: a.status === 'WAITLISTED' ? 1 : null,
    waitlisted_at: a.status === 'WAITLISTED' ? a.submittedAt : null,
    decision_reason:
      a.status === 'RETURNED'
        ? 'The date of birth differs from the birth certificate.'
        : a.status === 'REJECTED'
          ? 'The child is too young for this class.'
          : null,
    created_at: a.at,
  };
}

function admissionRow(centre: Centre, a: ApplicationStory, today: Day): Row {
  const confirmed = a.admission === 'CONFIRMED';
  const child = a.enquiry.child;
  return {
    franchisee_id: centre.id,
    id: a.admissionId,
    admission_no: confirmed ? (child?.admissionNo ?? null) : null,
    applicant_id: a.applicantId,
    enquiry_id: a.enquiry.id,
    application_id: a.id,
    academic_year_id: 2026,
    class_id: a.enquiry.classId,
    day_session: 'MORNING',
    status: a.admission,
    start_on: confirmed ? (child?.enrolments[0]?.joinedOn ?? today) : a.startOn,
    submitted_at: ['SUBMITTED', 'CONFIRMED'].includes(a.admission ?? '') ? a.decidedAt : null,
    confirmed_at: confirmed ? a.decidedAt : null,
    confirmed_by: confirmed ? teamAt(centre.id).head.id : null,
    student_id: confirmed ? (child?.id ?? null) : null,
    created_at: a.decidedAt ?? a.at,
  };
}

function stepsOf(centre: Centre, a: ApplicationStory): Row[] {
  const step = (
    n: number,
    kind: string,
    subject: string,
    s: { from: string | null; to: string; action: string; at: string },
  ) => ({
    franchisee_id: centre.id,
    id: demoUuid('admission-step', a.id, n),
    kind,
    subject_id: subject,
    from_status: s.from,
    to_status: s.to,
    action: s.action,
    at: s.at,
    by_user: teamAt(centre.id).counsellors[0]?.id ?? null,
  });
  return [
    step(1, 'APPLICATION', a.id, { from: null, to: 'LINK_SENT', action: 'issue-link', at: a.at }),
    ...(a.status === 'LINK_SENT'
      ? []
      : [
          step(2, 'APPLICATION', a.id, {
            from: 'LINK_SENT',
            to: a.status,
            action: 'demo',
            at: a.submittedAt ?? a.at,
          }),
        ]),
    ...(a.admission
      ? [
          step(3, 'ADMISSION', a.admissionId, {
            from: null,
            to: a.admission,
            action: 'demo',
            at: a.decidedAt ?? a.at,
          }),
        ]
      : []),
  ];
}
