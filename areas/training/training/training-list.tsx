import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatClock, formatDay } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import '../training-look.tsx';
import { trainingModules as m } from '../modules.ts';
import { trainingContract as contract } from './training.contract.ts';
import { trainings } from './training.listing.ts';

type Row = ListingRow<typeof trainings.endpoints.list>;
export const LIST = '/trainer-led/all-trainings';
export const trainingPath = (id: string): string => pathWithId('/trainer-led/edit-training/{id}', id);
export const registerPath = (id: string): string =>
  pathWithId('/trainer-led/register-staff/{trainingID}', id);
const NEW = '/trainer-led/new-training';

const ReportOfTrainings = part(() => import('../report/training-reports.tsx'), 'TrainingReport');

/** /trainer-led/all-trainings; with `?view=report` the report of them. */
export function TrainingList() {
  const [view] = useParam('view');
  const reports = useSession().holds(m.trainingByTrainersReport, false);
  return view !== null && reports ? <ReportOfTrainings /> : <Trainings />;
}

function Trainings() {
  const list = useListing(trainings);
  const navigate = useNavigate();
  const creates = useSession().holds(m.trainingByTrainersCreate, true);
  const [cancelling, setCancelling] = useState<Row | null>(null);
  return (
    <PageFrame
      title={trainings.title}
      count={list.total ?? undefined}
      fill
      primary={{ label: 'New training', icon: <IconPlus {...icon} />, to: NEW, hidden: !creates }}
    >
      <ListingTable
        of={trainings}
        list={list}
        cells={{
          title: { minWidth: 200, second: (row) => row.category },
          category: { hidden: true },
          fromDate: {
            second: (row) => (row.toDate === row.fromDate ? null : `to ${formatDay(row.toDate)}`),
          },
          toDate: { hidden: true },
          times: { cell: (row) => row.times.split('–').map(formatClock).join(' – ') },
          trainers: { minWidth: 200 },
          seated: {
            cell: (row) => (row.capacity === null ? row.seated : `${row.seated} of ${row.capacity}`),
          },
          status: { cell: (row) => <StatusTag area="training" state={row.status} /> },
        }}
        searchHint="Number or title"
        rowLink={(row) => (creates ? trainingPath(row.id) : null)}
        actions={(row) => [
          {
            label: 'Edit',
            edit: true,
            frequent: true,
            hidden: !row.can.edit,
            run: () => void navigate(trainingPath(row.id)),
          },
          {
            label: 'Register staff',
            frequent: true,
            hidden: !row.can.register,
            run: () => void navigate(registerPath(row.id)),
          },
          {
            label: 'Registrations',
            hidden: !row.can.registrations,
            run: () => void navigate(pathWithId('/trainer-led/registration-details/{id}', row.id)),
          },
          {
            label: 'Mark attendance',
            hidden: !row.can.mark,
            run: () => void navigate(pathWithId('/trainer-led/mark-attendance/{trainingID}', row.id)),
          },
          {
            label: 'Attendance',
            hidden: !row.can.attendance,
            run: () => void navigate(pathWithId('/trainer-led/attendance-details/{trainingID}', row.id)),
          },
          {
            label: 'Cancel training',
            danger: true,
            hidden: !row.can.cancel,
            run: () => setCancelling(row),
          },
        ]}
        empty={{
          title: 'No trainings yet',
          help: 'A training has its sessions, its trainers and an audience.',
          ...(creates ? { action: { label: 'New training', to: NEW } } : {}),
        }}
      />
      {cancelling ? <CancelTraining row={cancelling} onClose={() => setCancelling(null)} /> : null}
    </PageFrame>
  );
}

interface CancelProps {
  row: Pick<Row, 'id' | 'version' | 'code' | 'title'>;
  onClose: () => void;
}

export const CancelTraining = ({ row, onClose }: CancelProps) => (
  <CommandDialog
    of={contract.cancel}
    title={`Cancel ${row.code}`}
    text={`${row.title}. Its sessions do not take place.`}
    confirm="Cancel training"
    danger
    start={{ id: row.id }}
    ifMatch={row.version}
    refresh={['training', 'online-meeting']}
    done="The training is cancelled."
    onClose={onClose}
  />
);
