import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { openStatuses } from '../enquiry/enquiry.states.ts';
import { enquiryModules } from '../modules.ts';

export const enquirySubStatus = record({
  name: 'enquiry-sub-status',
  title: 'Enquiry sub-status',
  plural: 'Enquiry sub-statuses',
  module: enquiryModules.enquirySettings,
  scope: 'shared',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 40, search: true }),
    status: choice({ label: 'Status', filter: true, options: [...openStatuses, 'Order'] }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'status', 'position', 'active'], sort: 'status' },
});
