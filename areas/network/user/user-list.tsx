import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { userLook } from '../franchisee/franchisee-look.tsx';
import { networkModules } from '../network-modules.ts';
import { DisableUser } from './disable-user.tsx';
import { userContract } from './user.contract.ts';

type Row = OutputOf<typeof userContract.list>['rows'][number];

const columns: Column<Row>[] = [
  {
    id: 'name',
    label: 'Name',
    minWidth: 180,
    cell: (row) => row.name,
    second: (row) => row.designation ?? row.department,
  },
  {
    id: 'roles',
    label: 'Roles',
    minWidth: 240,
    cell: (row) => (
      <Group gap={4}>
        {row.roles.length === 0 ? (
          <Tag tone="warning">no role</Tag>
        ) : (
          row.roles.map((chip) => (
            <Tag key={`${chip.role} ${chip.where}`} tone="neutral">{`${chip.role} · ${chip.where}`}</Tag>
          ))
        )}
      </Group>
    ),
  },
  { id: 'email', label: 'E-mail', minWidth: 200, cell: (row) => <EmailText email={row.email} /> },
  { id: 'mobile', label: 'Mobile', width: 150, cell: (row) => <PhoneText phone={row.mobile} /> },
  { id: 'home', label: 'Home centre', minWidth: 160, cell: (row) => row.homeCentre },
  stateColumn(userLook, (row) => row.state),
  instantColumn('lastSignInAt', 'Last sign-in', (row) => row.lastSignInAt),
];

const filters = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [
      { value: 'ACTIVE', label: 'Active' },
      { value: 'INVITED', label: 'Invited' },
      { value: 'DISABLED', label: 'Switched off' },
    ],
  },
  { name: 'departmentId', label: 'Department', kind: 'reference', to: 'department' },
  { name: 'franchiseeId', label: 'Centre', kind: 'reference', to: 'franchisee' },
  { name: 'zoneId', label: 'Zone manager of', kind: 'reference', to: 'zone' },
] as const;

/** The page number of the path is where the list begins (specification: user/page/{current}). */
export function UserList() {
  const { current } = useParams();
  const page = Math.min(200, Math.max(1, Number(current) || 1));
  const list = useList(userContract.list, { filters, input: { page } });
  const mayWrite = useSession().holds(networkModules.User, true);
  const [leaving, setLeaving] = useState<Row | null>(null);
  const resend = useCommand(userContract.resendInvite, {
    onDone: () => notice.ok('The invitation is on its way again.'),
    onError: (error) => notice.error(error),
  });
  return (
    <PageFrame
      title="Users"
      count={list.total ?? undefined}
      fill
      {...(mayWrite
        ? { primary: { label: 'New user', to: '/user/create', icon: <IconPlus {...icon} /> } }
        : {})}
    >
      <DataTable
        name="user"
        label="Users"
        list={list}
        columns={columns}
        fill
        searchable
        rowLink={(row) => `/user/view/${row.id}`}
        actions={(row) => [
          { label: 'Edit', to: `/user/edit/${row.id}`, hidden: !row.can.update, edit: true },
          {
            label: 'Send the invitation again',
            run: () => void resend.run({ userId: row.id }),
            hidden: !row.can.resendInvite,
          },
          { label: 'Switch off', run: () => setLeaving(row), hidden: !row.can.disable, danger: true },
        ]}
        empty={{
          title: 'Nobody here',
          help: 'Invite the first person.',
          ...(mayWrite ? { action: { label: 'New user', to: '/user/create' } } : {}),
        }}
      />
      {leaving ? (
        <DisableUser userId={leaving.id} name={leaving.name} onClose={() => setLeaving(null)} />
      ) : null}
    </PageFrame>
  );
}
