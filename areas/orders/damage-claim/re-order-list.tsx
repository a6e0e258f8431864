import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useState } from 'react';
import './claim-look.tsx';
import { orderPath } from '../order-history/order-paths.ts';
import { claimPath } from './claim-paths.ts';
import { reOrders } from './re-order.contract.ts';
import { CreditParcel, ReOrderFree, ReOrderPaid } from './re-order-dialog.tsx';

type Row = ListingRow<typeof reOrders.endpoints.list>;

/** /place-order/re-order-kit/list: approved claims and lost parcels that wait for their replacement. */
export function ReOrderList() {
  const list = useListing(reOrders);
  const [asked, setAsked] = useState<{ row: Row; credit?: true } | null>(null);
  return (
    <PageFrame title="Kits to re-order" count={list.total ?? undefined} fill context="centre-year">
      <ListingTable
        of={reOrders}
        list={list}
        rowLink={(row) =>
          row.source === 'CLAIM' ? claimPath(row.orderId) : orderPath({ ...row, id: row.orderId })
        }
        cells={{
          reference: { second: (row: Row) => row.centre },
          source: { cell: (row: Row) => <StatusTag area="re-order" state={row.source} /> },
        }}
        actions={(row) => [
          { label: 'Re-order free', frequent: true, hidden: !row.can.free, run: () => setAsked({ row }) },
          { label: 'Re-order paid', frequent: true, hidden: !row.can.paid, run: () => setAsked({ row }) },
          {
            label: 'Credit instead',
            hidden: !row.can.credit,
            run: () => setAsked({ row, credit: true }),
          },
        ]}
        searchHint="Claim, order or centre"
        empty={{
          title: 'Nothing to re-order.',
          help: 'Approved claims and parcels that came back or were lost stand here.',
        }}
      />
      {asked?.credit ? (
        <CreditParcel row={asked.row} onClose={() => setAsked(null)} />
      ) : asked?.row.can.paid ? (
        <ReOrderPaid row={asked.row} onClose={() => setAsked(null)} />
      ) : asked ? (
        <ReOrderFree row={asked.row} onClose={() => setAsked(null)} />
      ) : null}
    </PageFrame>
  );
}
