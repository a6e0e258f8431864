import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { Day } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthSteps, useMonth } from '@aangan/web/calendar/month-steps.tsx';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { ExportButton } from '@aangan/web/record/export-button.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Popover, Stack, Table, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { attendanceContract } from './attendance.contract.ts';
import { backgroundOf, DayEvidence, daysText, Legend } from './day-look.tsx';

type Muster = OutputOf<typeof attendanceContract.month>;

export function RegisterMonth() {
  const [month, choose] = useMonth();
  const query = useQuery(attendanceContract.month, { month }, { fresh: 0 });
  return (
    <Stack gap="md">
      <div className="no-print">
        <MonthSteps month={month} onChange={choose} />
      </div>
      <QueryState query={query}>{(muster) => <Inside muster={muster} />}</QueryState>
    </Stack>
  );
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SUMS = [
  ['P', 'Present'],
  ['A', 'Absent'],
  ['L', 'Leave'],
  ['OD', 'On duty'],
] as const;

function Inside({ muster }: { muster: Muster }) {
  const { month, rows, locked } = muster;
  const title = MONTH.format(new Date(`${month}-01`));
  return (
    <Section
      title={title}
      help={locked ? 'Locked: its days stay as they are.' : 'Totals are in days.'}
      actions={<Actions muster={muster} title={title} />}
      flush
    >
      <Table.ScrollContainer minWidth={900}>
        <Table withColumnBorders verticalSpacing={2} horizontalSpacing={4} fz="sm" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              {rows[0]?.letters.map((_, n) => (
                <Table.Th key={dayOf(month, n)} ta="center">
                  {n + 1}
                </Table.Th>
              ))}
              {SUMS.map(([code, words]) => (
                <Table.Th key={code} ta="right" title={words}>
                  {code}
                </Table.Th>
              ))}
              <Table.Th ta="right">Payable</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.staffId}>
                <Table.Th scope="row" style={{ whiteSpace: 'nowrap' }}>
                  {row.name}
                </Table.Th>
                {row.letters.map((letter, n) => (
                  <Letter key={dayOf(month, n)} person={row} day={dayOf(month, n)} letter={letter} />
                ))}
                {SUMS.map(([code]) => (
                  <Table.Td key={code} ta="right" className="figures">
                    {daysText(row.totals.halves[code])}
                  </Table.Td>
                ))}
                <Table.Td ta="right" className="figures">
                  {daysText(row.totals.payable)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <div style={{ padding: 'var(--mantine-spacing-sm)' }}>
        <Legend />
      </div>
    </Section>
  );
}

/** The day of a month's nth letter. */
const dayOf = (month: string, n: number): Day => `${month}-${String(n + 1).padStart(2, '0')}`;

type Person = Muster['rows'][number];

/** A letter of the muster; a tap tells where it comes from. */
function Letter({ person, day, letter }: { person: Person; day: Day; letter: string }) {
  return (
    <Table.Td ta="center" p={0} bg={backgroundOf(letter) ?? 'transparent'}>
      <Popover width={280} withArrow shadow="md">
        <Popover.Target>
          <UnstyledButton
            w="100%"
            py={4}
            fz="xs"
            ta="center"
            aria-label={`${person.name}, ${formatDay(day)}: ${letter}`}
          >
            {letter}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <b>{formatDay(day)}</b>
          <Evidence staffId={person.staffId} day={day} />
        </Popover.Dropdown>
      </Popover>
    </Table.Td>
  );
}

/** Asked for when a letter is opened: a month of everybody's would be too much to send. */
function Evidence({ staffId, day }: { staffId: string; day: Day }) {
  const query = useQuery(attendanceContract.evidence, { staffId, day }, { fresh: 0 });
  return <QueryState query={query}>{(evidence) => <DayEvidence day={evidence} />}</QueryState>;
}

function Actions({ muster: { month, can }, title }: { muster: Muster; title: string }) {
  const [unlocking, setUnlocking] = useState(false);
  const ask = useConfirm();
  const lock = useCommand(attendanceContract.lockMonth, {
    refresh: ['staff-attendance'],
    onDone: () => notice.ok(`${title} is locked.`),
    onError: (error) => notice.error(error),
  });
  const lockIt = async () => {
    const agreed = await ask({
      title: `Lock ${title}?`,
      text: 'Its days stay as they are now. Holidays and corrections that come later change nothing.',
      confirm: 'Lock month',
    });
    if (agreed) await lock.run({ month });
  };
  return (
    <Group gap="xs">
      {can['lock'] ? (
        <Button variant="default" loading={lock.running} onClick={() => void lockIt()}>
          Lock month
        </Button>
      ) : null}
      {can['unlock'] ? (
        <Button variant="default" onClick={() => setUnlocking(true)}>
          Unlock month
        </Button>
      ) : null}
      <ExportButton endpoint={attendanceContract.export} input={{ month }} />
      <Button variant="default" onClick={() => window.print()}>
        Print
      </Button>
      {unlocking ? (
        <CommandDialog
          of={attendanceContract.unlockMonth}
          title={`Unlock ${title}?`}
          text="Days are computed again, with everything that happened meanwhile."
          confirm="Unlock month"
          start={{ month }}
          refresh={['staff-attendance']}
          done={`${title} is open again.`}
          onClose={() => setUnlocking(false)}
        />
      ) : null}
    </Group>
  );
}
