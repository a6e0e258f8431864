import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { type Day, formatTime, isDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DaySteps } from '@aangan/web/calendar/day-steps.tsx';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { attendanceContract } from './attendance.contract.ts';
import { daysText, Legend } from './day-look.tsx';
import { type Punch, type RegisterPerson, RegisterRow } from './register-row.tsx';

type Register = OutputOf<typeof attendanceContract.day>;

export function RegisterDay() {
  const today = todayIst(serverNow());
  const [chosen, choose] = useParam('day');
  const day = chosen && isDay(chosen) ? chosen : today;
  const query = useQuery(attendanceContract.day, { day }, { fresh: 0 });
  return (
    <Stack gap="md">
      <DaySteps day={day} today={today} onChange={choose} />
      <QueryState query={query}>{(register) => <Inside register={register} today={today} />}</QueryState>
    </Stack>
  );
}

type Cells = InputOf<typeof attendanceContract.mark>['cells'];

/** Halves that are neither marked nor decided otherwise. */
const unmarked = (rows: readonly RegisterPerson[]): Cells =>
  rows
    .filter((row) => row.can['mark'])
    .flatMap((row) =>
      (['fn', 'an'] as const)
        .filter((half) => row.on[half].code === 'NONE' || row.on[half].code === 'A')
        .map((half) => ({
          staffId: row.staffId,
          day: row.on.day,
          half,
          code: 'P' as const,
          version: row.on.version,
        })),
    );

function Inside({ register, today }: { register: Register; today: Day }) {
  const ask = useConfirm();
  const [voided, setVoided] = useState<{ punch: Punch; name: string } | null>(null);
  const [noted, setNoted] = useState<RegisterPerson | null>(null);
  const mark = useCommand(attendanceContract.mark, {
    refresh: ['staff-attendance'],
    onError: (error) => notice.error(error),
  });
  const { rows, locked, day } = register;
  if (rows.length === 0)
    return (
      <EmptyState title="Nobody works here on this day" help="Staff stand here from the day they join." />
    );
  const cellOf = (row: RegisterPerson) => ({ staffId: row.staffId, day, version: row.on.version });
  const open = unmarked(rows);
  const all = async () => {
    const agreed = await ask({
      title: `Mark ${open.length} half days present?`,
      text: 'Everybody who is absent or has not checked in is marked present for the day. Your own day stays as it is.',
      confirm: 'Mark present',
    });
    if (agreed) await mark.run({ cells: open.slice(0, 200) });
  };
  return (
    <Section
      title={summaryOf(rows)}
      help={statusText({ locked, day, today })}
      actions={
        <Group gap="xs">
          {open.length > 0 ? (
            <Button variant="default" loading={mark.running} onClick={() => void all()}>
              All present
            </Button>
          ) : null}
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        {rows.map((row) => (
          <RegisterRow
            key={row.staffId}
            row={row}
            busy={mark.running}
            onMark={(cell) => void mark.run({ cells: [{ ...cellOf(row), ...cell }] })}
            onNote={() => setNoted(row)}
            onVoid={(punch) => setVoided({ punch, name: row.name })}
          />
        ))}
        <Text size="sm" c="dimmed" className="no-print">
          With a half in focus: P present, A absent, O on duty, Delete takes the mark back.
        </Text>
        <Legend />
      </Stack>
      {noted ? (
        <ConfirmDialog
          opened
          onClose={() => setNoted(null)}
          title={`Note for ${noted.name}`}
          confirm="Save note"
          reason={{ label: 'Note', required: false, max: 200 }}
          run={async (note) => {
            if ((await mark.run({ cells: [{ ...cellOf(noted), half: 'fn', note }] })) === null)
              throw mark.error ?? new Error('The note was not saved. Try again.');
          }}
        />
      ) : null}
      {voided ? (
        <CommandDialog
          of={attendanceContract.voidPunch}
          title={`Leave out the ${voided.punch.kind === 'IN' ? 'check-in' : 'check-out'} of ${voided.name} at ${formatTime(voided.punch.at)}?`}
          text="The day is computed without it; the journal keeps it with your reason."
          confirm="Leave out"
          danger
          start={{ punchId: voided.punch.id }}
          refresh={['staff-attendance']}
          done="The punch is left out."
          onClose={() => setVoided(null)}
        />
      ) : null}
    </Section>
  );
}

function statusText({ locked, day, today }: { locked: boolean; day: Day; today: Day }): string | undefined {
  if (locked) return 'This month is locked.';
  return day > today ? 'A day ahead can be read, not marked.' : undefined;
}

const COUNTED = { P: 'present', A: 'absent', L: 'on leave', OD: 'on duty' } as const;

/** '9 of 11 checked in · 8.5 present · 1 absent': people, a half day as half of one; what nobody is stays away. */
function summaryOf(rows: readonly RegisterPerson[]): string {
  const halves = rows.flatMap((row) => [row.on.fn.code, row.on.an.code]);
  const sums = (['P', 'A', 'L', 'OD'] as const).flatMap((code) => {
    const n = halves.filter((one) => one === code).length;
    return n === 0 ? [] : [`${daysText(n)} ${COUNTED[code]}`];
  });
  const checkedIn = rows.filter((row) => row.on.firstIn !== null).length;
  return [`${checkedIn} of ${rows.length} checked in`, ...sums].join(' · ');
}
