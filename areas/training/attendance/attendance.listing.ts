import { choice, integer, percent, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { overallMarks } from './attendance.states.ts';

/** /trainer-led/attendance-details/{trainingID}: who was there, over all sessions. */
export const attendances = listing({
  name: 'training-presence',
  title: 'Attendance',
  module: m.trainingByTrainersMarkAttendance,
  scope: 'centre',
  row: {
    staff: text({ label: 'Staff', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    code: text({ label: 'Number', max: 20 }),
    training: text({ label: 'Training', max: 150 }),
    sessions: text({ label: 'Sessions', max: 200, optional: true }),
    attendedMin: integer({ label: 'Minutes', min: 0 }),
    heldMin: integer({ label: 'Of minutes', min: 0 }),
    shareBp: percent({ label: 'Share', optional: true }),
    note: text({ label: 'Note', max: 300, optional: true }),
    mark: choice({ label: 'Mark', options: overallMarks }),
  },
  hidden: { trainingId: z.string(), staffId: z.string() },
  shown: ['staff', 'centre', 'sessions', 'attendedMin', 'heldMin', 'shareBp', 'note', 'mark'],
  filters: { trainingId: text({ label: 'Training', max: 36 }) },
  sorts: ['staff', 'centre', 'attendedMin'],
  sort: 'staff',
  state: 'mark',
  can: [],
});
