import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { HISTORY } from '../order-history/order-paths.ts';
import { trackLink } from '../tracking/track-link.ts';
import './dispatch-look.tsx';
import { kitInvoices } from './dispatch.listing.ts';

/** /order-history/kit/Invoice: what came to the centre with its invoice. */
export function InvoiceList() {
  const list = useListing(kitInvoices);
  return (
    <PageFrame
      title="Order invoices"
      count={list.total ?? undefined}
      fill
      context="centre"
      menu={[{ label: 'Order history', to: HISTORY }]}
    >
      <ListingTable
        of={kitInvoices}
        list={list}
        cells={{
          invoiceNo: { minWidth: 150, second: (row) => row.centre },
          orderNo: { minWidth: 150, second: (row) => row.shipmentNo },
        }}
        actions={(row) => [
          {
            label: 'Open PDF',
            frequent: true,
            hidden: row.pdfUrl === null,
            run: () => void window.open(row.pdfUrl ?? '', '_blank', 'noopener'),
          },
          { label: 'Track', to: trackLink({ ...row, ref: row.shipmentNo }) },
        ]}
        searchHint="Invoice, order or parcel"
        empty={{ title: 'No invoice yet', help: 'Invoices come with the parcel.' }}
      />
    </PageFrame>
  );
}
