import { academicMonths, addMonths, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { ListTotals } from '@aangan/web/list/list-totals.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, dayColumn, moneyColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import '../finance-look.tsx';
import { type AccrualRowView, accrualStatuses, royaltyContract } from './royalty.contract.ts';

const KINDS: Readonly<Record<string, string>> = {
  RECEIPT: 'Receipt',
  REVERSAL: 'Taken back',
  ADJUSTMENT: 'Adjustment',
  BILL: 'Bill',
};

const columns: Column<AccrualRowView>[] = [
  dayColumn('on', 'Day', (row) => row.on, { sort: 'on' }),
  {
    id: 'child',
    label: 'Child',
    minWidth: 170,
    cell: (row) => row.childLabel ?? '–',
    second: (row) => row.lineLabel,
  },
  {
    id: 'receipt',
    label: 'Receipt',
    minWidth: 160,
    cell: (row) => row.receiptNumber ?? KINDS[row.kind] ?? row.kind,
    second: (row) => (row.componentKind ? componentKindTitles[row.componentKind as 'TUITION'] : undefined),
  },
  moneyColumn('base', 'Base', (row) => row.base),
  { id: 'rate', label: 'Rate', width: 90, align: 'end', cell: (row) => formatPercent(row.rateBp) },
  moneyColumn('royalty', 'Royalty', (row) => row.royalty, {
    sort: 'royalty',
    second: (row) => row.formula,
    width: 240,
  }),
  {
    id: 'version',
    label: 'Agreement',
    width: 120,
    align: 'end',
    cell: (row) => `version ${row.agreementVersion}`,
  },
  stateColumn('royalty-accrual', (row) => row.status),
];

const kindOptions = Object.entries(componentKindTitles).map(([value, label]) => ({ value, label }));
const statusOptions = accrualStatuses.map((value) => ({
  value,
  label: value.charAt(0) + value.slice(1).toLowerCase(),
}));

/** Accrual rows with the formula and the agreement's version on each. */
export function AccrualTable({
  franchiseeId,
  reference,
  fill = false,
}: {
  franchiseeId?: number;
  reference?: string | undefined;
  fill?: boolean;
}) {
  const list = useList(royaltyContract.accruals, {
    filters: [
      { name: 'componentKind', label: 'Component', kind: 'choice', several: false, options: kindOptions },
      { name: 'status', label: 'Status', kind: 'choice', several: false, options: statusOptions },
      { name: 'month', label: 'Month', kind: 'choice', several: false, options: lastMonths() },
    ],
    input: { ...(franchiseeId ? { franchiseeId } : {}), ...(reference ? { ref: reference } : {}) },
  });
  return (
    <>
      <ListTotals list={list} sums={{ base: 'Base', royalty: 'Royalty' }} />
      <DataTable
        name="royalty-accrual"
        label="Royalty rows"
        list={list}
        columns={columns}
        fill={fill}
        searchHint="Child or receipt"
        rowLink={(row) => (row.reference ? `/royalty/student-royalty-details/${row.reference}` : null)}
        empty={{
          title: 'No confirmed receipt yet.',
          help: 'Each confirmed payment brings a row per line that bears royalty.',
        }}
      />
    </>
  );
}

/** The last 18 months, newest first, as the list's filter takes them. */
export function lastMonths(): { value: string; label: string }[] {
  const first = `${todayIst(serverNow()).slice(0, 7)}-01`;
  return Array.from({ length: 18 }, (_, back) => {
    const value = addMonths(first, -back).slice(0, 7);
    const [year, month] = value.split('-');
    const name = academicMonths.find((one) => one.month === month)?.name;
    return { value, label: `${name} ${year}` };
  });
}
