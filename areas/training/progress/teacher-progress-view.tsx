import { ListingScreen } from '@aangan/web/listing/listing-screen.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { enrollments } from '../enrollment/enrollment.listing.ts';
import { teacherProgress } from './teacher-progress.listing.ts';

stateTable('teacher-progress', {
  OVERDUE: ['danger', 'Overdue'],
  OPEN: ['info', 'Learning'],
  DONE: ['success', 'Up to date'],
  NONE: ['neutral', 'Nothing assigned'],
});

type Row = ListingRow<typeof teacherProgress.endpoints.list>;

/** /teacher-progress-report/home; a teacher opens its enrolments. */
export function TeacherProgressView() {
  const opens = useSession().holds(enrollments.endpoints.list.module, false);
  return (
    <ListingScreen
      of={teacherProgress}
      {...(opens
        ? {
            rowLink: (row: Row) =>
              `/self-training/teacher-enrollment?q=${encodeURIComponent(row.employeeCode)}`,
          }
        : {})}
      cells={{
        teacher: { second: (row: Row) => row.employeeCode },
        state: { cell: (row: Row) => <StatusTag area="teacher-progress" state={row.state} /> },
      }}
      searchHint="Teacher or employee code"
      empty={{
        title: 'No approved teachers here.',
        help: 'Staff of the category Teaching, once they are approved.',
      }}
    />
  );
}
