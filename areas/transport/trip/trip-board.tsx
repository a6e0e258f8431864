import { isDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { isAway, useQuery } from '@aangan/web/api/use-query.ts';
import { DaySteps } from '@aangan/web/calendar/day-steps.tsx';
import { formatDay, formatTime } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { ActionMenu, PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { AlarmRail } from './alarm-rail.tsx';
import { KeptTrips } from './kept-trips.tsx';
import { tripContract as contract, type TripRow } from './trip.contract.ts';
import { runDirections } from './trip.states.ts';
import { delayText, REFRESH, runPath } from './trip-look.tsx';
import { type TripStep, TripStepDialog } from './trip-steps.tsx';

const EVERY_MS = 20_000;
const NEEDS = 'The board of the day needs the network.';

export function TripBoard() {
  const today = todayIst(serverNow());
  const [asked, choose] = useParam('day');
  const date = asked && isDay(asked) ? asked : today;
  const query = useQuery(contract.board, { date }, { fresh: 0, every: EVERY_MS, keepPrevious: true });
  const away = !query.data && isAway(query);
  const make = useCommand(contract.make, {
    refresh: REFRESH,
    onDone: ({ made }) => notice.ok(made === 1 ? '1 trip is new.' : `${made} trips are new.`),
    onError: (error) => notice.error(error),
  });
  const add = {
    label: 'Make trips',
    run: () => make.run({ date }),
    hidden: !query.data?.can.make,
    disabled: make.running,
    hint: 'Trips that are missing, and changes of routes and seats',
  };
  return (
    <PageFrame title="Trips and routes" count={query.data?.trips.length} context="centre" primary={add}>
      <Stack gap="md">
        <DaySteps day={date} today={today} onChange={choose} />
        {away && <KeptTrips today={today} />}
        <QueryState query={query} {...(away && { skeleton: <Text size="sm">{NEEDS}</Text> })}>
          {({ trips, alarms, closed }) => (
            <TwoColumns
              main={
                trips.length === 0 ? (
                  <EmptyState
                    title="No trips on this day."
                    help={
                      closed === null
                        ? 'Routes that run this day give them.'
                        : `The centre is closed: ${closed}.`
                    }
                    {...(add.hidden ? {} : { action: add })}
                  />
                ) : (
                  <TripList trips={trips} date={date} />
                )
              }
              rail={<AlarmRail alarms={alarms} />}
            />
          )}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

function TripList({ trips, date }: { trips: readonly TripRow[]; date: string }) {
  const [asked, ask] = useState<{ step: TripStep; row: TripRow } | null>(null);
  return (
    <Section title={`Trips of ${formatDay(date)}`}>
      {trips.map((row) => (
        <Line
          key={row.id}
          end={
            <Group gap="xs" wrap="nowrap">
              {row.can['run'] && (
                <Button component={Link} to={runPath(row.id)} size="xs" variant="default">
                  Open
                </Button>
              )}
              <ActionMenu
                label={`More: ${row.route} at ${formatTime(row.plannedStart)}`}
                actions={[
                  {
                    label: 'Swap vehicle or staff',
                    hidden: !row.can['swap'],
                    run: () => ask({ step: 'swap', row }),
                  },
                  {
                    label: 'Cancel trip',
                    danger: true,
                    hidden: !row.can['cancel'],
                    run: () => ask({ step: 'cancel', row }),
                  },
                  {
                    label: 'Close without check',
                    danger: true,
                    hidden: !row.can['forceClose'],
                    run: () => ask({ step: 'forceClose', row }),
                  },
                ]}
              />
            </Group>
          }
        >
          <TripLine row={row} date={date} />
        </Line>
      ))}
      {asked && <TripStepDialog {...asked} onClose={() => ask(null)} />}
    </Section>
  );
}

function TripLine({ row, date }: { row: TripRow; date: string }) {
  const delay = delayText(row.delayMin);
  const people = [row.driver ?? 'No driver', row.attendant ?? 'No attendant'];
  return (
    <>
      <Group gap="xs">
        <Text fw={600} className="figures">
          {formatTime(row.plannedStart)}
        </Text>
        <Text fw={500}>{`${row.route} ${row.routeName}`}</Text>
        <StatusTag area="trip" state={row.status} />
        {delay && row.status !== 'COMPLETED' && (row.delayMin ?? 0) > 0 && <Tag tone="warning">{delay}</Tag>}
        {row.date !== date && <Tag tone="danger">{`Open since ${formatDay(row.date)}`}</Tag>}
        {row.forced && <Tag tone="warning">Closed without check</Tag>}
      </Group>
      <Text size="sm" c="dimmed">
        {[runDirections[row.direction], row.regNo ? formatPlate(row.regNo) : 'No vehicle', ...people].join(
          ' · ',
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {stateWords(row)}
      </Text>
    </>
  );
}

function stateWords(row: TripRow): string {
  if (row.status === 'CANCELLED') return row.cancelReason ?? '';
  if (row.status === 'SCHEDULED') return `${row.expected} expected`;
  const words = [`${row.onBoard} of ${row.expected} on the bus`, `${row.off} off`];
  if (row.status === 'IN_PROGRESS') words.push(row.nextStop ? `next: ${row.nextStop}` : 'next: the centre');
  if (row.status === 'CHECK_DUE' && row.checkDueAt)
    words.push(`seats to be checked by ${formatTime(row.checkDueAt)}`);
  if (row.status === 'COMPLETED' && row.completedAt)
    words.push(`completed at ${formatTime(row.completedAt)}`);
  return words.join(' · ');
}
