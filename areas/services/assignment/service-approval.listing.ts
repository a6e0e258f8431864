import { choice, date, dateTime, integer, money, percent, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { APPROVE_PLAN, APPROVE_SERVICE_CONCESSION } from '../modules.ts';
import { serviceAssignmentLabels } from './service-assignment.states.ts';

/** /services/approve-plan: what was submitted, and what became of it. */
export const serviceApprovals = listing({
  name: 'service-approval',
  title: 'Service plans to approve',
  module: [APPROVE_PLAN, APPROVE_SERVICE_CONCESSION],
  scope: 'centre',
  row: {
    childName: text({ label: 'Child', max: 100, search: true }),
    service: text({ label: 'Service', max: 80, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    planName: text({ label: 'Plan', max: 120, search: true }),
    startsOn: date({ label: 'From' }),
    endsOn: date({ label: 'To' }),
    firstAmount: money({ label: 'First instalment' }),
    monthly: money({ label: 'Each one after' }),
    net: money({ label: 'Total' }),
    concession: percent({ label: 'Concession' }),
    seats: integer({ label: 'Seats', optional: true }),
    taken: integer({ label: 'Seats taken' }),
    submittedBy: text({ label: 'Submitted by', max: 120, optional: true }),
    submittedAt: dateTime({ label: 'Waiting since' }),
    status: choice({ label: 'Status', options: serviceAssignmentLabels }),
  },
  hidden: {
    enquiryId: z.string(),
    enquiryCode: z.string(),
    submittedById: z.string().nullable(),
    createdById: z.string().nullable(),
  },
  shown: [
    'childName',
    'service',
    'firstAmount',
    'monthly',
    'concession',
    'seats',
    'taken',
    'submittedAt',
    'status',
  ],
  sorts: ['childName', 'service', 'startsOn', 'net', 'submittedAt'],
  sort: 'submittedAt',
  state: 'status',
  sums: ['net'],
  tiles: { PENDING: 'To approve', HELD: 'Seat held', ACTIVE: 'Active' },
  can: ['approve', 'reject'],
});
