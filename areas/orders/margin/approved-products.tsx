import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatPercent } from '@aangan/money/format.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { ExportButton } from '@aangan/web/record/export-button.tsx';
import { dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageNumbers } from '@aangan/web/ui/page-numbers.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { marginContract } from './margin.contract.ts';
import { marginRequests } from './margin.listing.ts';
import { PRODUCTS } from './product-list.tsx';

type Row = OutputOf<typeof marginContract.approved>['rows'][number];
const at = (page: number, search: string) => `/retailer-margin/product/approved-product/${page}${search}`;

/** /retailer-margin/product/approved-product/{current}: approved prices by page, with both approvers. */
export function ApprovedProducts() {
  const { current } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [from, setFrom] = useParam('from');
  const [approverId, setApprover] = useParam('approver');
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 300);
  const page = Math.min(200, Math.max(1, Math.trunc(Number(current)) || 1));
  const query = useQuery(
    marginContract.approved,
    { page, ...(q ? { q } : {}), ...(from ? { from } : {}), ...(approverId ? { approverId } : {}) },
    { keepPrevious: true },
  );
  return (
    <PageFrame
      title="Approved products"
      count={query.data?.total}
      crumbs={[{ label: 'Products and margin', to: PRODUCTS }]}
    >
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <FieldInput
            kind="text"
            name="words"
            label="Product or SKU"
            value={words}
            onChange={(value) => setWords(String(value ?? ''))}
          />
          <FieldInput
            kind="date"
            name="from"
            label="Price from"
            optional
            value={from}
            onChange={(value) => setFrom(value as string | null)}
          />
          <FieldInput
            kind="choice"
            name="approver"
            label="Approver"
            optional
            options={(query.data?.approvers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={approverId}
            onChange={(value) => setApprover(value as string | null)}
          />
          <ExportButton
            endpoint={marginRequests.endpoints.export}
            input={{ status: 'APPROVED', ...(q ? { q } : {}) }}
          />
        </Group>
        <QueryState query={query}>
          {({ rows, pages, page: shown }) =>
            rows.length === 0 ? (
              <EmptyState
                title="No approved price"
                help="What both approvers have approved stands here, the newest first."
              />
            ) : (
              <>
                <Table rows={rows} />
                <PageNumbers
                  pages={Math.min(pages, 200)}
                  page={shown}
                  onPage={(next) => void navigate(at(next, search))}
                />
              </>
            )
          }
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

const Table = ({ rows }: { rows: readonly Row[] }) => (
  <ShortTable
    label="Approved products"
    rows={rows}
    keyOf={(row) => row.id}
    minWidth={860}
    columns={[
      textColumn(
        'product',
        'Product',
        (row: Row) => (
          <Anchor component={Link} to={`/retailer-margin/update-product/${row.productId}`}>
            {row.product}
          </Anchor>
        ),
        { second: (row) => row.sku },
      ),
      moneyColumn('mrp', 'MRP', (row: Row) => row.mrp),
      textColumn('margin', 'Margin', (row: Row) => formatPercent(row.marginBp), { align: 'end', width: 90 }),
      moneyColumn('price', 'Price before tax', (row: Row) => row.price, {
        second: (row) => `GST ${formatPercent(row.rateBp)}`,
      }),
      textColumn('approver1', 'Approver 1', (row: Row) => row.approver1),
      textColumn('approver2', 'Approver 2', (row: Row) => row.approver2),
      dayColumn('fromOn', 'From', (row: Row) => row.fromOn),
    ]}
  />
);
