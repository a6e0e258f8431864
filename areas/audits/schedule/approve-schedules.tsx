import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import '../audits-look.tsx';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { amsSchedules } from './ams-schedule.listing.ts';
import { MovesToDecide } from './moves-to-decide.tsx';
import { SCHEDULE_REFRESH } from './planned-month.ts';
import { VisitLine } from './visit-line.tsx';

type Row = ListingRow<typeof amsSchedules.endpoints.list>;
const monthOf = (row: Row) => formatDate(row.month).slice(3);

/** /amsv1/viewApprovedSchedule: months to approve, approved and returned; and the moves that are asked for. */
export function ApproveSchedules() {
  return (
    <PageFrame title="Schedules" fill>
      <PageTabs
        tabs={[
          { value: 'schedules', label: 'Schedules', content: <Schedules /> },
          { value: 'moves', label: 'Moves', content: <MovesToDecide /> },
        ]}
      />
    </PageFrame>
  );
}

function Schedules() {
  const list = useListing(amsSchedules);
  const [asked, ask] = useState<{ what: 'visits' | 'return'; row: Row } | null>(null);
  const approve = useCommand(contract.approve, {
    refresh: SCHEDULE_REFRESH,
    onDone: ({ visits }) =>
      notice.ok(visits === 1 ? 'One visit is approved' : `${visits} visits are approved`),
    onError: (error) => notice.error(error),
  });
  return (
    <>
      <ListingTable
        of={amsSchedules}
        list={list}
        cells={{
          month: { cell: (row: Row) => monthOf(row) },
          status: {
            cell: (row: Row) => <StatusTag area="ams-schedule" state={row.status} />,
            second: (row: Row) => row.note,
          },
        }}
        searchHint="Academic manager or zone"
        actions={(row: Row) => [
          {
            label: 'Visits',
            icon: <IconList {...icon} />,
            frequent: true,
            run: () => ask({ what: 'visits', row }),
          },
          {
            label: 'Approve',
            icon: <IconCheck {...icon} />,
            frequent: true,
            hidden: !row.can.approve,
            run: () => void approve.run({ id: row.id }, { ifMatch: row.version }),
          },
          { label: 'Return', hidden: !row.can.return, run: () => ask({ what: 'return', row }) },
        ]}
        empty={{
          title: 'No schedules here.',
          help: 'A month that an academic manager submits stands here until it is decided.',
        }}
      />
      {asked?.what === 'visits' && <Visits row={asked.row} onClose={() => ask(null)} />}
      {asked?.what === 'return' && (
        <CommandDialog
          of={contract.return}
          title={`Return ${monthOf(asked.row)} to ${asked.row.person}`}
          confirm="Return"
          start={{ id: asked.row.id }}
          ifMatch={asked.row.version}
          refresh={SCHEDULE_REFRESH}
          done="The schedule is returned."
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

function Visits({ row, onClose }: { row: Row; onClose: () => void }) {
  const query = useQuery(contract.visits, { id: row.id });
  return (
    <Modal opened onClose={onClose} size="lg" title={`${row.person}, ${monthOf(row)}`}>
      <QueryState query={query}>
        {({ visits }) => (
          <Stack gap="sm">
            {visits.length === 0 && <Text size="sm">No visit at the chosen centres.</Text>}
            {visits.map((visit) => (
              <VisitLine key={visit.id} visit={visit} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}
