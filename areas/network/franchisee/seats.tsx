import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { currentYear } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, NumberInput, SegmentedControl, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import classes from '../network.module.css';
import { SeatMeter } from '../seat-meter.tsx';
import { SESSIONS, seatContract } from './seat.contract.ts';

type Found = OutputOf<typeof seatContract.list>;
type Session = keyof typeof SESSIONS;
const sessions = Object.keys(SESSIONS) as Session[];

/** Licensed seats by class and session, beside the children placed there. */
export function Seats({ franchiseeId }: { franchiseeId: number }) {
  const now = currentYear(serverNow());
  const [year, setYear] = useState(now);
  const query = useQuery(seatContract.list, { franchiseeId, yearId: year });
  return (
    <Stack gap="md">
      <SegmentedControl
        style={{ alignSelf: 'start' }}
        data={[now - 1, now, now + 1].map((id) => ({ value: String(id), label: `${id}-${id + 1}` }))}
        value={String(year)}
        onChange={(value) => setYear(Number(value))}
      />
      <QueryState query={query}>
        {(found) => (
          <SeatYear
            key={`${year} ${found.seats.length}`}
            franchiseeId={franchiseeId}
            year={year}
            found={found}
          />
        )}
      </QueryState>
    </Stack>
  );
}

const keyOf = (classCode: string, session: Session): string => `${classCode} ${session}`;
const gridOf = (seats: Found['seats']): Record<string, number> =>
  Object.fromEntries(seats.map((one) => [keyOf(one.classCode, one.session), one.seats]));

function SeatYear({ franchiseeId, year, found }: { franchiseeId: number; year: number; found: Found }) {
  const [grid, setGrid] = useState<Record<string, number>>(() => gridOf(found.seats));
  const [editing, setEditing] = useState(false);
  const save = useCommand(seatContract.save, {
    onDone: ({ total }) => {
      notice.ok(`${formatCount(total)} seats saved.`);
      setEditing(false);
    },
    onError: (error) => notice.error(error),
  });
  const sumOf = (code: string) =>
    sessions.reduce((sum, session) => sum + (grid[keyOf(code, session)] ?? 0), 0);
  const total = found.classes.reduce((sum, one) => sum + sumOf(one.code), 0);
  const enrolled = found.classes.reduce((sum, one) => sum + one.enrolled, 0);
  const run = () =>
    void save.run({
      franchiseeId,
      yearId: year,
      seats: found.classes.flatMap((one) =>
        sessions.flatMap((session) => {
          const seats = grid[keyOf(one.code, session)] ?? 0;
          return seats > 0 ? [{ classCode: one.code, session, seats }] : [];
        }),
      ),
    });
  if (!editing)
    return (
      <Section
        title={`${formatCount(enrolled)} children on ${formatCount(total)} seats`}
        actions={
          found.can['update'] ? (
            <Button size="xs" onClick={() => setEditing(true)}>
              Set seats
            </Button>
          ) : undefined
        }
      >
        {total === 0 && enrolled === 0 ? (
          <EmptyState
            title="No seats for this year yet"
            help="The licence says how many children each class may have."
          />
        ) : (
          <Stack gap="sm">
            {found.classes
              .filter((one) => sumOf(one.code) > 0 || one.enrolled > 0)
              .map((one) => (
                <SeatMeter key={one.code} name={one.name} seats={sumOf(one.code)} enrolled={one.enrolled} />
              ))}
          </Stack>
        )}
      </Section>
    );
  return (
    <Section
      title={`Seats ${year}-${year + 1}`}
      help="Sections of the centre may not hold more children than this."
    >
      <Table.ScrollContainer minWidth={460}>
        <Table className={classes.seatGrid} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Class</Table.Th>
              {sessions.map((session) => (
                <Table.Th key={session}>{SESSIONS[session]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.classes.map((one) => (
              <Table.Tr key={one.code}>
                <Table.Td>{one.name}</Table.Td>
                {sessions.map((session) => (
                  <Table.Td key={session}>
                    <NumberInput
                      aria-label={`${one.name}, ${SESSIONS[session]}`}
                      min={0}
                      max={500}
                      hideControls
                      allowDecimal={false}
                      value={grid[keyOf(one.code, session)] ?? ''}
                      onChange={(value) =>
                        setGrid({ ...grid, [keyOf(one.code, session)]: Number(value) || 0 })
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between" mt="md">
        <Button
          variant="subtle"
          disabled={found.lastYear.length === 0}
          onClick={() => setGrid(gridOf(found.lastYear))}
        >
          Copy from last year
        </Button>
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => {
              setGrid(gridOf(found.seats));
              setEditing(false);
            }}
          >
            Cancel
          </Button>
          <Button loading={save.running} onClick={run}>
            Save {formatCount(total)} seats
          </Button>
        </Group>
      </Group>
    </Section>
  );
}
