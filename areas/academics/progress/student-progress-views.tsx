import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { ReportTable } from '@aangan/web/report/report-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { attendanceContract } from '../attendance/attendance.contract.ts';
import { skillLevels, studentProgress } from './student-progress.listing.ts';

stateTable('progress-card', {
  PUBLISHED: ['success', 'Published'],
  WITHDRAWN: ['warning', 'Withdrawn'],
  NONE: ['neutral', 'Not yet'],
});

type Row = ListingRow<typeof studentProgress.endpoints.list>;

function Children() {
  const opens = useSession().holds(attendanceContract.report.module, false);
  return (
    <ListingTable
      of={studentProgress}
      list={useListing(studentProgress)}
      {...(opens ? { rowLink: (row: Row) => `/attendance/report/${row.studentId}` } : {})}
      cells={{
        child: { second: (row: Row) => row.centre },
        card: { cell: (row: Row) => <StatusTag area="progress-card" state={row.card} /> },
      }}
      searchHint="Child"
      empty={{ title: 'No children here.', help: 'Choose the year in which children are enrolled.' }}
    />
  );
}

/** /student-progress-report/home */
export function StudentProgressViews() {
  return (
    <PageFrame title="Student progress" context="centre-year">
      <PageTabs
        param="view"
        tabs={[
          { value: 'skills', label: 'Skills', content: <ReportTable of={skillLevels} /> },
          { value: 'children', label: 'Children', content: <Children /> },
        ]}
      />
    </PageFrame>
  );
}
