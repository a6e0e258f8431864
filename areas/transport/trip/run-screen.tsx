// /transport/routes?trip=: what driver and attendant hold in one hand, with a network and without.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatClock, formatDay, formatTime } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Stack, Text } from '@mantine/core';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { CheckSeats, EndRoute } from './run-end.tsx';
import { RunStart } from './run-start.tsx';
import { RunStop } from './run-stop.tsx';
import { tripContract as contract, type Run } from './trip.contract.ts';
import { runDirections } from './trip.states.ts';
import { REFRESH, scanWords, TRIPS } from './trip-look.tsx';
import { type Tap, useRun } from './use-run.web.ts';
import { useTrack } from './use-track.web.ts';

export function RunScreen({ id }: { id: string }) {
  const { query, run, away, waiting, tap } = useRun(id);
  const silent = useTrack(id, run?.status === 'IN_PROGRESS' && run.own);
  const confirm = useConfirm();
  const sos = useCommand(contract.sos, {
    refresh: REFRESH,
    onDone: () => notice.ok('Help has been called. The centre and head office are told.'),
    onError: (error) => notice.error(error),
  });
  const callForHelp = async () => {
    const sure = await confirm({
      title: 'Call for help?',
      text: 'The centre and the safety desk are told at once.',
      confirm: 'Call for help',
      danger: true,
    });
    if (sure) await sos.run({ id });
  };
  const running = run?.status === 'IN_PROGRESS' || run?.status === 'CHECK_DUE';
  return (
    <PageFrame
      title={run ? `${run.route} ${run.routeName}` : 'Trip'}
      crumbs={[{ label: 'Trips and routes', to: TRIPS }]}
      menu={[{ label: 'Call for help', danger: true, hidden: !running, run: callForHelp }]}
    >
      <Stack gap="md">
        {(away || waiting > 0) && <Away away={away} waiting={waiting} />}
        {silent && (
          <Text size="sm" c="dimmed">
            This phone gives no position, so nobody sees the way of the bus. Allow it in the settings of the
            browser.
          </Text>
        )}
        {run ? (
          <Inside run={run} tap={tap} />
        ) : query.error ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : away ? (
          <EmptyState
            title="No network"
            help="Open the trip once with a network: then it opens without one until it is over."
          />
        ) : (
          <TextSkeleton />
        )}
      </Stack>
    </PageFrame>
  );
}

const Away = ({ away, waiting }: { away: boolean; waiting: number }) => (
  <Alert color="warning" variant="light">
    {[
      away && 'No network. What you tap keeps its time and is sent by itself.',
      waiting === 1 && '1 tap waits on this phone. Do not sign out.',
      waiting > 1 && `${waiting} taps wait on this phone. Do not sign out.`,
    ]
      .filter(Boolean)
      .join(' ')}
  </Alert>
);

const all = (run: Run) => run.stops.flatMap(({ children }) => children);

function Inside({ run, tap }: { run: Run; tap: Tap }) {
  const count = (...states: readonly string[]) =>
    all(run).filter(({ state }) => states.includes(state)).length;
  // Under way the next stop comes first: the driver has one thumb and no time to scroll.
  const scans = run.can['scan'] === true;
  const facts = (
    <Section>
      <Facts
        items={[
          {
            label: 'Trip',
            value: `${runDirections[run.direction]}, ${formatDay(run.date)} at ${formatTime(run.plannedStart)}`,
          },
          { label: 'State', value: <StatusTag area="trip" state={run.status} /> },
          { label: 'Vehicle', value: run.regNo ? formatPlate(run.regNo) : null },
          { label: 'Driver', value: run.driver },
          { label: 'Attendant', value: run.attendant },
          {
            label: 'Goes to',
            value: run.places
              .map(({ name, arriveAt }) => (arriveAt ? `${name} by ${formatClock(arriveAt)}` : name))
              .join(', '),
            hidden: run.places.length === 0,
          },
        ]}
      />
    </Section>
  );
  return (
    <Stack gap="md">
      {scans || facts}
      {run.can['start'] && <RunStart run={run} />}
      {run.status !== 'SCHEDULED' && (
        <TileRow>
          <Tile label="Expected" value={count('EXPECTED')} />
          <Tile label="On the bus" value={count('BOARDED')} />
          <Tile label="Off" value={count('ALIGHTED', 'HANDED_OVER')} />
          <Tile label="Not there" value={count('NO_SHOW', 'EXCUSED')} />
        </TileRow>
      )}
      {run.status === 'CHECK_DUE' && <CheckSeats run={run} tap={tap} />}
      {run.stops.map((stop) => (
        <RunStop key={stop.id} run={run} stop={stop} tap={tap} />
      ))}
      {scans && <EndRoute run={run} tap={tap} />}
      {scans && facts}
      {run.refused.length > 0 && <Refused refused={run.refused} />}
    </Stack>
  );
}

/** What was tapped and does not count, with the reason: nothing of it is thrown away. */
function Refused({ refused }: { refused: Run['refused'] }) {
  return (
    <Section title="Not accepted">
      <Stack gap="xs">
        {refused.map(({ id, kind, child, at, text }) => (
          <Text key={id} size="sm">
            {`${formatTime(at)} · ${[scanWords[kind], child].filter(Boolean).join(', ')}: ${text}`}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}
