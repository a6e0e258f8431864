import { bars, board, figure } from '@aangan/contract/board.ts';
import { servicesModules as m } from '../modules.ts';
import { serviceEnquiries } from './service-enquiry.listing.ts';

const opens = {
  path: '/forms/service-enquiry/list',
  list: serviceEnquiries.endpoints.list,
  measures: 'rows',
} as const;

/** /forms/service-enquiry/dashboard */
export const servicesBoard = board({
  name: 'service-enquiry.dashboard',
  summary: 'Service enquiries of the year; each figure opens its list.',
  module: m.ServiceRegistration,
  needsYear: true,
  input: {},
  cards: {
    fresh: figure({ label: 'New', unit: 'count', opens }),
    dueToday: figure({ label: 'Due today', unit: 'count', opens }),
    overdue: figure({ label: 'Overdue', unit: 'count', opens }),
    waiting: figure({ label: 'Waiting for approval', unit: 'count', opens }),
    quoted: figure({ label: 'Quoted', unit: 'count', opens }),
    waitlist: figure({ label: 'Wait list', unit: 'count', opens }),
    active: figure({ label: 'Active', unit: 'count', opens }),
    held: figure({ label: 'Held', unit: 'count', opens }),
    holdEnding: figure({ label: 'Held, ending within 2 days', unit: 'count', opens }),
    heldValue: figure({
      label: 'To pay on held seats',
      unit: 'money',
      opens: { ...opens, measures: { sum: 'open' } },
    }),
    byService: bars({
      label: 'Enquiries by service',
      unit: 'count',
      series: { open: 'Open', active: 'Active', lost: 'Lost' },
      empty: {
        title: 'No service enquiry yet.',
        help: 'Add one, and it stands here.',
        action: { label: 'Add service enquiry', to: '/services/enquiries/add' },
      },
    }),
  },
});
