import { choice, date, dateTime, percent, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { enrollmentLabels } from './enrollment.states.ts';

export const sources = { ASSIGNED: 'Enrolled', REQUEST: 'Own request' } as const;
export const overdueWords = { YES: 'Overdue', NO: 'Not overdue' } as const;

/** /self-training/teacher-enrollment: who learns by which module, how far, until when. */
export const enrollments = listing({
  name: 'teacher-enrollment',
  title: 'Enrolments',
  module: [m.teacherEnrollment, m.approveTeacherEnrollment],
  scope: 'centre',
  row: {
    staff: text({ label: 'Staff', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 120 }),
    module: text({ label: 'Module', max: 120, search: true }),
    source: choice({ label: 'How', options: sources }),
    requestedByName: text({ label: 'Requested by', max: 130, optional: true }),
    requestedAt: dateTime({ label: 'Requested' }),
    dueOn: date({ label: 'Due', optional: true }),
    progressBp: percent({ label: 'Progress' }),
    bestScoreBp: percent({ label: 'Best score', optional: true }),
    overdue: choice({ label: 'Due day', options: overdueWords }),
    status: choice({ label: 'Status', options: enrollmentLabels }),
  },
  hidden: {
    moduleId: z.string(),
    staffId: z.string(),
    staffUserId: z.string().nullable(),
    requestedBy: z.string(),
    /** A test was failed as often as it may be taken. */
    usedUp: z.boolean(),
  },
  shown: ['staff', 'centre', 'module', 'dueOn', 'progressBp', 'bestScoreBp', 'requestedAt', 'status'],
  filters: {
    moduleId: reference('teacher-module', { label: 'Module' }),
    overdue: choice({ label: 'Due day', options: overdueWords }),
  },
  sorts: ['requestedAt', 'staff', 'module', 'dueOn', 'progressBp'],
  sort: '-requestedAt',
  state: 'status',
  tiles: {
    REQUESTED: 'To decide',
    APPROVED: 'Not begun',
    'IN PROGRESS': 'In progress',
    COMPLETED: 'Completed',
  },
  can: ['edit', 'allowAttempt', 'withdraw', 'decide'],
});
