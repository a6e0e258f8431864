import { boolean, choice, date, dateTime, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { peopleLabels } from '../audience/audience.ts';
import { communicationModules } from '../modules.ts';
import { announcementLabels } from './announcement.states.ts';

export const announcements = listing({
  name: 'announcement',
  title: 'Announcements',
  module: communicationModules.announcementList,
  scope: 'centre',
  row: {
    title: text({ label: 'Title', max: 120, search: true }),
    target: text({ label: 'For', max: 300, search: true }),
    people: choice({ label: 'People', options: peopleLabels }),
    publishAt: dateTime({ label: 'Published', optional: true }),
    expiresAt: dateTime({ label: 'Shown until' }),
    pinnedUntil: date({ label: 'On top until', optional: true }),
    recipients: integer({ label: 'Recipients' }),
    seen: integer({ label: 'Seen' }),
    acknowledged: integer({ label: 'Acknowledged' }),
    ackRequired: boolean({ label: 'To acknowledge' }),
    by: text({ label: 'Written by', max: 120, optional: true }),
    status: choice({ label: 'Status', options: announcementLabels }),
  },
  hidden: {
    /** Set where it is for the families of one class. */
    classId: z.int().nullable(),
    submittedBy: z.string().nullable(),
    createdBy: z.string().nullable(),
  },
  shown: ['title', 'target', 'publishAt', 'expiresAt', 'seen', 'acknowledged', 'by', 'status'],
  filters: {
    people: choice({ label: 'People', options: peopleLabels }),
    classId: integerReference('class', { label: 'Class' }),
    ackRequired: boolean({ label: 'To acknowledge' }),
    publishAt: dateTime({ label: 'Published', filter: 'range', optional: true }),
  },
  sorts: ['title', 'publishAt', 'expiresAt'],
  sort: '-publishAt',
  state: 'status',
  tiles: { WAITING: 'To approve', SCHEDULED: 'Scheduled', PUBLISHED: 'Published' },
  can: ['edit', 'submit', 'approve', 'return', 'recall', 'withdraw', 'reopen', 'pin', 'remind'],
});
