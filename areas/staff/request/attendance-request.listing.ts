import { choice, date, dateTime, longText, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { staffModules as m } from '../modules.ts';
import { requestHalves, requestKinds, requestTitles } from './attendance-request.states.ts';

/** Corrections of attendance that were asked for: the own ones, and all of the centre for whoever keeps it. */
export const attendanceRequests = listing({
  name: 'attendance-request',
  title: 'Attendance requests',
  module: [m.TeacherAttendance, m.CenterHeadAttendance],
  scope: 'centre',
  row: {
    staffName: text({ label: 'Name', max: 130, search: true }),
    employeeCode: text({ label: 'Code', max: 20, search: true }),
    kind: choice({ label: 'Type', options: requestKinds }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To' }),
    halves: choice({ label: 'Part of the day', options: requestHalves }),
    reason: longText({ label: 'Reason', max: 300 }),
    createdAt: dateTime({ label: 'Requested' }),
    status: choice({ label: 'Status', options: requestTitles }),
  },
  hidden: {},
  shown: ['staffName', 'kind', 'fromOn', 'toOn', 'reason', 'status', 'createdAt'],
  filters: {
    kind: choice({ label: 'Type', options: requestKinds }),
    fromOn: date({ label: 'From', filter: 'range' }),
  },
  sorts: ['fromOn', 'createdAt', 'staffName'],
  sort: '-fromOn',
  state: 'status',
  tiles: { APPLIED: 'Awaiting decision' },
  can: [],
});
