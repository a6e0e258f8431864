import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { areaTitle } from '../system-look.tsx';
import { type EndPointRow, endPointContract, methods } from './end-point.contract.ts';

const columns: Column<EndPointRow>[] = [
  {
    id: 'module',
    label: 'Module',
    minWidth: 220,
    sort: 'module',
    cell: (row) => row.title ?? row.moduleTitle,
    second: (row) => row.module,
  },
  textColumn('area', 'Area', (row) => areaTitle(row.area), { width: 140 }),
  textColumn('method', 'Method', (row) => row.method, { width: 100 }),
  textColumn('origin', 'Origin', (row) => (row.origin === 'MANUAL' ? 'Added manually' : 'Declared'), {
    width: 130,
  }),
  textColumn('roles', 'Roles', (row) => row.roles, { align: 'end', width: 90, sort: 'roles' }),
  textColumn('contracts', 'Contracts', (row) => row.contracts, { align: 'end', width: 110 }),
  textColumn('calls30', 'Calls, 30 days', (row) => formatCount(row.calls30), {
    align: 'end',
    width: 130,
    sort: 'calls30',
  }),
  {
    id: 'state',
    label: 'State',
    width: 120,
    card: 'state',
    cell: (row) =>
      row.stale ? (
        <Tag tone="danger">stale</Tag>
      ) : row.active ? (
        <Tag tone="success">in use</Tag>
      ) : (
        <Tag tone="neutral">off</Tag>
      ),
  },
];

const filters = [
  {
    name: 'method',
    label: 'Method',
    kind: 'choice',
    several: false,
    options: methods.map((value) => ({ value, label: value })),
  },
  {
    name: 'origin',
    label: 'Origin',
    kind: 'choice',
    several: false,
    options: [
      { value: 'DECLARED', label: 'Declared' },
      { value: 'MANUAL', label: 'Added manually' },
    ],
  },
  {
    name: 'use',
    label: 'Use',
    kind: 'choice',
    several: false,
    options: [
      { value: 'nobody', label: 'Nobody holds it' },
      { value: 'unused', label: 'Not used for 90 days' },
      { value: 'stale', label: 'Not in the product any more' },
    ],
  },
] as const;

/** `/system/system-end-points-list`: the flat catalogue, for search and export. */
export function EndPointList() {
  const { superAdmin } = useSession();
  const list = useList(endPointContract.list, { filters, sort: 'module' });
  return (
    <PageFrame
      title="End point list"
      count={list.total ?? undefined}
      fill
      {...(superAdmin ? { primary: { label: 'New end point', to: '/system/system-end-points/new' } } : {})}
      menu={[{ label: 'Workbench', to: '/system/system-end-points' }]}
    >
      <DataTable
        name="end-point"
        label="End points"
        list={list}
        columns={columns}
        fill
        searchable
        {...(superAdmin ? { rowLink: (row: EndPointRow) => `/system/system-end-points/${row.id}` } : {})}
        exportWith={endPointContract.export}
        empty={{ title: 'No end point matches.', help: 'Take a filter away.' }}
      />
    </PageFrame>
  );
}
