import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { HandoverList } from '../handover/handover-list.tsx';
import { trackLink } from '../tracking/track-link.ts';
import './dispatch-look.tsx';
import { kitInvoices } from './dispatch.listing.ts';

/** /order-history/kit/Invoice: what came to the centre with its invoice, and the kits that wait there for their families. */
export const InvoiceList = () => (
  <PageFrame title="Order invoices" fill>
    <PageTabs
      tabs={[
        { value: 'invoices', label: 'Invoices', content: <Invoices /> },
        { value: 'kits', label: 'Kits to hand over', content: <HandoverList /> },
      ]}
    />
  </PageFrame>
);

function Invoices() {
  const list = useListing(kitInvoices);
  return (
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
  );
}
