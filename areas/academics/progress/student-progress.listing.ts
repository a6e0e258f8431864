import { choice, integer, integerReference, percent, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { report } from '@aangan/contract/report.ts';
import * as z from 'zod';

/** Of the reports area, whose screen this is. */
const module = 'StudentProgressReport';

export const cardStates = { PUBLISHED: 'Published', WITHDRAWN: 'Withdrawn', NONE: 'Not yet' } as const;

/** /student-progress-report/home: each child of the year with what is known of its work; no child is ranked. */
export const studentProgress = listing({
  name: 'student-progress',
  title: 'Children',
  module,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'STUDENT', purpose: 'student progress report' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    className: text({ label: 'Class', max: 80 }),
    section: text({ label: 'Section', max: 60, optional: true }),
    centre: text({ label: 'Centre', max: 140 }),
    attendance: percent({
      label: 'Attendance',
      optional: true,
      help: 'Present days of the marked working days of the year.',
    }),
    homework: integer({
      label: 'Homework given',
      help: 'Published homework of its sections that is handed in.',
    }),
    handedIn: integer({ label: 'Handed in' }),
    graded: integer({ label: 'Skills graded', help: 'Parameters with a level in the year.' }),
    card: choice({ label: 'Last report card', options: cardStates }),
  },
  hidden: { studentId: z.string(), classId: z.int(), sectionId: z.string().nullable() },
  shown: ['child', 'className', 'section', 'attendance', 'homework', 'handedIn', 'graded', 'card'],
  filters: {
    classId: integerReference('class', { label: 'Class' }),
    sectionId: reference('section', { label: 'Section' }),
  },
  sorts: ['child', 'className'],
  sort: 'child',
  state: 'card',
  can: [],
});

export const termNumbers = { 1: 'Term 1', 2: 'Term 2', 3: 'Term 3' } as const;

/** How many children stand at each level of a skill. */
export const skillLevels = report({
  name: 'skill-levels-report',
  title: 'Skills',
  module,
  scope: 'centre',
  needsYear: true,
  definition:
    'One row for each skill and level of its scale: entries of teachers in the year, and the children they are of. Levels are counted, never averaged.',
  filters: {
    term: choice({ label: 'Term', options: termNumbers }),
    classId: integerReference('class', { label: 'Class' }),
  },
  row: {
    skill: text({ label: 'Skill', max: 80 }),
    level: text({ label: 'Level', max: 40 }),
    children: integer({
      label: 'Children',
      help: 'Each child once, however many parameters of the skill it has at this level.',
    }),
    entries: integer({ label: 'Entries', help: 'Parameters of the skill that teachers put at this level.' }),
  },
  sums: ['entries'],
  tiles: ['entries'],
});
