import { formatRupees, franchiseeLabel } from '@aangan/web/format.ts';
import { ListTotals } from '@aangan/web/list/list-totals.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, moneyColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { financeModules } from '../modules.ts';
import '../finance-look.tsx';
import { ageingBuckets, ledgerContract, type StudentRow } from './ledger.contract.ts';

/** The centre stands in the list where no centre is chosen. */
const columnsOf = (oneCentre: boolean): Column<StudentRow>[] => [
  {
    id: 'child',
    label: 'Child',
    minWidth: 200,
    sort: 'childLabel',
    cell: (row) => row.childLabel,
    second: (row) => row.className ?? undefined,
  },
  {
    id: 'centre',
    label: 'Centre',
    minWidth: 150,
    hidden: oneCentre,
    cell: (row) => franchiseeLabel(row.franchiseeId, row.franchiseeName),
  },
  moneyColumn('billed', 'Billed', (row) => row.billed),
  moneyColumn('concession', 'Concession', (row) => row.concession, { hidden: true }),
  moneyColumn('paid', 'Paid', (row) => row.paid, { sort: 'paid' }),
  moneyColumn('due', 'Due', (row) => row.due, {
    sort: 'due',
    second: (row) => (row.lateFee > 0 ? `${formatRupees(row.lateFee)} late fee` : undefined),
  }),
  moneyColumn('overdue', 'Overdue', (row) => row.overdue, {
    sort: 'overdue',
    second: (row) =>
      row.overdueDays > 0
        ? `${row.overdueDays} ${row.overdueDays === 1 ? 'day' : 'days'} past grace`
        : undefined,
  }),
  moneyColumn('advance', 'Advance', (row) => row.advance, { hidden: true }),
  dayColumn('nextDueOn', 'Due on', (row) => row.nextDueOn),
  dayColumn('lastPaymentOn', 'Last payment', (row) => row.lastPaymentOn),
  stateColumn('student-ledger', (row) => row.status),
];

const bucketLabels: Readonly<Record<string, string>> = { overdue: 'Any overdue', none: 'Nothing overdue' };

export function StudentLedgerList() {
  const { holds, franchisee } = useSession();
  const list = useList(ledgerContract.students, {
    filters: [
      {
        name: 'ageing',
        label: 'Overdue',
        kind: 'choice',
        several: false,
        options: ageingBuckets.map((value) => ({ value, label: bucketLabels[value] ?? `${value} days` })),
      },
      { name: 'dueWithinDays', label: 'Due within days', kind: 'integer' },
      { name: 'classId', label: 'Class', kind: 'reference', to: 'class', several: false },
      { name: 'concession', label: 'With concession', kind: 'boolean' },
      { name: 'advance', label: 'With advance', kind: 'boolean' },
    ],
  });
  return (
    <PageFrame title="Student ledger" count={list.total ?? undefined} context="centre" fill>
      <ListTotals
        list={list}
        sums={{ billed: 'Billed', paid: 'Paid', due: 'Due', overdue: 'Overdue', advance: 'Advance' }}
      />
      <DataTable
        name="student-ledger"
        label="Children and their fees"
        list={list}
        columns={columnsOf(franchisee !== null)}
        fill
        searchHint="Child's name"
        rowLink={(row) => `/ledger/student-ledger/${row.reference}`}
        actions={(row) => [
          { label: 'Instalments', frequent: true, to: `/ledger/student-fee-plan/${row.reference}` },
          {
            label: 'Take a payment',
            to: `/payments/pay/${row.id}`,
            hidden: !(holds(financeModules.payments, true) && holds(financeModules.offlinePayment, true)),
          },
          {
            label: 'Assign a plan',
            to: `/fee-component/fee-plan/assign/${row.reference}`,
            hidden: !holds(financeModules.FeePlanList, true),
          },
        ]}
        empty={{
          title: 'No child here',
          help: 'A child appears with the first form fee, payment or fee plan.',
        }}
      />
    </PageFrame>
  );
}
