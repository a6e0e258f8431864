import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Group, Table } from '@mantine/core';
import { IconEye, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { accessContract } from '../../shell/access.contract.ts';
import { systemModules } from '../system-modules.ts';
import { CompareRoles } from './compare-roles.tsx';
import { dashboardMapContract } from './dashboard-map.contract.ts';
import { downloadRoleSheet } from './download-role-sheet.tsx';
import { type RoleRow, roleContract } from './role.contract.ts';
import { roleChangeContract } from './role-change.contract.ts';
import { reachWords } from './role-words.ts';
import { ViewAs } from './view-as.tsx';

const AccessDesk = part(() => import('../access/access-desk.tsx'), 'AccessDesk');
const EmergencyPanel = part(() => import('../emergency/emergency-panel.tsx'), 'EmergencyPanel');
const RightsReport = part(() => import('./rights-report.tsx'), 'RightsReport');
const RoleChanges = part(() => import('./role-changes.tsx'), 'RoleChanges');
const RoleImport = part(() => import('./role-import.tsx'), 'RoleImport');

/** `/system/roles`: roles, changes that wait, requests of access, where menu and rights disagree, who gained and lost what. */
export function RoleList() {
  const [importing, setImporting] = useState(false);
  const mayWrite = useSession().holds(systemModules.System, true);
  const roles = useQuery(roleContract.list, { limit: 200 });
  const waiting = useQuery(roleChangeContract.list, { state: 'PENDING' });
  const requests = useQuery(accessContract.requests, {});
  const differences = useQuery(dashboardMapContract.check, {});
  return (
    <PageFrame
      title="Roles"
      count={roles.data?.total}
      {...(mayWrite
        ? { primary: { label: 'New role', to: '/system/save-role', icon: <IconPlus {...icon} /> } }
        : {})}
      menu={[
        { label: 'Dashboards by role', to: '/system/dynamic-dash-list' },
        { label: 'Access matrix', to: '/system/system-end-points?tab=matrix' },
        { label: 'All roles (XLSX)', run: () => void downloadRoleSheet(null, 'xlsx') },
        { label: 'Import rights', run: () => setImporting(true), hidden: !mayWrite },
      ]}
    >
      <PageTabs
        tabs={[
          {
            value: 'roles',
            label: 'Roles',
            content: <Roles />,
          },
          {
            value: 'waiting',
            label: 'Changes',
            count: waiting.data?.rows.length,
            content: <RoleChanges />,
          },
          {
            value: 'requests',
            label: 'Access requests',
            count: requests.data?.rows.length,
            content: <AccessDesk requests={requests} />,
          },
          {
            value: 'differences',
            label: 'Differences',
            count: differences.data?.rows.length,
            content: <QueryState query={differences}>{({ rows }) => <Differences rows={rows} />}</QueryState>,
          },
          { value: 'report', label: 'Access changes', content: <RightsReport /> },
          { value: 'emergency', label: 'Emergency rights', content: <EmergencyPanel /> },
        ]}
      />
      {importing ? (
        <Suspense>
          <RoleImport onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </PageFrame>
  );
}

const columns: Column<RoleRow>[] = [
  {
    id: 'description',
    label: 'Role',
    minWidth: 200,
    cell: (row) => row.description,
    second: (row) => row.role,
  },
  {
    id: 'reach',
    label: 'Scope',
    minWidth: 150,
    cell: (row) => reachWords[row.reach] ?? row.reach,
    second: (row) => (row.maxDays ? `at most ${row.maxDays} days` : null),
  },
  textColumn('people', 'People', (row) => formatCount(row.people), { align: 'end', width: 90 }),
  textColumn('reads', 'View', (row) => (row.allModules ? 'all' : row.reads), { align: 'end', width: 90 }),
  textColumn('changes', 'Edit', (row) => (row.allModules ? 'all' : row.changes), {
    align: 'end',
    width: 90,
  }),
  {
    id: 'guard',
    label: 'Guard',
    minWidth: 200,
    card: 'state',
    cell: (row) => (
      <Group gap={4}>
        {row.sessionClass === 'GUARDED' ? <Tag tone="info">guarded</Tag> : null}
        {row.needsApproval ? <Tag tone="info">two people</Tag> : null}
        {row.pending ? <Tag tone="warning">change waits</Tag> : null}
        {row.active ? null : <Tag tone="neutral">off</Tag>}
      </Group>
    ),
  },
  instantColumn('lastChangeAt', 'Last change', (row) => row.lastChangeAt),
];

const filters = [
  {
    name: 'active',
    label: 'State',
    kind: 'choice',
    several: false,
    options: [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Switched off' },
    ],
  },
  {
    name: 'reach',
    label: 'Scope',
    kind: 'choice',
    several: false,
    options: Object.entries(reachWords).map(([value, label]) => ({ value, label })),
  },
] as const;

function Roles() {
  const list = useList(roleContract.list, { filters, limit: 100 });
  const [viewAs, setViewAs] = useState<RoleRow | null>(null);
  const [compare, setCompare] = useState<RoleRow | null>(null);
  return (
    <>
      <DataTable
        name="role"
        label="Roles"
        list={list}
        columns={columns}
        searchable
        newLink="/system/save-role"
        rowLink={(row) => `/system/edit-role/${row.id}`}
        actions={(row) => [
          {
            label: 'View menu as',
            run: () => setViewAs(row),
            icon: <IconEye {...smallIcon} />,
            frequent: true,
          },
          { label: 'Edit rights', to: `/system/edit-role/${row.id}`, hidden: !row.can['update'], edit: true },
          { label: 'Compare with another', run: () => setCompare(row) },
          { label: 'Dashboards', to: `/system/dynamic-dash-create/${row.id}`, hidden: !row.can['update'] },
          { label: 'Duplicate', to: `/system/save-role?from=${row.id}`, hidden: !row.can['duplicate'] },
        ]}
        exportWith={roleContract.export}
        empty={{ title: 'No role matches', help: 'Search for another word.' }}
      />
      {viewAs ? <ViewAs role={viewAs} onClose={() => setViewAs(null)} /> : null}
      {compare ? <CompareRoles first={compare} onClose={() => setCompare(null)} /> : null}
    </>
  );
}

const kinds: Readonly<Record<string, string>> = {
  'item-without-holder': 'Menu item without a holder',
  'item-without-route': 'Menu item without a screen',
  'item-other-module': 'Item and screen ask for different modules',
  'module-without-item': 'Module without a screen',
  'pair-without-map': 'Right without a dashboard',
  'map-without-pair': 'Dashboard without a right',
};

function Differences({
  rows,
}: {
  rows: readonly {
    kind: string;
    subject: string;
    text: string;
    roleId: number | null;
    module: string | null;
  }[];
}) {
  if (rows.length === 0)
    return (
      <EmptyState
        title="Menu and rights agree"
        help="Every item has a screen, a holder and the right module."
      />
    );
  return (
    <Section
      flush
      help="Checked against the routes, the rights and the dashboards; also every night at 03:10 AM."
    >
      <Table.ScrollContainer minWidth={640}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>Where</Table.Th>
              <Table.Th>Difference</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.kind} ${row.subject} ${row.module ?? ''}`}>
                <Table.Td>
                  <Tag tone={row.kind === 'module-without-item' ? 'neutral' : 'warning'}>
                    {kinds[row.kind] ?? row.kind}
                  </Tag>
                </Table.Td>
                <Table.Td>
                  {row.roleId ? (
                    <Anchor component={Link} to={`/system/dynamic-dash-create/${row.roleId}`}>
                      {row.subject}
                    </Anchor>
                  ) : (
                    row.subject
                  )}
                </Table.Td>
                <Table.Td>{row.text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
