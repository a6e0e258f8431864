// /transport/vendors: who supplies vehicles and escorts.
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import './escort-look.tsx';
import { escortContract as contract } from './escort.contract.ts';
import { escortVendors } from './escort-vendor.listing.ts';

const cells = { status: stateColumn('escort-vendor', (row: { status: string }) => row.status) };

export function Vendors() {
  const list = useListing(escortVendors);
  const mayAdd = useSession().holds(contract.addVendor.module, true);
  const add = {
    label: 'Add vendor',
    to: '/transport/vendors/create',
    icon: <IconPlus {...icon} />,
    hidden: !mayAdd,
  };
  return (
    <PageFrame title="Vendors" count={list.total ?? undefined} context="centre" primary={add} fill>
      <ListingTable
        of={escortVendors}
        list={list}
        cells={cells}
        rowLink={(row) => `/transport/vendors/${row.id}/view`}
        searchHint="Vendor or contact"
        empty={{
          title: 'No vendor yet.',
          help: 'Add the in-house team first: it holds the drivers and attendants of the centre.',
          action: add,
        }}
      />
    </PageFrame>
  );
}
