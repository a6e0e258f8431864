import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { classLabels } from './online-class.states.ts';

/** /online-class/list */
export const onlineClasses = listing({
  name: 'online-class',
  title: 'Online classes',
  module: m.onlineClass,
  scope: 'centre',
  row: {
    title: text({ label: 'Title', max: 120, search: true }),
    sections: text({ label: 'Sections', max: 300, optional: true }),
    startsAt: dateTime({ label: 'Starts' }),
    endsAt: dateTime({ label: 'Ends' }),
    subject: text({ label: 'Subject', max: 60, optional: true }),
    host: text({ label: 'Host', max: 160, optional: true }),
    invited: integer({ label: 'Invited', min: 0 }),
    attended: integer({ label: 'Attended', min: 0 }),
    cancelReason: text({ label: 'Reason', max: 300, optional: true }),
    status: choice({ label: 'Status', options: classLabels }),
  },
  /** From a quarter of an hour before it until its end. */
  hidden: { enters: z.boolean() },
  shown: ['title', 'sections', 'startsAt', 'endsAt', 'subject', 'host', 'invited', 'attended', 'status'],
  filters: { startsAt: dateTime({ label: 'Day', filter: 'range' }) },
  sorts: ['startsAt', 'title'],
  sort: '-startsAt',
  state: 'status',
  tiles: { SCHEDULED: 'Scheduled', LIVE: 'Live', COMPLETED: 'Completed' },
  can: ['cancel', 'sendLinks', 'join'],
});
