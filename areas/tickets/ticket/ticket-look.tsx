import { formatDateTime } from '@aangan/contract/period.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Progress, Stack, Text } from '@mantine/core';
import { workingTime } from '../ticket-words.ts';
import type { ShownClock } from './ticket.contract.ts';

// Words and tones, declared once for every list and screen.
stateTable('ticket', {
  NEW: ['info', 'New'],
  OPEN: ['info', 'Open'],
  WAITING_ON_CENTRE: ['warning', 'Waiting on centre'],
  ON_HOLD: ['neutral', 'On hold'],
  REOPENED: ['danger', 'Reopened'],
  RESOLVED: ['success', 'Resolved'],
  CLOSED: ['neutral', 'Closed'],
});
stateTable('ticket-clock', {
  ON_TIME: ['success', 'On time'],
  WARNED: ['warning', 'Nearly due'],
  BREACHED: ['danger', 'Late'],
  PAUSED: ['neutral', 'Paused'],
  MET: ['success', 'In time'],
  FAILED: ['danger', 'Was late'],
});

const WEEKDAY = new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'Asia/Kolkata' });

/** 'Mon 17-08-2026, 09:45 AM'. */
export const dueText = (at: string): string => `${WEEKDAY.format(new Date(at))} ${formatDateTime(at)}`;

const tones = {
  ON_TIME: 'success',
  WARNED: 'warning',
  BREACHED: 'danger',
  PAUSED: 'gray',
  MET: 'success',
  FAILED: 'danger',
} as const;

/** One promise: how much of its working time has passed, and when it is due. */
export function ClockBar({ title, clock }: { title: string; clock: ShownClock }) {
  const { state, elapsedMin, targetMin, leftMin, dueAt } = clock;
  const words = {
    ON_TIME: `${workingTime(leftMin)} of work left`,
    WARNED: `${workingTime(leftMin)} of work left`,
    BREACHED: `${workingTime(Math.max(0, -leftMin))} late`,
    PAUSED: `Paused · ${leftMin} working min left`,
    MET: `In time, after ${workingTime(elapsedMin)}`,
    FAILED: `Late, after ${workingTime(elapsedMin)}`,
  }[state];
  return (
    <Stack gap={4} style={{ minWidth: 220, flex: 1 }}>
      <Text size="sm" fw={600}>
        {dueAt ? `${title} due ${dueText(dueAt)}` : title}
      </Text>
      <Progress
        value={Math.min(100, (elapsedMin * 100) / targetMin)}
        color={tones[state]}
        aria-label={`${title}: ${words}`}
      />
      <Text size="sm" className="quiet">
        {`${words} · promised ${workingTime(targetMin)}`}
      </Text>
    </Stack>
  );
}

/** The nearer promise in a list. */
export const DueCell = ({ at, late, state }: { at: string | null; late: boolean; state: string }) =>
  late ? (
    <>
      <Tag tone="danger">Late</Tag> {at && dueText(at)}
    </>
  ) : at ? (
    dueText(at)
  ) : state === 'PAUSED' ? (
    'Paused'
  ) : (
    '–'
  );
