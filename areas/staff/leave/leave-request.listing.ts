import { choice, date, dateTime, integer, longText, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { staffModules as m } from '../modules.ts';
import { leaveTitles } from './leave.states.ts';

/** Leave that was asked for: the own requests, and all of the centre for whoever keeps its attendance. */
export const leaveRequests = listing({
  name: 'leave-request',
  title: 'Leave requests',
  module: [m.TeacherAttendance, m.CenterHeadAttendance],
  scope: 'centre',
  row: {
    staffName: text({ label: 'Name', max: 130, search: true }),
    employeeCode: text({ label: 'Code', max: 20, search: true }),
    type: text({ label: 'Type', max: 60 }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To' }),
    halves: integer({ label: 'Half days', min: 0, max: 730 }),
    reason: longText({ label: 'Reason', max: 300 }),
    createdAt: dateTime({ label: 'Requested' }),
    status: choice({ label: 'Status', options: leaveTitles }),
    note: longText({ label: 'Note', max: 300, optional: true }),
  },
  hidden: { typeId: z.string(), userId: z.string().nullable() },
  shown: ['staffName', 'type', 'fromOn', 'toOn', 'halves', 'status', 'createdAt'],
  filters: {
    typeId: reference('leave-type', { label: 'Type' }),
    fromOn: date({ label: 'From', filter: 'range' }),
    /** For links. */
    userId: text({ label: 'Whose', max: 40 }),
  },
  sorts: ['fromOn', 'createdAt', 'staffName'],
  sort: '-fromOn',
  state: 'status',
  tiles: { APPLIED: 'Awaiting decision', CANCEL_ASKED: 'Cancellations awaiting decision' },
  can: ['decide'],
});
