// One stop with its children, and what may be tapped for each.
import { newId } from '@aangan/web/api/new-id.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatTime } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ScanKind } from './judge-scan.ts';
import { tripContract as contract, type Run, type RunChild } from './trip.contract.ts';
import { REFRESH } from './trip-look.tsx';

type Stop = Run['stops'][number];
const UNDO_MS = 10_000;

function helpOf({ plannedAt, reachedAt }: Stop): string {
  const planned = plannedAt ? `Planned ${formatTime(plannedAt)}` : 'No time planned';
  return reachedAt ? `${planned} · there at ${formatTime(reachedAt)}` : planned;
}

export function RunStop({ run, stop }: { run: Run; stop: Stop }) {
  const reach = useCommand(contract.reach, { refresh: REFRESH, onError: (error) => notice.error(error) });
  return (
    <Section
      title={`${stop.seq}. ${stop.name}`}
      help={helpOf(stop)}
      actions={
        run.can['scan'] &&
        stop.reachedAt === null && (
          <Button
            size="xs"
            variant="default"
            loading={reach.running}
            onClick={() => void reach.run({ id: run.id, stopId: stop.id })}
          >
            At the stop
          </Button>
        )
      }
    >
      {stop.children.length === 0 && <Text className="quiet">No child here.</Text>}
      {stop.children.map((child) => (
        <ChildLine key={child.id} run={run} child={child} />
      ))}
    </Section>
  );
}

function ChildLine({ run, child }: { run: Run; child: RunChild }) {
  const [asking, ask] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const scan = useCommand(contract.scan, {
    refresh: REFRESH,
    onDone: ({ result }, { kind }) => setDone(result === 'DENIED' || kind === 'UNDO' ? null : Date.now()),
  });
  // Ten seconds to take a wrong tap back.
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const [said, say] = useState<string | null>(null);
  // A tap whose answer never came is sent again as the same scan.
  const attempt = useRef<{ what: string; id: string; atDevice: string } | null>(null);
  const send = async (kind: ScanKind, receiverId: string | null = null) => {
    const what = `${kind} ${receiverId}`;
    if (attempt.current?.what !== what)
      attempt.current = { what, id: newId(), atDevice: new Date(serverNow()).toISOString() };
    const { id, atDevice } = attempt.current;
    const answer = await scan.run({ tripId: run.id, id, kind, childId: child.id, receiverId, atDevice });
    if (answer) attempt.current = null;
    say(answer?.text ?? null);
    if (answer && answer.result !== 'DENIED') ask(false);
  };
  const tap = (label: string, run_: () => unknown, strong = false) => (
    <Button
      size="sm"
      variant={strong ? 'filled' : 'default'}
      loading={scan.running}
      aria-label={`${label}: ${child.name}`}
      onClick={() => void run_()}
    >
      {label}
    </Button>
  );
  const home = run.direction === 'DROPOFF';
  const waits = child.state === 'EXPECTED' || child.state === 'NO_SHOW' || child.state === 'EXCUSED';
  return (
    <Line
      end={
        run.can['scan'] && (
          <Group gap="xs" justify="flex-end">
            {waits && tap('Board', () => send('BOARD'), child.state === 'EXPECTED')}
            {child.state === 'EXPECTED' && tap('No-show', () => send('NO_SHOW'))}
            {child.state === 'BOARDED' && !home && tap('Off', () => send('ALIGHT'), true)}
            {child.state === 'BOARDED' && home && tap('Hand over', () => ask(true), true)}
            {done !== null && tap('Undo', () => send('UNDO'))}
          </Group>
        )
      }
    >
      <Group gap="xs">
        <Text fw={500}>{child.name}</Text>
        <StatusTag
          area="trip-child"
          state={child.state}
          {...(child.returned && { label: 'Back at the centre' })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {wordsOf(child)}
      </Text>
      {(said || scan.error) && (
        <Text size="sm" c="danger" role="alert">
          {scan.error?.message ?? `${child.name}: ${said}`}
        </Text>
      )}
      {asking && (
        <HandOver
          child={child}
          said={scan.error?.message ?? said}
          running={scan.running}
          send={send}
          onClose={() => ask(false)}
        />
      )}
    </Line>
  );
}

const wordsOf = ({ className, place, onAt, offAt, receivedBy }: RunChild): string =>
  [
    className,
    place && `goes to ${place}`,
    onAt && `in at ${formatTime(onAt)}`,
    offAt && `off at ${formatTime(offAt)}`,
    receivedBy && `to ${receivedBy}`,
  ]
    .filter(Boolean)
    .join(' · ');

interface HandOverProps {
  child: RunChild;
  said: string | null;
  running: boolean;
  send: (kind: ScanKind, receiverId?: string | null) => Promise<void>;
  onClose: () => void;
}

function HandOver({ child, said, running, send, onClose }: HandOverProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Who takes ${child.name}${child.place ? ` at ${child.place}` : ''}?`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {said && (
          <Alert color="danger" variant="light" role="alert">
            {said}
          </Alert>
        )}
        {child.receivers.map((one) => (
          <Button
            key={one.id}
            size="md"
            variant={one.refused ? 'light' : 'default'}
            {...(one.refused && { color: 'danger' })}
            loading={running}
            onClick={() => void send('HANDOVER', one.id)}
          >
            {`${one.name} (${one.relation})${one.refused ? ', may not' : ''}`}
          </Button>
        ))}
        <Button size="md" variant="default" loading={running} onClick={() => void send('HANDOVER')}>
          Somebody else
        </Button>
        <Button size="md" variant="default" loading={running} onClick={() => void send('RETURN')}>
          Nobody came: back to the centre
        </Button>
      </Stack>
    </Modal>
  );
}
