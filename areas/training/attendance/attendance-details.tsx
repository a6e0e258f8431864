import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay, formatPercent } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Drawer, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { trainingModules as m } from '../modules.ts';
import { TrainingFacts } from '../seat/training-card.tsx';
import { LIST } from '../training/training-list.tsx';
import { attendanceContract as contract } from './attendance.contract.ts';
import { attendances } from './attendance.listing.ts';
import { markSources } from './attendance.states.ts';

type Row = ListingRow<typeof attendances.endpoints.list>;
const filters = listingFilters(attendances);

/** /trainer-led/attendance-details/{trainingID}: minutes, share and mark of everybody, with the reason behind each. */
export function AttendanceDetails() {
  const { trainingID = '' } = useParams();
  const training = useQuery(contract.grid, { id: trainingID }, { fresh: 0 });
  const input = useMemo(() => ({ trainingId: trainingID }), [trainingID]);
  const list = useList(attendances.endpoints.list, { filters, sort: attendances.sort, input });
  const writes = useSession().holds(m.trainingByTrainersMarkAttendance, true);
  return (
    <PageFrame
      title={training.data?.title ?? 'Attendance'}
      count={list.total ?? undefined}
      crumbs={[{ label: 'All trainings', to: LIST }]}
      fill
      primary={{
        label: 'Mark attendance',
        to: pathWithId('/trainer-led/mark-attendance/{trainingID}', trainingID),
        hidden: !writes,
      }}
    >
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        {training.data ? (
          <Section>
            <TrainingFacts of={training.data} />
          </Section>
        ) : null}
        <ListingTable
          of={attendances}
          list={list}
          drawer={Person}
          cells={{
            staff: { minWidth: 180, second: (row: Row) => row.employeeCode },
            code: { hidden: true },
            training: { hidden: true },
            shareBp: { cell: (row: Row) => (row.shareBp === null ? '–' : formatPercent(row.shareBp)) },
            mark: { cell: (row: Row) => <StatusTag area="training-mark" state={row.mark} /> },
          }}
          searchHint="Name or employee code"
          empty={{ title: 'Nobody has a seat', help: 'Centre heads register their staff.' }}
        />
      </Stack>
    </PageFrame>
  );
}

function Person({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.person, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={query.data?.name ?? 'Attendance'}>
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <Text>{`${found.training}, ${found.centre}`}</Text>
            <Text fw={600}>{found.sentence}</Text>
            <div>
              {found.sessions.map((one) => (
                <Line
                  key={one.no}
                  end={
                    <StatusTag
                      area="training-mark"
                      state={one.status === 'NOT_HELD' ? 'NOT_HELD' : (one.mark ?? 'NOT_MARKED')}
                    />
                  }
                >
                  <Group gap="sm">
                    <Text>{`Session ${one.no}, ${formatDay(one.startsAt.slice(0, 10))}`}</Text>
                    {one.attendedMin === null ? null : (
                      <Text size="sm">{`${one.attendedMin} of ${one.heldMin} min`}</Text>
                    )}
                  </Group>
                  {one.presence ? <Text size="sm">{`In the meeting: ${one.presence}`}</Text> : null}
                  <Text size="sm" c="dimmed">
                    {[one.source ? markSources[one.source] : null, one.markedBy, one.note]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Line>
              ))}
            </div>
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
