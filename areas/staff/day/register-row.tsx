import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatTime } from '@aangan/contract/period.ts';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { attendanceContract } from './attendance.contract.ts';
import { codeTitles, FlagList, timeText } from './day-look.tsx';
import { formatMetres } from './distance.ts';
import type { HalfCode, HalfName } from './staff-day.ts';

export type RegisterPerson = OutputOf<typeof attendanceContract.day>['rows'][number];
export type Punch = RegisterPerson['punches'][number];

interface Cell {
  half: HalfName;
  code: 'P' | 'A' | 'OD' | null;
}

interface RegisterRowProps {
  row: RegisterPerson;
  busy: boolean;
  onMark: (cell: Cell) => void;
  onVoid: (punch: Punch) => void;
  onNote: () => void;
}

const HALF_TITLES: Readonly<Record<HalfName, string>> = { fn: 'Morning', an: 'Afternoon' };
const KEYS: Readonly<Record<string, Cell['code']>> = {
  p: 'P',
  a: 'A',
  o: 'OD',
  Delete: null,
  Backspace: null,
};
const TONES: Readonly<Partial<Record<HalfCode, string>>> = {
  P: 'success',
  A: 'danger',
  L: 'warning',
  OD: 'info',
};

/** One person of the register: the punches, and a button for each half. */
export function RegisterRow({ row, busy, onMark, onVoid, onNote }: RegisterRowProps) {
  const { on } = row;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="xs" className="keep-together">
      <Stack gap={0}>
        <Text fw={600}>{row.name}</Text>
        <Text size="sm" c="dimmed">{`${row.employeeCode} · ${row.shift}`}</Text>
        {on.letter === 'A' ? <PhoneText phone={row.mobile} /> : null}
      </Stack>
      <Stack gap={2}>
        <Text size="sm" className="figures">
          {`In ${timeText(on.firstIn)} · Out ${timeText(on.lastOut)}`}
        </Text>
        <FlagList flags={on.flags} />
        {on.note ? <Text size="sm">{on.note}</Text> : null}
        <Group gap={0} className="no-print">
          {row.punches.length > 0 ? (
            <Punches punches={row.punches} {...(row.can['mark'] ? { onVoid } : {})} />
          ) : null}
          {row.can['mark'] ? (
            <Button variant="subtle" size="compact-sm" onClick={onNote}>
              {on.note ? 'Change note' : 'Add note'}
            </Button>
          ) : null}
        </Group>
      </Stack>
      <Group gap="xs" wrap="nowrap" align="start">
        {(['fn', 'an'] as const).map((half) => (
          <HalfButton
            key={half}
            half={half}
            row={row}
            disabled={!row.can['mark']}
            onMark={(cell) => {
              // A button that is shut while it saves would lose the focus.
              if (!busy) onMark(cell);
            }}
          />
        ))}
      </Group>
    </SimpleGrid>
  );
}

interface HalfButtonProps {
  half: HalfName;
  row: RegisterPerson;
  disabled: boolean;
  onMark: (cell: Cell) => void;
}

function HalfButton({ half, row, disabled, onMark }: HalfButtonProps) {
  const { code, why } = row.on[half];
  const shown = `${half === 'fn' ? 'AM' : 'PM'} ${code === 'NONE' ? '–' : code}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const mark = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (mark === undefined) return;
    event.preventDefault();
    onMark({ half, code: mark });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="light"
          color={TONES[code] ?? 'gray'}
          disabled={disabled}
          h={44}
          w={120}
          title={
            disabled
              ? `${codeTitles[code]}: ${why}. You cannot mark this day.`
              : `${codeTitles[code]}: ${why}`
          }
          aria-label={`${shown}, ${HALF_TITLES[half]} of ${row.name}: ${codeTitles[code]}`}
          onKeyDown={onKeyDown}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{why}</Menu.Label>
        <Menu.Item onClick={() => onMark({ half, code: 'P' })}>Present</Menu.Item>
        <Menu.Item onClick={() => onMark({ half, code: 'A' })}>Absent</Menu.Item>
        <Menu.Item onClick={() => onMark({ half, code: 'OD' })}>On duty</Menu.Item>
        <Menu.Item onClick={() => onMark({ half, code: null })}>Take the mark back</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Every punch with its evidence; a wrong one can be left out. */
function Punches({ punches, onVoid }: { punches: readonly Punch[]; onVoid?: (punch: Punch) => void }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm">
          {punches.length === 1 ? '1 punch' : `${punches.length} punches`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {onVoid ? <Menu.Label>Choose a punch to leave it out</Menu.Label> : null}
        {punches.map((punch) => (
          <Menu.Item key={punch.id} disabled={!onVoid} onClick={() => onVoid?.(punch)}>
            {`${punch.kind === 'IN' ? 'In' : 'Out'} ${formatTime(punch.at)}`}
            {punch.distance === null ? ' · no position' : ` · ${formatMetres(punch.distance)} away`}
            {punch.offline ? ' · sent later' : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
