// The list behind the card: every follow-up by its next date, with the shared filters, bulk dates and one key an action.
import { academicYearLabel } from '@aangan/contract/period.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { Column, RowAction } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { buckets } from '../enquiry/bucket.ts';
import type { EnquiryRow } from '../enquiry/enquiry.contract.ts';
import { useEnquiryFilters } from '../enquiry/enquiry-look.tsx';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { LiveBar } from '../live/live-bar.tsx';
import { enquiryModules } from '../modules.ts';
import { enquiryColumns } from '../pipeline/enquiry-columns.tsx';

/** A capped count, as lists give it. */
export interface Counted {
  n: number;
  more: boolean;
}

const PlanDialog = part(() => import('./plan-dialog.tsx'), 'PlanDialog');
const AssignDialog = part(() => import('./assign-dialog.tsx'), 'AssignDialog');

// What decides the next call stands first; the card beside leaves room for little more.
const order = ['child', 'next', 'stage', 'attempts', 'owner', 'class', 'parent', 'lastNote'];
const columns: Column<EnquiryRow>[] = [
  ...order.flatMap((id) => enquiryColumns.find((column) => column.id === id) ?? []),
  { id: 'bucket', label: 'Bucket', width: 190, cell: (row) => (row.bucket ? buckets[row.bucket] : '–') },
];

const YEARS_BACK = 3;

/** The chosen year with those before it and the next. */
const yearsAround = (year: number | undefined) =>
  year === undefined
    ? []
    : Array.from({ length: YEARS_BACK + 2 }, (_, n) => year + 1 - n).map((one) => ({
        value: String(one),
        label: academicYearLabel(one),
      }));

interface DueListProps {
  onHelp: () => void;
  /** How many there are, for the title; null while none is shown. */
  onCount: (count: Counted | null) => void;
}

export function DueList({ onHelp, onCount }: DueListProps) {
  const [params] = useSearchParams();
  const { holds, franchisee, academicYear } = useSession();
  const [planning, setPlanning] = useState<readonly EnquiryRow[] | null>(null);
  const [assigning, setAssigning] = useState<EnquiryRow | null>(null);
  const filters = useEnquiryFilters();
  const list = useList(followUpContract.list, {
    filters: useMemo(
      () => [
        ...filters.filter((one) => !['open', 'spancoStatus'].includes(one.name)),
        {
          name: 'status',
          label: 'Status',
          kind: 'choice' as const,
          options: filters.find((one) => one.name === 'spancoStatus')?.options,
        },
        { name: 'date', label: 'Next date', kind: 'date' as const },
        {
          name: 'academicYear',
          label: 'Academic year',
          kind: 'choice' as const,
          several: false,
          options: yearsAround(academicYear?.id),
        },
        {
          name: 'type',
          label: 'Type',
          kind: 'choice' as const,
          several: false,
          options: [
            { value: 'academic', label: 'Academic' },
            { value: 'service', label: 'Service' },
          ],
        },
      ],
      [filters, academicYear],
    ),
  });
  const { total } = list;
  useEffect(() => {
    onCount(total);
    return () => onCount(null);
  }, [onCount, total]);
  const drawer = (row: EnquiryRow) => `/forms/followup/${row.enquiryCode}?${params}`;
  const actions = (row: EnquiryRow): RowAction[] => [
    { label: 'Log', to: drawer(row), key: 'f', frequent: true, hidden: row.can['log'] !== true },
    { label: 'Open', to: `/forms/edit/${row.enquiryCode}`, key: 'Enter', hidden: row.can['move'] !== true },
    {
      label: 'Edit',
      to: `/forms/enquiry/edit/${row.enquiryCode}`,
      edit: true,
      hidden: row.can['edit'] !== true,
    },
    { label: 'Give to', key: 'a', run: () => setAssigning(row), hidden: row.can['edit'] !== true },
    {
      label: 'Mark as duplicate',
      key: 'm',
      to: `/forms/edit/${row.enquiryCode}?tab=duplicates`,
      hidden: row.can['edit'] !== true,
    },
  ];
  return (
    <>
      <LiveBar view="due" list={list} also={['follow-up.queue', 'follow-up.buckets']} />
      <DataTable
        name="follow-up"
        label="Follow-ups"
        list={list}
        columns={columns}
        rowLink={drawer}
        actions={actions}
        bulk={[
          {
            label: (n) => `Set the date of ${n}`,
            run: (rows) => setPlanning(rows),
            hidden: franchisee === null || !holds(enquiryModules.followup, true),
          },
        ]}
        onHelp={onHelp}
        searchHint="Child, parent, code or number"
        empty={{ title: 'Nothing is due', help: 'Choose a bucket above to see what comes next.' }}
      />
      <Suspense fallback={null}>
        {planning && (
          <PlanDialog choose={{ ids: planning.map((row) => row.id) }} onClose={() => setPlanning(null)} />
        )}
        {assigning && <AssignDialog enquiry={assigning} onClose={() => setAssigning(null)} />}
      </Suspense>
    </>
  );
}
