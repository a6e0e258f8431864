import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { dayOf, formatAgo } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageNumbers } from '@aangan/web/ui/page-numbers.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, EmailText, InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { AccessReview } from '../../system/public.web.tsx';
import { userLook } from '../franchisee/franchisee-look.tsx';
import { networkModules } from '../network-modules.ts';
import { TabLinks } from '../tab-links.tsx';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { userImport } from './user-import.contract.ts';

const Departments = part(() => import('./departments.tsx'), 'Departments');
const DisableUser = part(() => import('./disable-user.tsx'), 'DisableUser');
const PauseUser = part(() => import('./pause-user.tsx'), 'PauseUser');
const ImportDialog = part(() => import('@aangan/web/import/import-screen.tsx'), 'ImportDialog');

type Row = OutputOf<typeof userContract.list>['rows'][number];

const flagWords = {
  IDLE: 'away 90 days',
  EXPIRING: 'role ends soon',
  NO_ROLE: 'no role',
} as const;

const columns: Column<Row>[] = [
  {
    id: 'name',
    label: 'Name',
    minWidth: 140,
    cell: (row) => row.name,
    second: (row) => row.designation ?? row.department,
  },
  {
    id: 'roles',
    label: 'Roles',
    minWidth: 180,
    cell: (row) =>
      row.roles[0] ? `${row.roles[0].role} · ${row.roles[0].where}` : <Tag tone="warning">no role</Tag>,
    second: (row) =>
      row.roles.length > 1
        ? row.roles
            .slice(1)
            .map((chip) => `${chip.role} · ${chip.where}`)
            .join(', ')
        : null,
  },
  { id: 'email', label: 'E-mail', minWidth: 160, cell: (row) => <EmailText email={row.email} /> },
  {
    id: 'mobile',
    label: 'Mobile',
    width: 130,
    cell: (row) => (row.mobile?.includes('•') ? row.mobile : <PhoneText phone={row.mobile} />),
  },
  {
    id: 'home',
    label: 'Home centre',
    minWidth: 120,
    // Roles say where; with it the last sign-in stood outside a laptop's screen.
    hidden: true,
    cell: (row) => (
      <Text inherit truncate maw={{ sm: 140 }} title={row.homeCentre}>
        {row.homeCentre}
      </Text>
    ),
  },
  { id: 'reportsTo', label: 'Reports to', width: 150, cell: (row) => row.reportsTo ?? '–', hidden: true },
  stateColumn(userLook, (row) => row.state, { width: 100 }),
  {
    id: 'flags',
    label: 'Attention',
    minWidth: 110,
    cell: (row) => {
      const [flag] = row.flags.filter((one) => one !== 'NO_ROLE');
      return flag ? <Tag tone="warning">{flagWords[flag]}</Tag> : null;
    },
  },
  {
    id: 'lastSignInAt',
    label: 'Last sign-in',
    width: 110,
    // The day is enough for an older one; the hour would push the column out of sight.
    cell: ({ lastSignInAt: at }) =>
      at && formatAgo(at, serverNow()) === null ? <DateText day={dayOf(at)} /> : <InstantText at={at} ago />,
  },
];

const stateOptions = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INVITED', label: 'Invited' },
  { value: 'SUSPENDED', label: 'Paused' },
  { value: 'DISABLED', label: 'Switched off' },
];
const filters = [
  { name: 'state', label: 'State', kind: 'choice', options: stateOptions },
  {
    name: 'scope',
    label: 'Scope',
    kind: 'choice',
    options: [
      { value: 'NETWORK', label: 'Whole network' },
      { value: 'ZONE', label: 'A zone' },
      { value: 'CENTRES', label: 'Listed centres' },
      { value: 'CENTRE', label: 'One centre' },
    ],
  },
  {
    name: 'flag',
    label: 'Attention',
    kind: 'choice',
    options: [
      { value: 'IDLE', label: 'No sign-in for 90 days' },
      { value: 'EXPIRING', label: 'A role ends within 7 days' },
      { value: 'NO_ROLE', label: 'No role' },
    ],
  },
  { name: 'departmentId', label: 'Department', kind: 'reference', to: 'department' },
  { name: 'franchiseeId', label: 'Centre', kind: 'reference', to: 'franchisee' },
  { name: 'zoneId', label: 'Zone', kind: 'reference', to: 'zone' },
] as const;

const tabs = [
  { value: 'people', label: 'People' },
  { value: 'invites', label: 'Invites' },
  { value: 'departments', label: 'Departments' },
  { value: 'review', label: 'Access review' },
];

/** People, invitations that wait, departments and the access review; tabs of one path (network.md N10). */
export function UserList() {
  const [open] = useParam('tab');
  const tab = open ?? 'people';
  if (tab === 'review')
    return (
      <PageFrame title="Users">
        <TabLinks tabs={tabs} active={tab} />
        <Suspense fallback={<TextSkeleton />}>
          <AccessReview />
        </Suspense>
      </PageFrame>
    );
  if (tab === 'departments')
    return (
      <Suspense fallback={<TextSkeleton />}>
        <Departments tabs={<TabLinks tabs={tabs} active={tab} />} />
      </Suspense>
    );
  return <People key={tab} tab={tab} />;
}

/** The page number of the path is the page shown (specification: user/page/{current}); filters stand beside it. */
function People({ tab }: { tab: string }) {
  const { current } = useParams();
  const navigate = useNavigate();
  const page = Math.min(200, Math.max(1, Number(current) || 1));
  const list = useList(userContract.list, {
    filters: tab === 'invites' ? filters.slice(3) : filters,
    input: { page, ...(tab === 'invites' ? { state: 'INVITED' as const } : {}) },
  });
  const mayWrite = useSession().holds(networkModules.User, true);
  const [open, setOpen] = useState<{ what: 'off' | 'pause'; row: Row } | null>(null);
  const [importing, setImporting] = useState(false);
  const resend = useCommand(userAccountContract.resendInvite, { onError: (error) => notice.error(error) });
  const invite = async (rows: readonly Row[]) => {
    let sent = 0;
    for (const row of rows) if (await resend.run({ userId: row.id })) sent += 1;
    if (sent > 0)
      notice.ok(
        sent === 1 ? 'The invitation is on its way again.' : `${sent} invitations are on their way again.`,
      );
  };
  const pages = Math.min(200, Math.ceil((list.total?.n ?? 0) / 50));
  // A narrower filter may leave this page empty: then the first one is meant.
  const beyond = page > 1 && !list.loading && !list.refreshing && list.rows.length === 0;
  useEffect(() => {
    if (beyond) void navigate(`/user/page/1${window.location.search}`, { replace: true });
  }, [beyond, navigate]);
  return (
    <PageFrame
      title="Users"
      count={list.total ?? undefined}
      fill
      menu={[
        { label: 'Import people', run: () => setImporting(true), hidden: !mayWrite },
        { label: 'Add staff user', to: '/user/create/staff', hidden: !mayWrite },
      ]}
      {...(mayWrite
        ? { primary: { label: 'New user', to: '/user/create', icon: <IconPlus {...icon} /> } }
        : {})}
    >
      <TabLinks tabs={tabs} active={tab} />
      <DataTable
        name="user"
        label="Users"
        list={{ ...list, next: null, previous: null, range: rangeOf(page, list.rows.length) }}
        columns={columns}
        fill
        searchable
        exportWith={userContract.export}
        rowLink={(row) => `/user/view/${row.id}`}
        bulk={[
          {
            label: (n) => `Invite ${n} again`,
            run: (rows) => invite(rows.filter((row) => row.can['resendInvite'])),
            hidden: !mayWrite || tab !== 'invites',
          },
        ]}
        actions={(row) => [
          { label: 'Edit', to: `/user/edit/${row.id}`, hidden: !row.can['update'], edit: true },
          {
            label: 'Send the invitation again',
            run: () => void invite([row]),
            hidden: !row.can['resendInvite'],
          },
          { label: 'Pause', run: () => setOpen({ what: 'pause', row }), hidden: !row.can['suspend'] },
          {
            label: 'Switch off',
            run: () => setOpen({ what: 'off', row }),
            hidden: !row.can['disable'],
            danger: true,
          },
        ]}
        empty={{
          title: tab === 'invites' ? 'No invitation waits.' : 'Nobody here. Invite the first person.',
          ...(mayWrite ? { action: { label: 'New user', to: '/user/create' } } : {}),
        }}
      />
      {pages > 1 ? (
        <Group justify="center" py="sm">
          <PageNumbers
            pages={pages}
            page={page}
            size="sm"
            onPage={(next) => void navigate(`/user/page/${next}${window.location.search}`)}
          />
        </Group>
      ) : null}
      <Suspense fallback={null}>
        {open?.what === 'off' ? (
          <DisableUser userId={open.row.id} name={open.row.name} onClose={() => setOpen(null)} />
        ) : null}
        {open?.what === 'pause' ? (
          <PauseUser userId={open.row.id} name={open.row.name} onClose={() => setOpen(null)} />
        ) : null}
        {importing ? (
          <ImportDialog of={userImport} refresh={['user']} onDone={() => setImporting(false)} />
        ) : null}
      </Suspense>
    </PageFrame>
  );
}

const rangeOf = (page: number, rows: number) => ({
  from: rows === 0 ? 0 : (page - 1) * 50 + 1,
  to: (page - 1) * 50 + rows,
});
