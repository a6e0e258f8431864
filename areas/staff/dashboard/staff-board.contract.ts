import { bars, board, figure, lines, names } from '@aangan/contract/board.ts';
import { staffDocuments } from '../document/staff-document.listing.ts';
import { leaveRequests } from '../leave/leave-request.listing.ts';
import { staffModules } from '../modules.ts';
import { attendanceRequests } from '../request/attendance-request.listing.ts';
import { staffListContract } from '../staff/staff-list.contract.ts';

const people = { path: '/staff/details', list: staffListContract.list, measures: 'rows' } as const;
const leave = {
  path: '/staff/leaveReport?tab=requests',
  list: leaveRequests.endpoints.list,
  measures: 'rows',
} as const;

/** /staff/dashboard: who works, who is here, and what waits. */
export const staffBoard = board({
  name: 'staff.dashboard',
  summary: 'Staff of the centre, or of all centres in reach: states, presence, leave and what waits.',
  module: staffModules.staffDashboard,
  input: {},
  cards: {
    approved: figure({ label: 'Approved', unit: 'count', opens: people }),
    pending: figure({ label: 'Waiting for approval', unit: 'count', opens: people }),
    suspended: figure({ label: 'Suspended', unit: 'count', opens: people }),
    present: figure({ label: 'Checked in today', unit: 'count' }),
    leaveRequests: figure({ label: 'Leave to decide', unit: 'count', opens: leave }),
    attendanceRequests: figure({
      label: 'Attendance requests to decide',
      unit: 'count',
      opens: {
        path: '/staff/leaveReport?tab=attendance',
        list: attendanceRequests.endpoints.list,
        measures: 'rows',
      },
    }),
    expiring: figure({
      label: 'Documents expiring',
      unit: 'count',
      opens: {
        path: '/staff/documents/upload?tab=queue',
        list: staffDocuments.endpoints.list,
        measures: 'rows',
      },
    }),
    attendance: lines({
      label: 'Attendance by week, in %',
      unit: 'count',
      series: { percent: 'Present, per cent of the days worked' },
      empty: { title: 'No attendance yet', help: 'It begins with the first check-in.' },
    }),
    centres: bars({
      label: 'Staff by centre',
      unit: 'count',
      series: { approved: 'Approved', pending: 'Waiting', away: 'On leave today' },
    }),
    onLeave: names({ label: 'On leave today', empty: 'Nobody is on leave today.' }),
    unexplained: names({ label: 'Not here and not explained', empty: 'Everybody is here or explained.' }),
    unapproved: names({
      label: 'With a section, but not approved',
      empty: 'Everybody with a section is approved.',
    }),
  },
});
