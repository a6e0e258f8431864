import { command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { admissionModules } from '../modules.ts';

const sessions = ['MORNING', 'AFTERNOON', 'FULL_DAY'] as const;
const cell = z.object({
  classId: z.int(),
  className: z.string(),
  daySession: z.enum(sessions),
  /** Null: the centre sets no limit for this class and session. */
  capacity: z.int().nullable(),
  overbook: z.int(),
  holdDays: z.int(),
  closed: z.boolean(),
  enrolled: z.int(),
  held: z.int(),
  expected: z.int(),
  left: z.int().nullable(),
  waiting: z.int(),
  /** Sum of the capacities of the sections; differs from the seats when somebody has to look. */
  sections: z.int(),
  version: z.int(),
});

export const seatContract = {
  list: query({
    name: 'seat.list',
    summary: 'Seats of every class and session: offered, taken, kept, expected, left, waiting.',
    module: [admissionModules.AdmissionForm, admissionModules.registration],
    scope: 'centre',
    needsCentre: true,
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({ cells: z.array(cell), canChange: z.boolean() }),
  }),
  set: command({
    name: 'seat.set',
    summary: 'Set how many seats a class and session offers; a freed seat is offered to who waits.',
    module: admissionModules.AdmissionForm,
    write: true,
    scope: 'centre',
    needsCentre: true,
    needsYear: true,
    input: z.strictObject({
      classId: z.int(),
      daySession: z.enum(sessions),
      capacity: z.int().min(0, 'At least 0').max(500, 'At most 500'),
      overbook: z.int().min(0).max(20, 'At most 20').default(0),
      holdDays: z.int().min(1, 'At least 1 day').max(30, 'At most 30 days').default(7),
      closed: z.boolean().default(false),
    }),
    output: z.object({ left: z.int(), offered: z.int() }),
  }),
};
