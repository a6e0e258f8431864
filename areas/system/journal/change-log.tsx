import { formatDay, formatInstant } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { type ChangeRow, changeLogContract } from './journal.contract.ts';

/** A day or an instant reads as everywhere else; what is neither stays as it is. */
const readable = (value: string | null): string | null => {
  if (value === null) return null;
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return formatInstant(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;
};

const ops = { I: ['success', 'Added'], U: ['info', 'Changed'], D: ['danger', 'Removed'] } as const;

const columns: Column<ChangeRow>[] = [
  {
    id: 'what',
    label: 'What',
    minWidth: 240,
    cell: (row) => row.what.replace(/\.$/, ''),
    // A command without words of its own is named by its code alone.
    second: (row) => (row.what === row.command ? null : row.command),
  },
  textColumn('who', 'Who', (row) => row.who, { minWidth: 140 }),
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
    id: 'table',
    label: 'Of',
    minWidth: 150,
    cell: (row) => row.table.replaceAll('_', ' '),
    second: (row) =>
      row.row && row.row.length > 16 ? <span title={row.row}>{`${row.row.slice(0, 8)}…`}</span> : row.row,
  },
  {
    id: 'changes',
    label: 'Values',
    minWidth: 280,
    cell: (row) => (
      <Stack gap={0}>
        {row.changes.slice(0, 2).map((change) => (
          <Text
            key={change.field}
            size="xs"
            truncate
            title={row.changes
              .map((c) => `${c.field}: ${readable(c.from) ?? '–'} → ${readable(c.to) ?? '–'}`)
              .join('\n')}
          >
            {`${change.field.replaceAll('_', ' ')}: ${change.from === null ? '' : `${readable(change.from)} → `}${readable(change.to) ?? 'nothing'}`}
          </Text>
        ))}
      </Stack>
    ),
  },
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
  return (
    <DataTable
      name="change-log"
      label="Changes"
      list={list}
      columns={columns}
      searchable
      searchHint="Command, table or row"
      exportWith={changeLogContract.export}
      empty={{ title: 'No change in this range', help: 'Choose other days or take a filter away.' }}
    />
  );
}
