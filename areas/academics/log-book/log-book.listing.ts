import { boolean, choice, date, dateTime, integer, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { logBookLabels } from './log-book.states.ts';

export const logBooks = listing({
  name: 'log-book',
  title: 'Log book',
  module: m.teacherLogbook,
  scope: 'centre',
  row: {
    teacher: text({ label: 'Teacher', max: 120, search: true }),
    onDate: date({ label: 'Day' }),
    section: text({ label: 'Section', max: 90, search: true }),
    answers: integer({ label: 'Topics answered' }),
    helpNeeded: boolean({ label: 'Help needed' }),
    status: choice({ label: 'Status', options: logBookLabels }),
    reviewer: text({ label: 'Reviewed by', max: 120, optional: true }),
    submittedAt: dateTime({ label: 'Submitted', optional: true }),
  },
  hidden: { sectionId: z.string(), staffId: z.string(), authorId: z.string() },
  shown: ['onDate', 'teacher', 'section', 'answers', 'helpNeeded', 'status', 'reviewer'],
  filters: {
    onDate: { ...date({ label: 'Day' }), filter: 'range' },
    sectionId: reference('section', { label: 'Section' }),
    helpNeeded: boolean({ label: 'Help needed' }),
  },
  sorts: ['onDate', 'teacher', 'section', 'submittedAt'],
  sort: '-onDate',
  state: 'status',
  tiles: { SUBMITTED: 'To review', DRAFT: 'Drafts' },
  can: ['edit', 'review'],
});
