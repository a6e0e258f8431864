import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { DateText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { categories } from '../designation.record.ts';
import { staffModules } from '../modules.ts';
import '../staff-look.tsx';
import { staffStatusTitles } from './staff.states.ts';
import { staffListContract } from './staff-list.contract.ts';
import { type StaffStep, StepDialog, stepsOf } from './staff-steps.tsx';

const StaffDrawer = part(() => import('./staff-drawer.tsx'), 'StaffDrawer');

export type StaffRow = OutputOf<typeof staffListContract.list>['rows'][number];

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const filters = [
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    several: false,
    options: optionsOf(staffStatusTitles),
  },
  { name: 'category', label: 'Category', kind: 'choice', several: false, options: optionsOf(categories) },
  {
    name: 'designationId',
    label: 'Designation',
    kind: 'reference',
    several: false,
    to: 'staff-designation',
  },
  {
    name: 'documents',
    label: 'Documents',
    kind: 'choice',
    several: false,
    options: [{ value: 'missing', label: 'Some are missing' }],
  },
] as const;

const columns: Column<StaffRow>[] = [
  {
    id: 'name',
    label: 'Name',
    minWidth: 200,
    cell: (row) => row.name,
    second: (row) => row.employeeCode,
  },
  {
    id: 'designation',
    label: 'Designation',
    minWidth: 150,
    cell: (row) => row.designation ?? '–',
    second: (row) => categories[row.category],
  },
  { id: 'mobile', label: 'Mobile', width: 170, cell: (row) => <PhoneText phone={row.mobile} /> },
  dayColumn('joinedOn', 'Joined', (row) => row.joinedOn, { width: 110 }),
  {
    id: 'documents',
    label: 'Documents',
    width: 110,
    align: 'end',
    cell: (row) => (
      <Text
        inherit
        span
        className="figures"
        c={row.verified < row.needed ? 'var(--a-warning-text)' : 'dimmed'}
      >
        {`${row.verified} of ${row.needed}`}
      </Text>
    ),
  },
  {
    ...stateColumn<StaffRow>('staff', (row) => row.status, { width: 180 }),
    second: (row) =>
      row.leftOn === null ? null : (
        <>
          {row.status === 'LEFT' ? 'on ' : 'Last day '}
          <DateText day={row.leftOn} />
        </>
      ),
  },
];

export function StaffList({ tabs }: { tabs: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const list = useList(staffListContract.list, { filters });
  const { holds } = useSession();
  const [asked, setAsked] = useState<{ row: StaffRow; step: StaffStep } | null>(null);
  const add = { label: 'Add staff user', to: '/user/create/staff', icon: <IconPlus {...icon} /> };
  const withPerson = (id: string | null) => {
    const next = new URLSearchParams(params);
    if (id) next.set('staff', id);
    else next.delete('staff');
    return next;
  };
  const open = params.get('staff');
  return (
    <PageFrame
      title="Staff"
      count={list.total ?? undefined}
      context="centre"
      fill
      primary={holds(staffModules.Staff, true) ? add : undefined}
    >
      {tabs}
      <DataTable
        name="staff"
        label="Staff"
        list={list}
        columns={columns}
        fill
        searchHint="Name, code or mobile"
        rowLink={(row) => `?${withPerson(row.id)}`}
        actions={(row) => [
          {
            label: 'Edit',
            to: `/staff/edit/${row.id}`,
            hidden: !row.can['update'],
            edit: true,
            frequent: true,
          },
          ...stepsOf(row.can).map(({ step, label, danger }) => ({
            label,
            danger,
            frequent: step === 'approve',
            run: () => setAsked({ row, step }),
          })),
        ]}
        empty={{
          title: 'No staff yet',
          help: 'Whoever is added as a staff user stands here, waiting for approval.',
          ...(holds(staffModules.Staff, true) ? { action: { label: 'Add staff user', to: add.to } } : {}),
        }}
      />
      <Suspense fallback={null}>
        {open ? <StaffDrawer id={open} onClose={() => setParams(withPerson(null))} /> : null}
      </Suspense>
      {asked ? <StepDialog step={asked.step} person={asked.row} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}
