import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import '../damage-claim/claim-look.tsx';
import { claimPath } from '../damage-claim/claim-paths.ts';
import { damageClaims } from '../damage-claim/damage-claim.listing.ts';
import { orderPath } from '../order-history/order-paths.ts';
import '../orders-look.tsx';
import { kitReport, opsReports, orderReport } from './order-report.listing.ts';

type OrderRow = ListingRow<typeof orderReport.endpoints.list>;
type KitRow = ListingRow<typeof kitReport.endpoints.list>;
type ClaimRow = ListingRow<typeof damageClaims.endpoints.list>;

const pathOf = ({ orderId, kitType, franchiseeId }: OrderRow | KitRow) =>
  orderPath({ id: orderId, kitType, franchiseeId });

function Orders() {
  return (
    <ListingTable
      of={orderReport}
      list={useListing(orderReport)}
      rowLink={pathOf}
      cells={{ status: { cell: (row: OrderRow) => <StatusTag area="order" state={row.status} /> } }}
      searchHint="Order, centre or city"
    />
  );
}

function Kits() {
  return (
    <ListingTable
      of={kitReport}
      list={useListing(kitReport)}
      rowLink={pathOf}
      cells={{ status: { cell: (row: KitRow) => <StatusTag area="order" state={row.status} /> } }}
      searchHint="Order, centre or city"
    />
  );
}

function Damaged() {
  return (
    <ListingTable
      of={damageClaims}
      list={useListing(damageClaims)}
      rowLink={(row) => claimPath(row.orderId)}
      cells={{ status: { cell: (row: ClaimRow) => <StatusTag area="damage-claim" state={row.status} /> } }}
      searchHint="Claim, order or centre"
    />
  );
}

/** /report/order-report: orders; `?ops=all-kit` and `?ops=damaged-kit` as the specification calls them. */
export function OrderReportViews() {
  return (
    <PageFrame title="Order report" context="centre-year">
      <PageTabs
        param="ops"
        tabs={[
          { value: 'orders', label: 'Orders', content: <Orders /> },
          { value: 'all-kit', label: opsReports['all-kit'], content: <Kits /> },
          { value: 'damaged-kit', label: opsReports['damaged-kit'], content: <Damaged /> },
        ]}
      />
    </PageFrame>
  );
}
