// The cards of the home: their titles, on which homes they stand, and the list each of them opens.
import { addDays } from '@aangan/contract/period.ts';
import type { HomeCard, HomeContext, HomeFilters } from '@aangan/server/endpoint/home-card.ts';
import { enquiryContract } from './enquiry/enquiry.contract.ts';
import { followUpContract } from './enquiry/follow-up.contract.ts';
import { leadIntakeContract } from './intake/lead-intake.contract.ts';
import { enquiryModules } from './modules.ts';

const QR_SOURCE = '04000000-0000-7000-8000-000000000004'; // migration 0401
export const SOURCE_DAYS = 30;
export const TREND_DAYS = 14;

export const inList = (filters: (context: HomeContext) => HomeFilters): HomeCard['drill'] => ({
  path: '/forms/enquiry/list',
  list: enquiryContract.list,
  filters,
  measures: 'rows',
});
const inQueue = (filters: (context: HomeContext) => HomeFilters): HomeCard['drill'] => ({
  path: '/forms/followup',
  list: followUpContract.list,
  filters,
  measures: 'rows',
});
const count = { unit: 'count', picture: 'number' } as const;
const yetToCall = { spancoStatus: 'Suspect', stage: 'Yet_to_call' };
export const mine = { assignedTo: 'me' };
const since = ({ today }: HomeContext, days: number): HomeFilters => ({ fromDate: addDays(today, 1 - days) });

export const counts: readonly HomeCard[] = [
  {
    ...count,
    key: 'enquiries.yet-to-call',
    title: 'Enquiries to call',
    on: { centre: 10, staff: 10 },
    todo: { action: 'Call the families', by: enquiryModules.enquiry },
    drill: inList(() => yetToCall),
  },
  {
    ...count,
    key: 'enquiries.my-yet-to-call',
    title: 'New enquiries to call',
    on: { counsellor: 10 },
    todo: { action: 'Call the families', by: enquiryModules.enquiry },
    drill: inList(() => ({ ...yetToCall, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.appointments',
    title: 'Appointments today',
    on: { centre: 28 },
    drill: inList(({ today }) => ({ appointmentOn: today })),
  },
  {
    ...count,
    key: 'enquiries.my-appointments',
    title: 'Your appointments today',
    on: { counsellor: 30 },
    drill: inList(({ today }) => ({ appointmentOn: today, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.unallocated',
    title: 'Enquiries without a counsellor',
    on: { centre: 29, zone: 20, marketing: 50 },
    todo: { action: 'Assign', by: [enquiryModules.enquiry, enquiryModules.leadAllocation] },
    drill: inList(() => ({ assignedTo: 'none', open: true })),
  },
  {
    ...count,
    key: 'enquiries.my-open',
    title: 'Open with you',
    on: { counsellor: 40 },
    drill: inList(() => ({ open: true, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.my-admitted',
    title: 'Admitted by you this year',
    on: { counsellor: 45 },
    drill: inList(() => ({ spancoStatus: 'Order', ...mine })),
  },
  {
    ...count,
    key: 'enquiries.open',
    title: 'Open enquiries',
    on: { zone: 30, operations: 20, marketing: 20, owner: 34 },
    drill: inList(() => ({ open: true })),
  },
  {
    ...count,
    key: 'enquiries.admitted',
    title: 'Enquiries admitted this year',
    on: { marketing: 30, operations: 30, owner: 36, zone: 34 },
    drill: inList(() => ({ spancoStatus: 'Order' })),
  },
];

export const leads: readonly HomeCard[] = [
  {
    ...count,
    key: 'enquiries.leads-held',
    title: 'Leads held back from outside sources',
    on: { marketing: 10 },
    todo: { action: 'Sort out', by: enquiryModules.googleWebHook },
    drill: {
      path: '/google-webhook/list',
      list: leadIntakeContract.list,
      filters: () => ({ state: ['QUARANTINED', 'DEAD'] }),
      measures: 'rows',
    },
  },
];

export const queue: readonly HomeCard[] = [
  {
    ...count,
    key: 'enquiries.due-today',
    title: 'Follow-ups today',
    on: { centre: 20, staff: 20 },
    todo: { action: 'Follow up', by: enquiryModules.followup },
    drill: inQueue(({ today }) => ({ date: today })),
  },
  {
    ...count,
    key: 'enquiries.overdue',
    title: 'Overdue follow-ups',
    on: { centre: 22, zone: 10, operations: 34, owner: 38 },
    todo: { action: 'Catch up', by: enquiryModules.followup, late: true },
    drill: inQueue(() => ({ bucket: 'overdue' })),
  },
  {
    ...count,
    key: 'enquiries.my-due-today',
    title: 'Your follow-ups today',
    on: { counsellor: 20 },
    todo: { action: 'Follow up', by: enquiryModules.followup },
    drill: inQueue(({ today }) => ({ date: today, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.my-overdue',
    title: 'Your overdue follow-ups',
    on: { counsellor: 22 },
    todo: { action: 'Catch up', by: enquiryModules.followup, late: true },
    drill: inQueue(() => ({ bucket: 'overdue', ...mine })),
  },
];

export const pictures: readonly HomeCard[] = [
  {
    unit: 'count',
    key: 'enquiries.by-source',
    title: 'New enquiries by source, 30 days',
    picture: 'bars',
    on: { marketing: 80, centre: 90, zone: 92 },
    drill: inList((context) => since(context, SOURCE_DAYS)),
  },
  {
    unit: 'count',
    key: 'enquiries.new',
    title: 'New enquiries, 14 days',
    picture: 'days',
    on: { centre: 88, counsellor: 80, marketing: 82, operations: 80, owner: 86, zone: 88 },
    drill: inList((context) => since(context, TREND_DAYS)),
  },
  {
    ...count,
    key: 'enquiries.from-codes',
    title: 'From QR codes, 30 days',
    on: { marketing: 40 },
    drill: inList((context) => ({ ...since(context, SOURCE_DAYS), source: QR_SOURCE })),
  },
  {
    unit: 'count',
    key: 'enquiries.overdue-centres',
    title: 'Overdue follow-ups',
    picture: 'centres',
    on: { zone: 110, operations: 110, owner: 110, marketing: 112 },
    drill: inList(() => ({ bucket: 'overdue' })),
  },
  {
    unit: 'count',
    key: 'enquiries.open-centres',
    title: 'Open enquiries',
    picture: 'centres',
    on: { zone: 104, operations: 104, owner: 104, marketing: 104 },
    drill: inList(() => ({ open: true })),
  },
];
