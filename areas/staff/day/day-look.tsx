// How a day of attendance looks: its colour, its words, and the legend of the letters.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatClock } from '@aangan/contract/period.ts';
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { attendanceContract } from './attendance.contract.ts';
import { clockOf, codesOf, type HalfCode } from './staff-day.ts';

export type AttendanceDay = OutputOf<typeof attendanceContract.mine>['days'][number];
export type Totals = OutputOf<typeof attendanceContract.mine>['totals'];

export const codeTitles: Readonly<Record<HalfCode, string>> = {
  P: 'Present',
  A: 'Absent',
  L: 'Leave',
  OD: 'On duty',
  WO: 'Week off',
  H: 'Holiday',
  NONE: 'Not over yet, or not employed',
};

const mix = (tone: string) => `color-mix(in srgb, var(--mantine-color-${tone}-filled) 16%, transparent)`;

/** Green where everything is present, red where a half is absent, else by what is special. */
export function backgroundOf(letter: string): string | undefined {
  const codes = codesOf(letter);
  if (codes.includes('A')) return mix('danger');
  if (codes.includes('L')) return mix('warning');
  if (codes.includes('P') || codes.includes('OD')) return mix('success');
  if (codes.includes('H') || codes.includes('WO')) return mix('gray');
  return undefined;
}

export const timeText = (minute: number | null): string =>
  minute === null ? '–' : formatClock(clockOf(minute));

/** 485 -> '8 h 05 min' */
export const durationText = (minutes: number): string =>
  `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;

const halfWords = ({ code, why }: AttendanceDay['fn']): string =>
  code === 'NONE' || why === codeTitles[code] || why.startsWith(`${codeTitles[code]} for `)
    ? why
    : `${codeTitles[code]} (${why})`;

/** A day in one sentence: "Morning: Present for 240 minutes, afternoon Absent (…). Late". */
export const sentenceOf = ({ fn, an, flags }: AttendanceDay): string =>
  [`Morning: ${halfWords(fn)}; afternoon: ${halfWords(an)}`, ...flags].join('. ');

/** Where each letter of a day comes from. */
export function DayEvidence({ day }: { day: AttendanceDay }) {
  return (
    <Stack gap={4}>
      <Text size="sm">
        <b>Morning</b> {halfWords(day.fn)}
      </Text>
      <Text size="sm">
        <b>Afternoon</b> {halfWords(day.an)}
      </Text>
      {day.firstIn === null ? null : (
        <Text size="sm" className="figures">
          {`In ${timeText(day.firstIn)}, out ${timeText(day.lastOut)}`}
          {day.worked > 0 ? ` (${durationText(day.worked)})` : null}
          {day.late > 0 ? `, ${day.late} min late` : null}
        </Text>
      )}
      <FlagList flags={day.flags} />
      {day.note ? <Text size="sm">{`Note: ${day.note}`}</Text> : null}
    </Stack>
  );
}

export function FlagList({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <Group gap={4}>
      {flags.map((flag) => (
        <Badge key={flag} variant="default" size="sm" tt="none">
          {flag}
        </Badge>
      ))}
    </Group>
  );
}

/** Halves as days: 61 -> '30.5'. */
export const daysText = (halves: number): string => String(halves / 2);

export const totalFacts = (totals: Totals) => [
  { label: 'Present', value: daysText(totals.halves.P) },
  { label: 'Absent', value: daysText(totals.halves.A) },
  { label: 'On leave', value: daysText(totals.halves.L) },
  { label: 'On duty', value: daysText(totals.halves.OD) },
  { label: 'Week off', value: daysText(totals.halves.WO) },
  { label: 'Holidays', value: daysText(totals.halves.H) },
  { label: 'Payable days', value: daysText(totals.payable) },
  { label: 'Late', value: totals.lateDays === 1 ? '1 day' : `${totals.lateDays} days` },
  { label: 'Worked', value: durationText(totals.workedMinutes) },
];

export function Legend() {
  return (
    <Text size="sm" c="dimmed">
      P present · A absent · HD half day · L leave · ½L half a day of leave · OD on duty · WO week off · H
      holiday · – not over yet
    </Text>
  );
}
