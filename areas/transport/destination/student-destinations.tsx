// /transport/stundent-destination-assignment: where each child is brought, and who may receive it there.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { runDirections } from '../trip/trip.states.ts';
import { placeKinds } from './destination.record.ts';
import {
  AddDestination,
  ChangeDestination,
  ChangeOneDay,
  type DestinationRow,
  EndDestination,
} from './destination-steps.tsx';
import { studentDestinationContract as contract } from './student-destination.contract.ts';
import { studentDestinations } from './student-destination.listing.ts';
import { busThere, destinationStates } from './student-destination.states.ts';

stateTable('student-destination', {
  PLANNED: ['info', destinationStates.PLANNED],
  ACTIVE: ['success', destinationStates.ACTIVE],
  ENDED: ['neutral', destinationStates.ENDED],
});
stateTable('bus-there', {
  YES: ['success', busThere.YES],
  STOP: ['neutral', busThere.STOP],
  NO: ['warning', busThere.NO],
});

type Step = 'change' | 'one-day' | 'end';
const NOBODY = 'Nobody may receive';

const Received = ({ row }: { row: DestinationRow }) =>
  row.nobody === 'YES' ? (
    <Text size="sm" c="var(--a-danger-text)">
      {NOBODY}
    </Text>
  ) : (
    <Text size="sm">{row.receivers ?? 'At the centre'}</Text>
  );

const cells = {
  child: { minWidth: 180, second: (row: DestinationRow) => row.admissionNo },
  destination: {
    minWidth: 160,
    second: (row: DestinationRow) => (row.oneDay === 'YES' ? 'This day only' : null),
  },
  receivers: { minWidth: 180, cell: (row: DestinationRow) => <Received row={row} /> },
  bus: stateColumn('bus-there', (row: DestinationRow) => row.bus, { id: 'bus', label: 'Bus' }),
  state: stateColumn('student-destination', (row: DestinationRow) => row.state, {
    id: 'state',
    label: 'State',
  }),
};

export function StudentDestinations() {
  const list = useListing(studentDestinations);
  const [adding, setAdding] = useState(false);
  const mayWrite = useSession().holds(contract.add.module, true);
  const add = {
    label: 'Assign destination',
    icon: <IconPlus {...icon} />,
    hidden: !mayWrite,
    run: () => setAdding(true),
  };
  return (
    <PageFrame
      title={studentDestinations.title}
      count={list.total ?? undefined}
      context="centre"
      primary={add}
      fill
    >
      <ListingTable
        of={studentDestinations}
        list={list}
        cells={cells}
        drawer={DestinationDrawer}
        searchHint="Child, admission number or destination"
        empty={{
          title: 'Every child goes home by the route stop.',
          help: 'Assign a destination to a child who is brought elsewhere.',
        }}
      />
      {adding && <AddDestination onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}

function DestinationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  const [step, take] = useState<Step | null>(null);
  const done = () => take(null);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.child ?? 'Destination'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Facts
              items={[
                { label: 'State', value: <StatusTag area="student-destination" state={row.state} /> },
                { label: 'Admission no.', value: row.admissionNo },
                { label: 'Destination', value: `${row.destination} (${placeKinds[row.kind]})` },
                { label: 'Address', value: row.address, hidden: !row.address },
                { label: 'Direction', value: runDirections[row.direction] },
                { label: 'Days', value: row.oneDay === 'YES' ? 'This day only' : row.days },
                { label: 'From', value: <DateText day={row.fromOn} /> },
                { label: 'To', value: <DateText day={row.toOn} />, hidden: !row.toOn },
                { label: 'Received by', value: <Received row={row} /> },
                { label: 'Bus', value: <StatusTag area="bus-there" state={row.bus} /> },
              ]}
            />
            <Group gap="sm">
              {row.can.change && row.oneDay === 'NO' && (
                <Button onClick={() => take('change')}>Change</Button>
              )}
              {row.can.change && (
                <Button variant="default" onClick={() => take('one-day')}>
                  Change one day
                </Button>
              )}
              {row.can.end && (
                <Button variant="default" color="danger" onClick={() => take('end')}>
                  End
                </Button>
              )}
            </Group>
            <HistoryPanel kind="student-destination" id={id} />
            {step === 'change' && <ChangeDestination row={row} onClose={done} />}
            {step === 'one-day' && <ChangeOneDay row={row} onClose={done} />}
            {step === 'end' && <EndDestination row={row} onClose={done} />}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
