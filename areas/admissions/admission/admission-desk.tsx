import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { type ReactNode, Suspense } from 'react';
import { sessionLabels } from '../look.tsx';
import { admissionContract } from './admission.contract.ts';
import { admissionLabels } from './admission.states.ts';

const AdmissionPanel = part(() => import('./admission-panel.tsx'), 'AdmissionPanel');
const SeatBoard = part(() => import('../seat/seat-board.tsx'), 'SeatBoard');
const ExceptionList = part(() => import('../exception/exception-list.tsx'), 'ExceptionList');
const AgeRules = part(() => import('../setting/setting-screens.tsx'), 'AgeRules');
const AdmissionSettings = part(() => import('../setting/setting-screens.tsx'), 'AdmissionSettings');

type Row = OutputOf<typeof admissionContract.list>['rows'][number];

const columns: Column<Row>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 190,
    cell: (row) => row.childName,
    second: (row) => row.admissionNo ?? row.applicationNo,
  },
  {
    id: 'class',
    label: 'Class',
    width: 140,
    cell: (row) => row.className,
    second: (row) => sessionLabels[row.daySession] ?? null,
  },
  {
    id: 'parent',
    label: 'Parent',
    minWidth: 170,
    cell: (row) => row.parentName,
    second: (row) => row.mobile,
  },
  dayColumn('startOn', 'First day', (row) => row.startOn),
  instantColumn('confirmedAt', 'Confirmed', (row) => row.confirmedAt),
  stateColumn('admission', (row) => row.status),
];

const statusFilter = {
  name: 'status',
  label: 'Status',
  kind: 'choice',
  several: true,
  options: Object.entries(admissionLabels).map(([value, label]) => ({ value, label })),
} as const;

/** Admissions on their way: opened by an accepted application, ready when every line of the checklist is green. */
export function AdmissionDesk() {
  const { holds } = useSession();
  const [tab] = useParam('tab');
  // Not PageTabs: the list of the first tab keeps its own place in the address.
  if (tab === 'seats') return <Tab name="Seats" content={<SeatBoard />} />;
  if (tab === 'exceptions') return <Tab name="Exceptions" content={<ExceptionList />} />;
  if (tab === 'ages') return <Tab name="Age rules" content={<AgeRules />} />;
  if (tab === 'settings') return <Tab name="Settings" content={<AdmissionSettings />} />;
  return <OpenAdmissions more={holds('AdmissionForm')} />;
}

const others = [
  { label: 'Seats', to: '/forms/admission?tab=seats' },
  { label: 'Exceptions', to: '/forms/admission?tab=exceptions' },
  { label: 'Age rules', to: '/forms/admission?tab=ages' },
  { label: 'Settings', to: '/forms/admission?tab=settings' },
];

function Tab({ name, content }: { name: string; content: ReactNode }) {
  return (
    <PageFrame
      title={name}
      crumbs={[{ label: 'Admissions', to: '/forms/admission' }]}
      context="centre-year"
      menu={others}
    >
      <Suspense fallback={<TextSkeleton lines={6} />}>{content}</Suspense>
    </PageFrame>
  );
}

function OpenAdmissions({ more }: { more: boolean }) {
  const list = useList(admissionContract.list, {
    input: { status: ['IN_PROGRESS', 'SUBMITTED', 'RETURNED', 'LINK_SENT'] },
  });
  return (
    <Admissions
      title="Admissions"
      list={list}
      menu={more ? others : []}
      empty={{
        title: 'Nothing waits here',
        help: 'An accepted application opens an admission.',
        action: { label: 'Open applications', to: '/forms/application' },
      }}
    />
  );
}

/** The register: every admission of the year. */
export function AdmissionRegister() {
  const list = useList(admissionContract.list, {
    filters: [statusFilter, { name: 'confirmedOn', label: 'Confirmed', kind: 'date', range: true }],
  });
  return <Admissions title="Admission list" list={list} empty={{ title: 'No admissions in this year' }} />;
}

interface AdmissionsProps {
  title: string;
  menu?: readonly { label: string; to: string }[];
  list: ListModel<Row>;
  empty: { title: string; help?: string; action?: { label: string; to: string } };
}

function Admissions({ title, list, empty, menu = [] }: AdmissionsProps) {
  const [open, show, linkTo] = useParam('admission');
  return (
    <PageFrame title={title} count={list.total ?? undefined} context="centre-year" menu={menu} fill>
      <DataTable
        name="admission"
        label={title}
        list={list}
        columns={columns}
        fill
        rowLink={(row) => linkTo(row.id)}
        actions={(row) => [
          { label: 'Open', run: () => show(row.id), frequent: true },
          {
            label: 'Admission form',
            to: `/forms/admissionForm/${row.enquiryCode ?? ''}`,
            hidden: !row.enquiryCode || row.status === 'CONFIRMED',
          },
          { label: 'Child’s profile', to: `/students/edit/${row.studentId ?? ''}`, hidden: !row.studentId },
        ]}
        exportWith={admissionContract.export}
        searchHint="Child, parent, mobile or number"
        empty={empty}
      />
      <Suspense fallback={null}>
        {open ? <AdmissionPanel id={open} onClose={() => show(null)} /> : null}
      </Suspense>
    </PageFrame>
  );
}
