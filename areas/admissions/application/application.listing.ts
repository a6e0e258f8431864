import { choice, dateTime, integer, integerReference, money, phone, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { admissionModules } from '../modules.ts';
import { applicationLabels } from './application.states.ts';

const name = { max: 120 };

export const applications = listing({
  name: 'application',
  title: 'Applications',
  module: admissionModules.registration,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'applicant', purpose: 'application desk' },
  row: {
    childName: text({ label: 'Child', ...name, search: true }),
    applicationNo: text({ label: 'Number', max: 40, search: true }),
    className: text({ label: 'Class', ...name }),
    parentName: text({ label: 'Parent', ...name, search: true }),
    mobile: phone({ label: 'Mobile', search: true }),
    pagesDone: integer({ label: 'Filled' }),
    feeAmount: money({ label: 'Fee' }),
    submittedAt: dateTime({ label: 'Handed in', optional: true }),
    createdAt: dateTime({ label: 'Opened' }),
    status: choice({ label: 'Status', options: applicationLabels }),
  },
  hidden: {
    dateOfBirth: z.string().nullable(),
    classId: z.int(),
    daySession: z.string(),
    academicYearId: z.int(),
    feeStatus: z.string(),
    pagesTotal: z.int(),
    expiresAt: z.string(),
    enquiryCode: z.string().nullable(),
    studentAdmissionId: z.string().nullable(),
  },
  shown: ['childName', 'className', 'parentName', 'pagesDone', 'feeAmount', 'submittedAt', 'status'],
  filters: {
    classId: integerReference('class', { label: 'Class' }),
    /** The applications of one enquiry. */
    enquiryCode: text({ label: 'Enquiry', max: 40 }),
  },
  sorts: ['childName', 'applicationNo', 'className', 'parentName', 'feeAmount', 'submittedAt', 'createdAt'],
  sort: '-createdAt',
  state: 'status',
  sums: ['feeAmount'],
  tiles: {
    SUBMITTED: 'To review',
    AWAITING_FEE: 'Waiting for the fee',
    IN_PROGRESS: 'Being filled',
    LINK_SENT: 'Link not opened',
  },
  can: ['takeFee', 'accept', 'return', 'reject', 'waitlist', 'withdraw', 'reopen', 'resend'],
});
