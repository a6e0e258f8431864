import { choice, date, integer, integerReference, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { homeworkLabels } from './homework.states.ts';

export const homeworks = listing({
  name: 'homework',
  title: 'Homework',
  module: m.TeacherHomework,
  scope: 'centre',
  needsYear: true,
  row: {
    title: text({ label: 'Title', max: 120, search: true }),
    section: text({ label: 'Section', max: 80, search: true }),
    subject: text({ label: 'Subject', max: 40, optional: true }),
    assignedOn: date({ label: 'Assigned' }),
    dueOn: date({ label: 'Due' }),
    handedIn: integer({ label: 'Handed in' }),
    children: integer({ label: 'Children' }),
    toReview: integer({ label: 'To review' }),
    status: choice({ label: 'Status', options: homeworkLabels }),
  },
  hidden: {
    classId: z.int(),
    subjectId: z.string().nullable(),
    sectionId: z.string(),
    submission: z.string(),
    mine: z.boolean(),
  },
  shown: ['title', 'section', 'subject', 'assignedOn', 'dueOn', 'handedIn', 'toReview', 'status'],
  filters: {
    classId: integerReference('class', { label: 'Class' }),
    subjectId: reference('subject', { label: 'Subject' }),
    dueOn: date({ label: 'Due', filter: 'range' }),
  },
  sorts: ['title', 'section', 'assignedOn', 'dueOn'],
  sort: '-dueOn',
  state: 'status',
  tiles: { PUBLISHED: 'Open', DRAFT: 'Drafts' },
  can: ['edit', 'publish', 'withdraw', 'remind'],
});
