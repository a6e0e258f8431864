import { choice, date, dateTime, money, phone, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { directions } from '../catalogue/service-words.ts';
import { servicesModules as m } from '../modules.ts';
import { lostReasons, serviceEnquiryLabels } from './service-enquiry.states.ts';

/** Wishes of children for services in a centre's year. Two screens show it, each with its own columns. */
export const serviceEnquiries = listing({
  name: 'service-enquiry',
  title: 'Service enquiries',
  module: m.ServiceRegistration,
  scope: 'centre',
  needsYear: true,
  row: {
    code: text({ label: 'Code', max: 30, search: true }),
    childName: text({ label: 'Child', max: 100, search: true }),
    className: text({ label: 'Class', max: 60, optional: true }),
    service: text({ label: 'Service', max: 80 }),
    wantedFrom: date({ label: 'Wanted from' }),
    wantedTo: date({ label: 'Until', optional: true }),
    direction: choice({ label: 'Direction', options: directions, optional: true }),
    stopText: text({ label: 'Stop', max: 120, optional: true }),
    spanco: text({ label: 'SPANCO', max: 20 }),
    nextFollowUpOn: date({ label: 'Next follow-up', optional: true }),
    ownerName: text({ label: 'Owner', max: 120, optional: true }),
    sourceName: text({ label: 'Source', max: 60, optional: true }),
    guardianName: text({ label: 'Guardian', max: 100, search: true }),
    /** Masked. */
    mobile: phone({ label: 'Mobile', search: true }),
    lastActionAt: dateTime({ label: 'Last action' }),
    /** Of the service under way: draft, submitted, held or active. */
    planName: text({ label: 'Plan', max: 120, optional: true }),
    startsOn: date({ label: 'Starts', optional: true }),
    holdUntil: date({ label: 'Seat held until', optional: true }),
    paid: money({ label: 'Paid' }),
    open: money({ label: 'To pay' }),
    createdAt: dateTime({ label: 'Written' }),
    status: choice({ label: 'Status', options: serviceEnquiryLabels }),
    lostReason: choice({ label: 'Lost because', options: lostReasons, optional: true }),
  },
  hidden: {
    serviceId: z.string(),
    serviceType: z.string().nullable(),
    academicYearId: z.int(),
    ownerId: z.string().nullable(),
    studentId: z.string().nullable(),
    /** Of an open one whose next follow-up is today or lies behind. */
    due: z.enum(['TODAY', 'OVERDUE']).nullable(),
    createdOn: z.string(),
    /** A held seat: two days or less before its end, or earlier. */
    hold: z.enum(['ENDING', 'LATER']).nullable(),
    quoted: z.enum(['YES', 'NO']),
    planId: z.string().nullable(),
  },
  shown: ['childName', 'service', 'wantedFrom', 'spanco', 'nextFollowUpOn', 'ownerName', 'mobile', 'status'],
  filters: {
    due: choice({ label: 'Follow-up', options: { TODAY: 'Due today', OVERDUE: 'Overdue' } }),
    hold: choice({ label: 'Seat held', options: { ENDING: 'Ends within 2 days', LATER: 'Ends later' } }),
    quoted: choice({ label: 'Quote', options: { YES: 'Sent', NO: 'Not sent' } }),
    serviceId: reference('service', { label: 'Service' }),
    ownerId: reference('user', { label: 'Owner' }),
    createdOn: date({ label: 'Written', filter: 'range' }),
    wantedFrom: date({ label: 'Wanted from', filter: 'range' }),
  },
  sorts: ['code', 'childName', 'service', 'wantedFrom', 'nextFollowUpOn', 'createdAt'],
  sort: '-createdAt',
  state: 'status',
  sums: ['paid', 'open'],
  tiles: { NEW: 'New', CONTACTED: 'Contacted', WAITLISTED: 'Wait list', ACTIVE: 'Active' },
  can: ['change', 'changeWish', 'assign', 'plan', 'services', 'log', 'lose', 'revive'],
});
