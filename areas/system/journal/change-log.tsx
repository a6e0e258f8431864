import { formatDay, formatInstant } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Drawer, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type ChangeRow, changeLogContract } from './journal.contract.ts';

/** A day or an instant reads as everywhere else; what is neither stays as it is. */
const readable = (value: string | null): string | null => {
  if (value === null) return null;
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return formatInstant(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;
};

const ops = { I: ['success', 'Added'], U: ['info', 'Changed'], D: ['danger', 'Removed'] } as const;

/** `next_follow_up_on` to 'Next follow up on'. */
const titleOf = (field: string): string => {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Two lines of a row: two changes, or one and how many more. */
const inline = (row: ChangeRow): number => (row.changes.length + row.more > 2 ? 1 : 2);

const columnsWith = (open: (row: ChangeRow) => void): Column<ChangeRow>[] => [
  {
    id: 'sentence',
    label: 'What happened',
    minWidth: 400,
    cell: (row) => (
      <button type="button" className="link-button" style={{ textAlign: 'start' }} onClick={() => open(row)}>
        <Text span inherit lineClamp={1} title={row.sentence}>
          {row.sentence}
        </Text>
      </button>
    ),
    second: (row) => row.what.replace(/\.$/, ''),
  },
  instantColumn('at', 'When', (row) => row.at),
  {
    id: 'op',
    label: 'Kind',
    width: 120,
    card: 'state',
    cell: (row) => (
      <Group gap={4} wrap="nowrap">
        <Tag tone={ops[row.op][0]}>{ops[row.op][1]}</Tag>
        {row.emergency ? <Tag tone="warning">emergency</Tag> : null}
      </Group>
    ),
  },
  {
    id: 'changes',
    label: 'Before and after',
    minWidth: 280,
    cell: (row) => (
      <Stack gap={0}>
        {row.changes.slice(0, inline(row)).map((change) => (
          <Text key={change.field} size="xs" truncate>
            {`${titleOf(change.field)}: ${change.from === null ? '' : `${readable(change.from)} → `}${readable(change.to) ?? 'nothing'}`}
          </Text>
        ))}
      </Stack>
    ),
    second: (row) => {
      const left = row.changes.length + row.more - inline(row);
      return left > 0 ? `and ${left} more` : null;
    },
  },
  textColumn('who', 'Who', (row) => row.who, { minWidth: 140, hidden: true }),
  textColumn('table', 'Table', (row) => row.table, { minWidth: 150, hidden: true }),
  textColumn('row', 'Row', (row) => row.row, { minWidth: 150, hidden: true }),
  textColumn('centre', 'Centre', (row) => row.centre, { minWidth: 150 }),
];

const filters = [
  { name: 'userId', label: 'Who', kind: 'reference', to: 'user', several: false },
  {
    name: 'op',
    label: 'Kind',
    kind: 'choice',
    several: false,
    options: [
      { value: 'I', label: 'Added' },
      { value: 'U', label: 'Changed' },
      { value: 'D', label: 'Removed' },
    ],
  },
  { name: 'franchiseeId', label: 'Centre', kind: 'reference', to: 'franchisee', several: false },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
  { name: 'emergency', label: 'Only emergency rights', kind: 'boolean' },
  { name: 'table', label: 'Table', kind: 'text' },
  { name: 'row', label: 'Row', kind: 'text' },
] as const;

/** Who changed what. Values of people's data stay out of it; the record's own history shows them to those who may see the record. */
export function ChangeLog() {
  const list = useList(changeLogContract.list, { filters });
  const [opened, setOpened] = useState<ChangeRow | null>(null);
  return (
    <>
      <DataTable
        name="change-log"
        label="Changes"
        list={list}
        columns={columnsWith(setOpened)}
        searchable
        searchHint="Command, table or row"
        exportWith={changeLogContract.export}
        empty={{ title: 'No change in this range', help: 'Choose other days or take a filter away.' }}
      />
      {opened ? <ChangeDrawer row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function ChangeDrawer({ row, onClose }: { row: ChangeRow; onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} padding="md" title={row.sentence}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {[row.what.replace(/\.$/, ''), formatInstant(row.at), row.centre].filter(Boolean).join(' · ')}
        </Text>
        <Table verticalSpacing={6} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {row.changes.map((change) => (
              <Table.Tr key={change.field}>
                <Table.Td>{titleOf(change.field)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{readable(change.from) ?? '–'}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{readable(change.to) ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {row.more > 0 ? <Text size="sm" c="dimmed">{`${row.more} further fields changed.`}</Text> : null}
        <Text size="xs" c="dimmed">
          {[row.command, row.table, row.row].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    </Drawer>
  );
}
