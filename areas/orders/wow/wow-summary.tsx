import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { productCategories } from '../catalogue/product-words.ts';
import { wowOrderContract as contract } from './wow-order.contract.ts';
import { LIST } from './wow-paths.ts';

type Row = OutputOf<typeof contract.summary>['rows'][number];
const pieces = (
  id: keyof Row & ('bom' | 'waiting' | 'approved' | 'ordered' | 'shipped' | 'delivered'),
  label: string,
): Column<Row> => textColumn(id, label, (row) => (row[id] === 0 ? '–' : String(row[id])), { align: 'end' });
const columns: Column<Row>[] = [
  textColumn('product', 'Product', (row) => row.product, { second: (row) => row.model }),
  pieces('bom', 'BOM'),
  pieces('waiting', 'Waiting for approval'),
  pieces('approved', 'Approved'),
  pieces('ordered', 'Ordered'),
  pieces('shipped', 'Shipped'),
  pieces('delivered', 'Delivered'),
  textColumn('come', 'To come', (row) => String(Math.max(0, row.ordered - row.delivered)), { align: 'end' }),
  textColumn('open', 'Still to order', (row) => String(Math.max(0, row.bom - row.waiting - row.approved)), {
    align: 'end',
  }),
];

/** /place-order/wow-kit/summary/{franchiseeID} */
export function WowSummary() {
  const { franchiseeID } = useParams();
  const query = useQuery(contract.summary, { franchiseeId: Number(franchiseeID) });
  const [open, setOpen] = useState(false);
  return (
    <PageFrame
      title={query.data ? `WOW kit of ${query.data.centre}` : 'WOW kit summary'}
      crumbs={[{ label: 'WOW kit orders', to: LIST }]}
    >
      <QueryState query={query}>
        {({ rows }) => {
          const shown = open ? rows.filter((row) => row.bom > row.waiting + row.approved) : rows;
          if (rows.length === 0)
            return (
              <EmptyState
                title="No WOW kit has been initiated."
                help="What this centre asks for is summed up here."
              />
            );
          return (
            <Stack gap="md">
              <Checkbox
                label="Only what is still to order"
                checked={open}
                onChange={(event) => setOpen(event.currentTarget.checked)}
              />
              {Object.entries(productCategories).map(([category, label]) => {
                const own = shown.filter((row) => row.category === category);
                return own.length === 0 ? null : (
                  <Section key={category} title={label} flush>
                    <ShortTable
                      label={label}
                      rows={own}
                      keyOf={(row) => row.key}
                      columns={columns}
                      minWidth={980}
                    />
                  </Section>
                );
              })}
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}
