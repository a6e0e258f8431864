import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatTime } from '@aangan/contract/period.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useWaiting } from '@aangan/web/local/offline-queue.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { attendanceContract } from './attendance.contract.ts';
import { formatMetres, metresBetween } from './distance.ts';
import { punchContract } from './punch.contract.ts';

type Mine = OutputOf<typeof attendanceContract.mine>;
type Position = { lat: number; lng: number; accuracy: number };

const POSITION_MS = 8000;

/** Where the device says it is; null when it does not: a check-in does not wait for it long. */
const positionNow = (): Promise<Position | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ lat: coords.latitude, lng: coords.longitude, accuracy: Math.round(coords.accuracy) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: POSITION_MS, maximumAge: 60_000 },
    );
  });

/** The day's first and last word: check in, check out. Without a network the press waits and keeps its own time. */
export function CheckIn({ mine: { today, point, centre, person } }: { mine: Mine }) {
  const [locating, setLocating] = useState(false);
  const waiting = useWaiting().filter((one) => one.contract === punchContract.check.name);
  const check = useCommand(punchContract.check, {
    refresh: ['staff-attendance'],
    waits: {
      title: 'Check-in or check-out',
      onKept: () => notice.ok('No network. Your check-in is kept with its time and sent later.'),
    },
    onDone: ({ kind, at, distance }) =>
      notice.ok(
        `${kind === 'IN' ? 'Checked in' : 'Checked out'} at ${formatTime(at)}${distance === null ? '' : `, ${formatMetres(distance)} from the centre`}.`,
      ),
  });
  const press = async (kind: 'IN' | 'OUT') => {
    const capturedAt = new Date(serverNow()).toISOString();
    setLocating(true);
    const position = await positionNow();
    setLocating(false);
    await check.run({ id: newId(), kind, capturedAt, ...position });
  };
  const busy = locating || check.running;
  const present = today.at(-1)?.kind === 'IN';
  return (
    <Section title={centre} help={`${person.name} · ${person.employeeCode} · ${person.shift}`}>
      <Stack gap="sm">
        <Group>
          <Button size="lg" loading={busy} onClick={() => void press(present ? 'OUT' : 'IN')}>
            {present ? 'Check out' : 'Check in'}
          </Button>
          {point === null ? null : <Distance point={point} />}
        </Group>
        {check.error ? (
          <Alert color="danger" variant="light" role="alert">
            {check.error.message}
          </Alert>
        ) : null}
        {waiting.length > 0 ? (
          <Alert color="warning" variant="light">
            {waiting.length === 1 ? 'One check-in waits' : `${waiting.length} check-ins wait`} for the
            network.
          </Alert>
        ) : null}
        {today.length === 0 ? (
          <Text size="sm" c="dimmed">
            Not checked in today.
          </Text>
        ) : (
          today.map((punch) => (
            <Text key={punch.id} size="sm" className="figures">
              {`${punch.kind === 'IN' ? 'In' : 'Out'} ${formatTime(punch.at)}`}
              {punch.distance === null
                ? ' · no position'
                : ` · ${formatMetres(punch.distance)} from the centre`}
              {punch.outside ? ' · outside the centre' : null}
              {punch.offline ? ' · sent later' : null}
            </Text>
          ))
        )}
      </Stack>
    </Section>
  );
}

/** How far away one stands, asked for: a page does not ask a device for its position by itself. */
function Distance({ point }: { point: { lat: number; lng: number } }) {
  const [text, setText] = useState<string | null>(null);
  const look = async () => {
    const position = await positionNow();
    setText(
      position
        ? `${formatMetres(metresBetween(point, position))} from the centre`
        : 'The device gives no position',
    );
  };
  return text === null ? (
    <Button variant="subtle" onClick={() => void look()}>
      Show distance
    </Button>
  ) : (
    <Text size="sm" role="status">
      {text}
    </Text>
  );
}
