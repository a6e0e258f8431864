import { choice, integer, percent, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';

export const learningStates = {
  OVERDUE: 'Overdue',
  OPEN: 'Learning',
  DONE: 'Up to date',
  NONE: 'Nothing assigned',
} as const;

/** /teacher-progress-report/home: each approved teacher with its learning and the registers it kept; nobody is ranked. */
export const teacherProgress = listing({
  name: 'teacher-progress',
  title: 'Teacher progress',
  // Of the reports area, whose screen this is.
  module: 'TeacherProgressReport',
  scope: 'centre',
  personal: { subject: 'STAFF', purpose: 'teacher progress report' },
  row: {
    teacher: text({ label: 'Teacher', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    modules: integer({ label: 'Modules', help: 'Enrolments that were not rejected, withdrawn or lapsed.' }),
    completed: integer({ label: 'Completed' }),
    overdue: integer({ label: 'Overdue', help: 'Not completed, and the due day has passed.' }),
    progress: percent({
      label: 'Slowest module',
      optional: true,
      help: 'Of the modules that are not completed, the furthest behind.',
    }),
    registers: integer({ label: 'Registers', help: 'Class registers the teacher submitted in the year.' }),
    state: choice({ label: 'Learning', options: learningStates }),
  },
  hidden: { staffId: z.string() },
  shown: ['teacher', 'centre', 'modules', 'completed', 'overdue', 'progress', 'registers', 'state'],
  filters: {},
  sorts: ['teacher', 'modules', 'completed', 'overdue'],
  sort: 'teacher',
  state: 'state',
  tiles: learningStates,
  can: [],
});
