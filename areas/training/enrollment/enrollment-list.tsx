import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { progressText } from '../progress/progress-text.ts';
import '../training-look.tsx';
import { trainingModules as m } from '../modules.ts';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { enrollments } from './enrollment.listing.ts';

export type EnrollmentRow = ListingRow<typeof enrollments.endpoints.list>;
export const LIST = '/self-training/teacher-enrollment';
export const editPath = (id: string): string =>
  pathWithId('/self-training/edit-teacher-enrollment/{enrollID}', id);
export const decidePath = (id: string): string =>
  pathWithId('/self-training/approve-teacher-enrollment/{enrollID}', id);
const NEW = '/self-training/add-teacher-enrollment';

/** /self-training/teacher-enrollment: who learns by which module, and what waits for a decision. */
export function EnrollmentList() {
  const list = useListing(enrollments);
  const { holds } = useSession();
  const navigate = useNavigate();
  const [withdrawing, setWithdrawing] = useState<EnrollmentRow | null>(null);
  const allow = useCommand(contract.allowAttempt, {
    onDone: () => notice.ok('One more attempt is allowed.'),
    onError: (error) => notice.error(error),
  });
  const writes = holds(m.teacherEnrollment, true);
  return (
    <PageFrame
      title={enrollments.title}
      count={list.total ?? undefined}
      context="centre"
      fill
      primary={{ label: 'Enrol staff', icon: <IconPlus {...icon} />, to: NEW, hidden: !writes }}
    >
      <ListingTable
        of={enrollments}
        list={list}
        cells={{
          staff: { minWidth: 180, second: (row) => row.employeeCode },
          module: { minWidth: 200 },
          progressBp: { cell: (row) => progressText(row.progressBp) },
          dueOn: {
            cell: (row) =>
              row.dueOn === null ? (
                '–'
              ) : row.overdue === 'YES' ? (
                <Text span inherit c="var(--a-danger-text)">
                  <DateText day={row.dueOn} />, overdue
                </Text>
              ) : (
                <DateText day={row.dueOn} />
              ),
          },
          status: { cell: (row) => <StatusTag area="teacher-enrollment" state={row.status} /> },
        }}
        searchHint="Name, employee code or module"
        rowLink={(row) => (row.can.decide ? decidePath(row.id) : row.can.edit ? editPath(row.id) : null)}
        actions={(row) => [
          {
            label: 'Decide',
            frequent: true,
            hidden: !row.can.decide,
            run: () => void navigate(decidePath(row.id)),
          },
          {
            label: 'Allow one more attempt',
            hidden: !row.can.allowAttempt,
            run: () => void allow.run({ id: row.id }, { ifMatch: row.version }),
          },
          { label: 'Edit', edit: true, hidden: !row.can.edit, run: () => void navigate(editPath(row.id)) },
          {
            label: 'Withdraw',
            danger: true,
            hidden: !row.can.withdraw,
            run: () => setWithdrawing(row),
          },
        ]}
        empty={{
          title: 'Nobody is enrolled yet',
          help: 'Enrol staff in a published module; some modules need an approval first.',
          ...(writes ? { action: { label: 'Enrol staff', to: NEW } } : {}),
        }}
      />
      {withdrawing ? <Withdraw row={withdrawing} onClose={() => setWithdrawing(null)} /> : null}
    </PageFrame>
  );
}

interface WithdrawProps {
  row: Pick<EnrollmentRow, 'id' | 'version' | 'staff' | 'module'>;
  onClose: () => void;
}

export const Withdraw = ({ row, onClose }: WithdrawProps) => (
  <CommandDialog
    of={contract.withdraw}
    title={`Withdraw ${row.staff}`}
    text={`From ${row.module}.`}
    confirm="Withdraw"
    danger
    start={{ id: row.id }}
    ifMatch={row.version}
    refresh={['teacher-enrollment']}
    done="Withdrawn."
    onClose={onClose}
  />
);
