import {
  choice,
  date,
  dateTime,
  integer,
  integerReference,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { diaryLabels } from './diary.states.ts';
import { moduleOfKind } from './diary-kinds.ts';

/** One list for each kind of diary, behind its own module: the same rows, columns and steps. */
const shared = {
  scope: 'centre',
  needsYear: true,
  row: {
    topic: text({ label: 'Topic', max: 120, search: true }),
    onDate: date({ label: 'Date' }),
    section: text({ label: 'Section', max: 80, search: true }),
    subject: text({ label: 'Subject', max: 40, optional: true }),
    teacher: text({ label: 'Written by', max: 120, optional: true }),
    files: integer({ label: 'Files' }),
    children: integer({ label: 'Children' }),
    seen: integer({ label: 'Seen' }),
    acknowledged: integer({ label: 'Acknowledged' }),
    publishAt: dateTime({ label: 'Published', optional: true }),
    status: choice({ label: 'Status', options: diaryLabels }),
  },
  hidden: {
    sectionId: z.string(),
    classId: z.int(),
    subjectId: z.string().nullable(),
    ackRequired: z.boolean(),
    /** The reader acts for the section today. */
    mine: z.boolean(),
  },
  sorts: ['onDate', 'section', 'topic', 'publishAt'],
  sort: '-onDate',
  state: 'status',
  tiles: { DRAFT: 'Drafts', PUBLISHED: 'Published' },
  can: ['edit', 'publish', 'withdraw', 'remind'],
} as const;
const filters = {
  classId: integerReference('class', { label: 'Class' }),
  onDate: date({ label: 'Date', filter: 'range' }),
};
const bySubject = { ...filters, subjectId: reference('subject', { label: 'Subject' }) };

export const generalDiaries = listing({
  ...shared,
  name: 'general-diary',
  title: 'General diary',
  module: moduleOfKind.GENERAL,
  shown: ['topic', 'onDate', 'section', 'children', 'files', 'seen', 'acknowledged', 'publishAt', 'status'],
  filters,
});
export const subjectDiaries = listing({
  ...shared,
  name: 'subject-diary',
  title: 'Subject diary',
  module: moduleOfKind.SUBJECT,
  shown: ['topic', 'onDate', 'section', 'subject', 'files', 'seen', 'acknowledged', 'publishAt', 'status'],
  filters: bySubject,
});
export const classworks = listing({
  ...shared,
  name: 'classwork',
  title: 'Classwork',
  module: moduleOfKind.CLASSWORK,
  shown: ['topic', 'onDate', 'section', 'subject', 'files', 'seen', 'publishAt', 'status'],
  filters: bySubject,
});
