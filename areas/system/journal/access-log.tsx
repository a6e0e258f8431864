import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group } from '@mantine/core';
import { type AccessRow, accessLogContract } from './journal.contract.ts';

const actions: Readonly<
  Record<AccessRow['action'], readonly ['neutral' | 'info' | 'warning' | 'danger', string]>
> = {
  READ: ['neutral', 'Read'],
  REVEAL: ['warning', 'Revealed'],
  EXPORT: ['warning', 'Exported'],
  PRINT: ['info', 'Printed'],
  FILE: ['info', 'File'],
  DENY: ['danger', 'Refused'],
  VIEW_AS: ['info', 'Viewed as'],
  SIGN_IN: ['neutral', 'Signed in'],
};

const columns: Column<AccessRow>[] = [
  {
    id: 'what',
    label: 'What',
    minWidth: 260,
    cell: (row) => row.what.replace(/\.$/, ''),
    second: (row) => row.contract,
  },
  { id: 'who', label: 'Who', minWidth: 150, cell: (row) => row.who, second: (row) => row.role },
  instantColumn('at', 'When', (row) => row.at),
  {
    id: 'action',
    label: 'Kind',
    width: 190,
    card: 'state',
    cell: (row) => (
      <Group gap={4} wrap="nowrap">
        <Tag tone={actions[row.action][0]}>{actions[row.action][1]}</Tag>
        {row.emergency ? <Tag tone="warning">emergency</Tag> : null}
      </Group>
    ),
  },
  {
    id: 'subject',
    label: 'Of whom or what',
    minWidth: 200,
    cell: (row) => row.subject ?? '–',
    second: (row) => row.purpose,
  },
  textColumn('n', 'Rows', (row) => row.n, { align: 'end', width: 80 }),
  textColumn('reason', 'Reason', (row) => row.reason, { minWidth: 140 }),
  textColumn('centre', 'Centre', (row) => row.centre, { minWidth: 150 }),
  textColumn('place', 'Network', (row) => row.place, { width: 120, hidden: true }),
];

const filters = [
  {
    name: 'action',
    label: 'Kind',
    kind: 'choice',
    several: false,
    options: Object.entries(actions).map(([value, [, label]]) => ({ value, label })),
  },
  { name: 'userId', label: 'Who', kind: 'reference', to: 'user', several: false },
  { name: 'franchiseeId', label: 'Centre', kind: 'reference', to: 'franchisee', several: false },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
  { name: 'emergency', label: 'Only emergency rights', kind: 'boolean' },
  { name: 'subject', label: 'Id of whom or what', kind: 'text' },
] as const;

/** Who read, revealed, printed or exported what: without any value. */
export function AccessLog() {
  const list = useList(accessLogContract.list, { filters });
  return (
    <DataTable
      name="access-log"
      label="Accesses"
      list={list}
      columns={columns}
      searchable
      searchHint="Operation, purpose or id"
      exportWith={accessLogContract.export}
      empty={{ title: 'Nobody looked in this range', help: 'Choose other days or take a filter away.' }}
    />
  );
}
