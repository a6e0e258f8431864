// What if: the curve later or earlier, the targets higher or lower; who misses then, and what it would take.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount, formatDay, formatPercent } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { b2sContract } from './b2s.contract.ts';

const within = (value: unknown, least: number, most: number): number =>
  typeof value === 'number' && value >= least && value <= most ? Math.trunc(value) : 0;

type Row = OutputOf<typeof b2sContract.forecast>['rows'][number];
const count = (id: 'target' | 'achieved' | 'expected' | 'projected', label: string) =>
  textColumn<Row>(id, label, (row) => formatCount(row[id]), { align: 'end' });

const columns: readonly Column<Row>[] = [
  textColumn('centre', 'Centre', (row) => row.label),
  count('target', 'Target'),
  count('achieved', 'Now'),
  count('expected', 'By curve'),
  count('projected', 'At the end'),
  {
    id: 'miss',
    label: 'Missing',
    align: 'end',
    cell: (row) =>
      row.miss === 0 ? (
        <Tag tone="success">Reaches it</Tag>
      ) : (
        <Tag tone="danger">{formatCount(row.miss)}</Tag>
      ),
  },
  textColumn(
    'rate',
    'Visits to admission',
    (row) => (row.rateBp === null ? '–' : formatPercent(row.rateBp)),
    { align: 'end' },
  ),
  textColumn(
    'visits',
    'More visits',
    (row) => (row.miss === 0 ? '–' : row.visits === null ? 'not known' : formatCount(row.visits)),
    { align: 'end' },
  ),
];

export function RehearsalPanel({ seasonId }: { seasonId: string }) {
  const [shift, setShift] = useState<unknown>(0);
  const [change, setChange] = useState<unknown>(0);
  const [input] = useDebouncedValue(
    { seasonId, shiftDays: within(shift, -60, 60), targetBp: 10_000 + within(change, -50, 100) * 100 },
    300,
  );
  const query = useQuery(b2sContract.forecast, input, { keepPrevious: true });
  return (
    <Section
      title="Rehearsal"
      help="Nothing is saved here: move the curve or the targets and see who will miss."
    >
      <Stack gap="md">
        <Group gap="md" align="flex-start">
          <FieldInput
            kind="integer"
            label="Curve later by (days)"
            help="Minus: earlier"
            min={-60}
            max={60}
            value={shift}
            onChange={setShift}
          />
          <FieldInput
            kind="integer"
            label="Targets changed by (%)"
            help="Minus: fewer seats"
            min={-50}
            max={100}
            value={change}
            onChange={setChange}
          />
        </Group>
        <QueryState query={query}>
          {({ rows, day, byLastYear }) => {
            const missing = rows.filter((row) => row.miss > 0);
            const visits = missing.reduce((sum, row) => sum + (row.visits ?? 0), 0);
            if (rows.length === 0)
              return (
                <EmptyState title="No target yet" help="Set targets above; then they can be rehearsed." />
              );
            return (
              <Stack gap="sm">
                <Text aria-live="polite">
                  {missing.length === 0
                    ? 'Every centre reaches its target.'
                    : `${formatCount(missing.length)} of ${formatCount(rows.length)} centres will miss: ${formatCount(visits)} more visits are needed.`}
                  <Text span className="quiet">
                    {byLastYear
                      ? ` Counted from ${formatDay(day)} on as last year’s season went on from the same week.`
                      : ` No season before this one: what is still to come is read off the curve on ${formatDay(day)}.`}
                  </Text>
                </Text>
                <ShortTable
                  label="Centres"
                  rows={rows}
                  keyOf={(row) => row.id}
                  columns={columns}
                  minWidth={760}
                />
              </Stack>
            );
          }}
        </QueryState>
      </Stack>
    </Section>
  );
}
