import { choice, integer, percent, text, yesNo } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { learningStates } from '../progress/teacher-progress.listing.ts';

/** /self-training/teacher-performance: approved staff with what they learn, their scores and their attendance; nobody is ranked. */
export const performances = listing({
  name: 'teacher-performance',
  title: 'Teacher performance',
  module: m.teacherPerformance,
  scope: 'centre',
  personal: { subject: 'STAFF', purpose: 'teacher performance' },
  row: {
    staff: text({ label: 'Staff', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    modules: integer({ label: 'Modules', help: 'Enrolments that were not rejected, withdrawn or lapsed.' }),
    completed: integer({ label: 'Completed' }),
    progressBp: percent({ label: 'Progress', optional: true, help: 'Mean of those modules.' }),
    meanBp: percent({ label: 'Mean score', optional: true, help: 'Of the best attempts, module by module.' }),
    trainings: integer({
      label: 'Trainings',
      help: 'Live trainings where they were present, at least in part.',
    }),
    attendanceBp: percent({
      label: 'Attendance',
      optional: true,
      help: 'Minutes present of minutes held, over all live trainings that were marked.',
    }),
    active: choice({ label: 'Learning now', options: yesNo }),
    overdue: choice({ label: 'Overdue', options: yesNo }),
    thisMonth: choice({ label: 'Completed this month', options: yesNo }),
    state: choice({ label: 'Learning', options: learningStates }),
  },
  hidden: { staffId: z.string() },
  shown: [
    'staff',
    'centre',
    'modules',
    'completed',
    'progressBp',
    'meanBp',
    'trainings',
    'attendanceBp',
    'state',
  ],
  filters: {
    active: choice({ label: 'Learning now', options: yesNo }),
    overdue: choice({ label: 'Overdue', options: yesNo }),
    thisMonth: choice({ label: 'Completed this month', options: yesNo }),
  },
  sorts: ['staff', 'centre', 'modules', 'completed', 'trainings'],
  sort: 'staff',
  state: 'state',
  can: [],
});
