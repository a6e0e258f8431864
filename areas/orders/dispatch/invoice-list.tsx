import { ListingScreen } from '@aangan/web/listing/listing-screen.tsx';
import './dispatch-look.tsx';
import { kitInvoices } from './dispatch.listing.ts';

/** /order-history/kit/Invoice: what the centre was invoiced, one invoice a parcel. */
export const InvoiceList = () => (
  <ListingScreen
    of={kitInvoices}
    cells={{
      invoiceNo: { minWidth: 150, second: (row) => row.centre },
      orderNo: { minWidth: 170 },
      shipmentNo: { minWidth: 170 },
    }}
    actions={(row) => [
      {
        label: 'Open PDF',
        frequent: true,
        hidden: row.pdfUrl === null,
        run: () => void window.open(row.pdfUrl ?? '', '_blank', 'noopener'),
      },
    ]}
    searchHint="Invoice, order or parcel"
    empty={{ title: 'No invoice yet', help: 'Invoices come with the parcel.' }}
  />
);
