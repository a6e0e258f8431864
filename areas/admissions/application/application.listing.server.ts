import { maskPhone } from '@aangan/contract/phone.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { holds, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { enquiryForAdmission } from '../../enquiries/public.server.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { codesOf, mayTakeFee } from '../form/applicant-list.server.ts';
import { admissionModules } from '../modules.ts';
import { applications } from './application.listing.ts';
import { applicationStates } from './application.states.ts';

const SETTLED: ReadonlySet<string> = new Set(['NOT_DUE', 'PAID', 'WAIVED']);
const OPEN: ReadonlySet<string> = new Set(['LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'RETURNED']);

export const applicationListing = serveListing(applications, {
  from: sql`application a join applicant p on p.franchisee_id = a.franchisee_id and p.id = a.applicant_id`,
  alias: 'a',
  joins: sql`join class k on k.id = a.class_id
    left join admission d on d.franchisee_id = a.franchisee_id and d.application_id = a.id`,
  columns: {
    childName: 'p.child_name',
    applicationNo: 'a.application_no',
    className: 'k.name',
    parentName: 'p.parent_name',
    mobile: 'p.primary_mobile',
    pagesDone: 'a.pages_done',
    feeAmount: 'a.fee_amount',
    submittedAt: 'a.submitted_at',
    createdAt: 'a.created_at',
    status: 'a.status',
    dateOfBirth: 'p.date_of_birth',
    classId: 'a.class_id',
    daySession: 'a.day_session',
    academicYearId: 'a.academic_year_id',
    feeStatus: 'a.fee_status',
    pagesTotal: 'a.pages_total',
    expiresAt: 'a.expires_at',
    // The enquiry's id, which `map` exchanges for its code.
    enquiryCode: 'a.enquiry_id',
    studentAdmissionId: 'd.id',
  },
  where: {
    // An unknown code finds nothing, as any other filter.
    enquiryCode: async (code: string, { db }) =>
      sql<boolean>`a.enquiry_id = ${(await enquiryForAdmission(db, code))?.id ?? null}`,
  },
  map: async (rows, { db }) => {
    const codes = await codesOf(
      db,
      rows.map((row) => ({ enquiryId: row.enquiryCode })),
    );
    return rows.map((row) => ({
      ...row,
      mobile: maskPhone(row.mobile),
      enquiryCode: row.enquiryCode ? (codes.get(row.enquiryCode) ?? null) : null,
    }));
  },
  can: (row, actor) => {
    const write = holds(actor, admissionModules.registration, true);
    const steps = new Set(write ? actionsFrom(applicationStates, row.status) : []);
    return {
      takeFee: mayCall(actor, paymentContract.recordFormFee) && mayTakeFee(row),
      accept: steps.has('accept') && SETTLED.has(row.feeStatus),
      return: steps.has('return'),
      reject: steps.has('reject'),
      waitlist: steps.has('waitlist'),
      withdraw: steps.has('withdraw'),
      reopen: steps.has('reopen'),
      resend: write && OPEN.has(row.status),
    };
  },
});
