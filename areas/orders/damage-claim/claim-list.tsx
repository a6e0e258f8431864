import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import './claim-look.tsx';
import { typePath } from '../order-history/order-paths.ts';
import { TypeTabs } from '../order-history/type-tabs.tsx';
import { claimPath } from './claim-paths.ts';
import { damageClaims } from './damage-claim.listing.ts';

type Row = ListingRow<typeof damageClaims.endpoints.list>;

/** /order-history/kit/damage-missing-kit: the claims, not orders. */
export function ClaimList() {
  const list = useListing(damageClaims);
  return (
    <PageFrame title="Damage and missing claims" count={list.total ?? undefined} fill context="centre-year">
      <TypeTabs at={typePath('damage-missing-kit')} />
      <ListingTable
        of={damageClaims}
        list={list}
        rowLink={(row) => claimPath(row.orderId)}
        cells={{
          claimNo: { second: (row: Row) => row.centre },
          orderNo: { second: (row: Row) => row.shipmentNo },
          what: { minWidth: 180 },
          status: { cell: (row: Row) => <StatusTag area="damage-claim" state={row.status} /> },
        }}
        searchHint="Claim, order or centre"
        empty={{
          title: 'No claims.',
          help: 'Open an order that arrived and choose Damaged or missing.',
        }}
      />
    </PageFrame>
  );
}
