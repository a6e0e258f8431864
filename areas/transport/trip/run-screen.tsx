// /transport/routes?trip=: what driver and attendant hold in one hand. Nothing shows as done before the server said so.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatClock, formatDay, formatTime } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { RunStart } from './run-start.tsx';
import { RunStop } from './run-stop.tsx';
import { tripContract as contract, type Run } from './trip.contract.ts';
import { runDirections } from './trip.states.ts';
import { REFRESH, TRIPS } from './trip-look.tsx';

const EVERY_MS = 15_000;

export function RunScreen({ id }: { id: string }) {
  const query = useQuery(contract.run, { id }, { fresh: 0, every: EVERY_MS });
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
  const run = query.data;
  const running = run?.status === 'IN_PROGRESS' || run?.status === 'CHECK_DUE';
  return (
    <PageFrame
      title={run ? `${run.route} ${run.routeName}` : 'Trip'}
      crumbs={[{ label: 'Trips and routes', to: TRIPS }]}
      menu={[{ label: 'Call for help', danger: true, hidden: !running, run: callForHelp }]}
    >
      <QueryState query={query}>{(found) => <Inside run={found} />}</QueryState>
    </PageFrame>
  );
}

const all = (run: Run) => run.stops.flatMap(({ children }) => children);

function Inside({ run }: { run: Run }) {
  const count = (...states: readonly string[]) =>
    all(run).filter(({ state }) => states.includes(state)).length;
  return (
    <Stack gap="md">
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
      {run.can['start'] && <RunStart run={run} />}
      {run.status !== 'SCHEDULED' && (
        <TileRow>
          <Tile label="Expected" value={count('EXPECTED')} />
          <Tile label="On the bus" value={count('BOARDED')} />
          <Tile label="Off" value={count('ALIGHTED', 'HANDED_OVER')} />
          <Tile label="Not there" value={count('NO_SHOW', 'EXCUSED')} />
        </TileRow>
      )}
      {run.status === 'CHECK_DUE' && <CheckSeats run={run} />}
      {run.stops.map((stop) => (
        <RunStop key={stop.id} run={run} stop={stop} />
      ))}
      {run.can['scan'] && <EndRoute run={run} />}
    </Stack>
  );
}

function EndRoute({ run }: { run: Run }) {
  const options = { refresh: REFRESH };
  const arrive = useCommand(contract.reach, { ...options, onError: (error) => notice.error(error) });
  const end = useCommand(contract.end, { ...options, onDone: () => notice.ok('Now walk to the back seat.') });
  const open = all(run).filter(({ state }) => state === 'EXPECTED' || state === 'BOARDED');
  return (
    <Section title="End of the route">
      <Stack gap="sm">
        {open.length > 0 && <Text size="sm">{`Still open: ${open.map(({ name }) => name).join(', ')}`}</Text>}
        {end.error && (
          <Alert color="danger" variant="light" role="alert">
            {end.error.message}
          </Alert>
        )}
        <Group>
          {run.direction === 'PICKUP' && run.arrivedAt === null && (
            <Button
              variant="default"
              size="md"
              loading={arrive.running}
              onClick={() => void arrive.run({ id: run.id, stopId: null })}
            >
              Arrived at the centre
            </Button>
          )}
          <Button
            size="md"
            disabled={open.length > 0}
            loading={end.running}
            onClick={() => void end.run({ id: run.id })}
          >
            End route
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

function CheckSeats({ run }: { run: Run }) {
  const [asked, ask] = useState(false);
  return (
    <Section title="Check the seats">
      <Stack gap="sm" align="flex-start">
        <Text>
          {`Walk to the back seat, look under every row and take the code of the sticker there${run.checkPhoto ? ', with a photo' : ''}${
            run.checkDueAt ? `, by ${formatTime(run.checkDueAt)}` : ''
          }.`}
        </Text>
        {run.can['check'] && (
          <Button size="md" onClick={() => ask(true)}>
            Enter the code
          </Button>
        )}
      </Stack>
      {asked && (
        <CommandDialog
          of={contract.check}
          title="The sticker behind the last row"
          confirm="Complete trip"
          start={{ id: run.id }}
          refresh={REFRESH}
          done="The trip is completed."
          onClose={() => ask(false)}
        />
      )}
    </Section>
  );
}
