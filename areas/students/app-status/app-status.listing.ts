import {
  boolean,
  choice,
  dateTime,
  integer,
  integerReference,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { report } from '@aangan/contract/report.ts';
import * as z from 'zod';
import { appStates } from './app-status.states.ts';

/** Of the reports area, whose screen this is. */
const MODULE = 'parentsAppStatus';

/** /ie-app-status/parentsStatusReport: each guardian of a child who is here, with the way it stands to the app. */
export const appStatuses = listing({
  name: 'parent-app-status',
  title: 'Guardians',
  module: MODULE,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'STUDENT', purpose: 'parents’ app status' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    className: text({ label: 'Class', max: 80 }),
    centre: text({ label: 'Centre', max: 140 }),
    guardian: text({ label: 'Guardian', max: 100, search: true }),
    relation: text({ label: 'Relation', max: 20 }),
    mobile: text({ label: 'Mobile', max: 20, optional: true }),
    covered: boolean({ label: 'Child covered' }),
    invitedAt: dateTime({ label: 'Invited', optional: true }),
    lastSeen: dateTime({ label: 'Last seen', optional: true }),
    status: choice({ label: 'Status', options: appStates }),
  },
  hidden: { studentId: z.string(), classId: z.int(), sectionId: z.string().nullable() },
  shown: ['child', 'className', 'guardian', 'relation', 'mobile', 'lastSeen', 'status'],
  filters: {
    covered: boolean({ label: 'Child covered' }),
    classId: integerReference('class', { label: 'Class' }),
    sectionId: reference('section', { label: 'Section' }),
  },
  sorts: ['child', 'guardian', 'lastSeen'],
  sort: 'child',
  state: 'status',
  tiles: { ACTIVE: 'Active', DORMANT: 'Dormant', INVITED: 'Invited', NOT_INVITED: 'Never invited' },
  can: [],
});

/** By class: children who have a guardian that uses the app. */
export const appCoverage = report({
  name: 'app-coverage-report',
  title: 'Coverage',
  module: MODULE,
  scope: 'centre',
  needsYear: true,
  definition:
    'One row for each class: its children of the year who are here. A child is covered when one of its guardians was signed in within 30 days; a guardian whose access is restricted does not count.',
  row: {
    className: text({ label: 'Class', max: 80 }),
    children: integer({ label: 'Children' }),
    covered: integer({
      label: 'Covered',
      help: 'Children with a guardian who was signed in within 30 days.',
    }),
    uncovered: integer({ label: 'Not covered', help: 'Children - covered.' }),
  },
  sums: ['children', 'covered', 'uncovered'],
  tiles: ['children', 'covered', 'uncovered'],
  chart: ['covered', 'uncovered'],
});
