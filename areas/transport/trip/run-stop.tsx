// One stop with its children, and what may be tapped for each.
import { formatTime } from '@aangan/web/format.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ScanKind } from './judge-scan.ts';
import type { Run, RunChild } from './trip.contract.ts';
import { type Tap, TREMBLE_MS } from './use-run.web.ts';

type Stop = Run['stops'][number];
const UNDO_MS = 10_000;

function helpOf({ plannedAt, reachedAt }: Stop): string {
  const planned = plannedAt ? `Planned ${formatTime(plannedAt)}` : 'No time planned';
  return reachedAt ? `${planned} · there at ${formatTime(reachedAt)}` : planned;
}

export function RunStop({ run, stop, tap }: { run: Run; stop: Stop; tap: Tap }) {
  return (
    <Section
      title={`${stop.seq}. ${stop.name}`}
      help={helpOf(stop)}
      actions={
        run.can['scan'] &&
        stop.reachedAt === null && (
          <Button size="xs" variant="default" onClick={() => void tap({ kind: 'REACH', stopId: stop.id })}>
            At the stop
          </Button>
        )
      }
    >
      {stop.children.length === 0 && <Text className="quiet">No child here.</Text>}
      {stop.children.map((child) => (
        <ChildLine key={child.id} run={run} child={child} send={tap} />
      ))}
    </Section>
  );
}

/** True for so long after `at`. */
function useFor(at: number | null, ms: number): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setOver(at), ms);
    return () => clearTimeout(timer);
  }, [at, ms]);
  return at !== null && over !== at;
}

function ChildLine({ run, child, send: sendTap }: { run: Run; child: RunChild; send: Tap }) {
  const [asking, ask] = useState(false);
  const [said, say] = useState<string | null>(null);
  const [tappedAt, setTapped] = useState<number | null>(null);
  const [doneAt, setDone] = useState<number | null>(null);
  // Ten seconds to take a wrong tap back; a trembling finger does not tap what comes next.
  const undoable = useFor(doneAt, UNDO_MS);
  const resting = useFor(tappedAt, TREMBLE_MS);
  const send = async (kind: ScanKind, receiverId: string | null = null) => {
    setTapped(Date.now());
    setDone(kind === 'UNDO' ? null : Date.now());
    const answer = await sendTap({ kind, childId: child.id, receiverId });
    if (answer === null) return;
    say(answer.text);
    if (answer.denied) setDone(null);
    if (!answer.denied) ask(false);
  };
  const tap = (label: string, run_: () => unknown, strong = false) => (
    <Button
      size="sm"
      variant={strong ? 'filled' : 'default'}
      disabled={resting}
      aria-label={`${label}: ${child.name}`}
      onClick={() => void run_()}
    >
      {label}
    </Button>
  );
  const home = run.direction === 'DROPOFF';
  // Until all are in, getting in is what comes next.
  const boarding = run.stops.some(({ children }) => children.some(({ state }) => state === 'EXPECTED'));
  const waits = child.state === 'EXPECTED' || child.state === 'NO_SHOW' || child.state === 'EXCUSED';
  return (
    <Line
      end={
        run.can['scan'] && (
          <Group gap="xs" justify="flex-end">
            {waits && tap('Board', () => send('BOARD'), child.state === 'EXPECTED')}
            {child.state === 'EXPECTED' && tap('No-show', () => send('NO_SHOW'))}
            {child.state === 'BOARDED' && !home && tap('Off', () => send('ALIGHT'), !boarding)}
            {child.state === 'BOARDED' && home && tap('Hand over', () => ask(true), true)}
            {undoable && tap('Undo', () => send('UNDO'))}
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
      {said && (
        <Text size="sm" c="danger" role="alert">
          {`${child.name}: ${said}`}
        </Text>
      )}
      {asking && (
        <HandOver child={child} said={said} resting={resting} send={send} onClose={() => ask(false)} />
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
  resting: boolean;
  send: (kind: ScanKind, receiverId?: string | null) => Promise<void>;
  onClose: () => void;
}

function HandOver({ child, said, resting, send, onClose }: HandOverProps) {
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
            disabled={resting}
            onClick={() => void send('HANDOVER', one.id)}
          >
            {`${one.name} (${one.relation})${one.refused ? ', may not' : ''}`}
          </Button>
        ))}
        <Button size="md" variant="default" disabled={resting} onClick={() => void send('HANDOVER')}>
          Somebody else
        </Button>
        <Button size="md" variant="default" disabled={resting} onClick={() => void send('RETURN')}>
          Nobody came: back to the centre
        </Button>
      </Stack>
    </Modal>
  );
}
