import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent, formatRupees, franchiseeLabel } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, moneyColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { SumsLine } from '@aangan/web/ui/sums-line.tsx';
import { Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import { AccrualTable, lastMonths } from './accrual-table.tsx';
import { Agreements } from './agreements.tsx';
import { MonthRun } from './month-run.tsx';
import { type RoyaltyCentreRow, royaltyContract } from './royalty.contract.ts';

/** Component by component, so that base, rate and royalty of the row can be added up. */
const Parts = ({ row }: { row: RoyaltyCentreRow }) => (
  <Stack gap={0} py={4}>
    {row.parts.map((part) => (
      <Text key={`${part.componentKind}-${part.rateBp}`} size="xs" c="dimmed">
        {`${componentKindTitles[part.componentKind as 'TUITION'] ?? 'Adjustment'}: ${formatRupees(part.base)} x ${formatPercent(part.rateBp)} = ${formatRupees(part.royalty)}`}
      </Text>
    ))}
  </Stack>
);

const columns: Column<RoyaltyCentreRow>[] = [
  {
    id: 'name',
    label: 'Centre',
    minWidth: 220,
    sort: 'name',
    cell: (row) => franchiseeLabel(row.id, row.name),
    second: (row) => row.zone,
  },
  {
    id: 'rate',
    label: 'Standard rate',
    width: 150,
    cell: (row) => (row.agreementVersion === null ? 'None' : formatPercent(row.rateBp ?? 0)),
    second: (row) => (row.agreementVersion === null ? undefined : `version ${row.agreementVersion}`),
  },
  moneyColumn('collected', 'Collected', (row) => row.collected, { sort: 'collected' }),
  moneyColumn('base', 'Base', (row) => row.base),
  moneyColumn('royalty', 'Royalty', (row) => row.royalty, { sort: 'royalty' }),
  { id: 'parts', label: 'How it adds up', minWidth: 300, cell: (row) => <Parts row={row} /> },
  moneyColumn('lastMonth', 'Month before', (row) => row.lastMonth),
];

/** /royalty/list */
export function RoyaltyList() {
  return (
    <PageFrame title="Royalty">
      <PageTabs
        tabs={[
          { value: 'centres', label: 'Centres', content: <Centres /> },
          { value: 'run', label: 'Month run', content: <MonthRun /> },
          { value: 'agreements', label: 'Agreements', content: <Agreements /> },
        ]}
      />
    </PageFrame>
  );
}

/** What the month brings head office, over all centres of the filter. */
function Totals({ input }: { input: Record<string, unknown> }) {
  const query = useQuery(royaltyContract.centres, { ...input, limit: 1 }, { keepPrevious: true });
  if (!query.data) return null;
  const { month, totals } = query.data;
  return (
    <SumsLine
      of={lastMonths().find((one) => one.value === month)?.label ?? month}
      sums={[
        ['Collected', totals.collected],
        ['Base', totals.base],
        ['Royalty', totals.royalty],
      ]}
    />
  );
}

function Centres() {
  const list = useList(royaltyContract.centres, {
    filters: [{ name: 'month', label: 'Month', kind: 'choice', several: false, options: lastMonths() }],
  });
  return (
    <>
      <Totals input={list.input} />
      <DataTable
        name="royalty-centres"
        label="Royalty per centre"
        list={list}
        columns={columns}
        searchHint="Centre"
        rowLink={(row) => `/royalty/royalty-list/${row.id}`}
        empty={{ title: 'No centre here' }}
      />
    </>
  );
}

/** /royalty/royalty-list/{StudentAdmissionID?}/{franchiseeNo}: with one segment it is the centre's number. */
export function RoyaltyAccruals() {
  const { StudentAdmissionID, franchiseeNo } = useParams();
  const id = Number(franchiseeNo);
  return (
    <PageFrame title="Royalty rows" crumbs={[{ label: 'Royalty', to: '/royalty/list' }]} fill>
      <AccrualTable
        {...(Number.isInteger(id) && id > 1 ? { franchiseeId: id } : {})}
        reference={StudentAdmissionID}
        fill
      />
    </PageFrame>
  );
}
