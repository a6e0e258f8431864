// What the screens of a leave share: its half days one by one, and the sections it leaves short.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDay } from '@aangan/web/format.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Alert, Stack, Text } from '@mantine/core';
import type { leaveContract } from './leave.contract.ts';
import { daysOf, freeDays } from './leave-count.ts';

type Preview = OutputOf<typeof leaveContract.preview>;
/** A day with its half days. */
type Halves = [string, Preview['lines']];

const halfWord = { FN: 'morning', AN: 'afternoon' } as const;

const MOST_LINES = 6;

/** '2 days. Not counted: 15-08-2026 (Independence Day), 16-08-2026 (Week off)' */
export function CountText({ halves, lines }: Pick<Preview, 'halves' | 'lines'>) {
  const free = freeDays(lines);
  return (
    <Stack gap={4}>
      <Text fw={600} size="lg" className="figures">
        {daysOf(halves)}
      </Text>
      {free.length > 0 ? (
        <Text size="sm" c="dimmed">
          {`Not counted: ${free.map(({ day, why }) => `${formatDay(day)} (${why})`).join(', ')}`}
        </Text>
      ) : null}
    </Stack>
  );
}

export function Shortages({ rows }: { rows: Preview['shortages'] }) {
  if (rows.length === 0) return null;
  const bySection = [...Map.groupBy(rows, (row) => `${row.day} ${row.section}`).values()];
  return (
    <Alert color="danger" variant="light" title="Short of teachers">
      <Stack gap={2}>
        {bySection.slice(0, MOST_LINES).map((halves) => {
          const [row] = halves;
          if (!row) return null;
          const when = halves.length === 2 ? '' : ` ${halfWord[row.half]}`;
          return (
            <Text size="sm" key={`${row.day}${row.section}`}>
              {`${formatDay(row.day)}${when}, ${row.section}: ${row.have} of ${row.need} for ${row.children} children`}
            </Text>
          );
        })}
        {bySection.length > MOST_LINES ? (
          <Text size="sm">{`and ${bySection.length - MOST_LINES} more`}</Text>
        ) : null}
      </Stack>
    </Alert>
  );
}

export const BalanceText = ({ balance, halves }: { balance: Preview['balance']; halves: number }) => (
  <Text size="sm" className="figures">
    {`Balance ${daysOf(balance.left)}`}
    {balance.applied > 0 ? `, ${daysOf(balance.applied)} of it asked for` : null}
    {halves > 0 ? `; after this leave ${daysOf(balance.left - halves)}` : null}
  </Text>
);

export function LeaveDays({ lines }: { lines: Preview['lines'] }) {
  const days = [...Map.groupBy(lines, (line) => line.day)];
  const cell = (halves: Preview['lines'], half: 'FN' | 'AN') => {
    const line = halves.find((one) => one.half === half);
    return line?.counted ? 'Leave' : line?.off;
  };
  return (
    <ShortTable
      label="Days"
      rows={days}
      keyOf={([day]) => day}
      minWidth={320}
      columns={[
        textColumn('day', 'Day', ([day]: Halves) => formatDay(day)),
        textColumn('morning', 'Morning', ([, halves]: Halves) => cell(halves, 'FN')),
        textColumn('afternoon', 'Afternoon', ([, halves]: Halves) => cell(halves, 'AN')),
      ]}
    />
  );
}
