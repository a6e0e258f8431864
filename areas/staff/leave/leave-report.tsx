import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import '../staff-look.tsx';
import { staffModules } from '../modules.ts';
import { attendanceRequests } from '../request/attendance-request.listing.ts';
import { daysOf } from './leave-count.ts';
import { leaveRequests } from './leave-request.listing.ts';

const LeaveBalances = part(() => import('./leave-balances.tsx'), 'LeaveBalances');
const WhoIsAway = part(() => import('./who-is-away.tsx'), 'WhoIsAway');

/** /staff/leaveReport: of the centre for who keeps its attendance, the own figures for everybody else. */
export function LeaveReport() {
  const { holds, franchisee } = useSession();
  const keeps = holds(staffModules.CenterHeadAttendance);
  const applies = holds(staffModules.TeacherAttendance, true);
  return (
    <PageFrame
      title="Leave"
      context="centre"
      primary={applies ? { label: 'Apply for leave', to: '/staff/applyLeave' } : undefined}
      menu={[
        { label: 'Ask for an attendance correction', to: '/staff/applyAttendance', hidden: !applies },
        {
          label: 'Leave types',
          to: '/staff/details?tab=leave-types',
          hidden: !holds(staffModules.staffApprove),
        },
      ]}
    >
      <PageTabs
        tabs={[
          { value: 'balances', label: 'Balances', content: <LeaveBalances /> },
          { value: 'requests', label: 'Requests', content: <Requests /> },
          { value: 'attendance', label: 'Attendance requests', content: <Corrections /> },
          { value: 'calendar', label: 'Who is away', hidden: !keeps || !franchisee, content: <WhoIsAway /> },
        ]}
      />
    </PageFrame>
  );
}

function Requests() {
  const list = useListing(leaveRequests);
  return (
    <ListingTable
      of={leaveRequests}
      list={list}
      rowLink={(row) => `/staff/leaveView/${row.id}`}
      cells={{
        staffName: { minWidth: 150, second: (row) => row.employeeCode },
        halves: { label: 'Days', cell: (row) => daysOf(row.halves) },
        status: stateColumn('leave-request', (row: { status: string }) => row.status, { width: 170 }),
      }}
      searchHint="Name or code"
      empty={{ title: 'No leave asked for', help: 'Requests stand here from the day they are made.' }}
    />
  );
}

function Corrections() {
  const list = useListing(attendanceRequests);
  return (
    <ListingTable
      of={attendanceRequests}
      list={list}
      rowLink={(row) => `/staff/attendanceView/${row.id}`}
      cells={{
        staffName: { minWidth: 150, second: (row) => row.employeeCode },
        status: stateColumn('attendance-request', (row: { status: string }) => row.status, { width: 130 }),
      }}
      searchHint="Name or code"
      empty={{ title: 'No corrections asked for', help: 'A missed check-in or duty elsewhere stands here.' }}
    />
  );
}
