import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { type Column, dayColumn, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useSearchParams } from 'react-router';
import { sessionLabels } from '../look.tsx';
import { admissionContract } from './admission.contract.ts';
import { admissionLabels } from './admission.states.ts';
import { AdmissionPanel } from './admission-panel.tsx';

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
  const list = useList(admissionContract.list, {
    input: { status: ['IN_PROGRESS', 'SUBMITTED', 'RETURNED', 'LINK_SENT'] },
  });
  return (
    <Admissions
      title="Admissions"
      list={list}
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
  const list = useList(admissionContract.list, { filters: [statusFilter] });
  return (
    <Admissions title="Admission register" list={list} empty={{ title: 'No admissions in this year' }} />
  );
}

interface AdmissionsProps {
  title: string;
  list: ListModel<Row>;
  empty: { title: string; help?: string; action?: { label: string; to: string } };
}

function Admissions({ title, list, empty }: AdmissionsProps) {
  const [params, setParams] = useSearchParams();
  const open = params.get('admission');
  const show = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id) next.set('admission', id);
      else next.delete('admission');
      return next;
    });
  return (
    <PageFrame title={title} count={list.total ?? undefined} context="centre-year" fill>
      <DataTable
        name="admission"
        label={title}
        list={list}
        columns={columns}
        fill
        rowLink={(row) => `?admission=${row.id}`}
        actions={(row) => [
          { label: 'Open', run: () => show(row.id), frequent: true },
          { label: 'Child’s profile', to: `/students/edit/${row.studentId ?? ''}`, hidden: !row.studentId },
        ]}
        searchHint="Child, parent, mobile or number"
        empty={empty}
      />
      {open ? <AdmissionPanel id={open} onClose={() => show(null)} /> : null}
    </PageFrame>
  );
}
