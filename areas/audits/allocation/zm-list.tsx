import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useNavigate } from 'react-router';
import '../audits-look.tsx';
import { editPath, zonePath } from './allocation-paths.ts';
import { zmAllocations } from './zm-allocation.listing.ts';

type Row = ListingRow<typeof zmAllocations.endpoints.list>;
const cells = {
  status: { cell: (row: Row) => <StatusTag area="ams-allocation" state={row.status} /> },
  person: { second: (row: Row) => row.note },
};

/** /ams/zm-allocation: who was, is and will be zone manager. */
export function ZmList() {
  const list = useListing(zmAllocations);
  const navigate = useNavigate();
  return (
    <PageFrame
      title={zmAllocations.title}
      count={list.total ?? undefined}
      menu={[{ label: 'Zones', to: '/amsv1/zm-allocation' }]}
      fill
    >
      <ListingTable
        of={zmAllocations}
        list={list}
        cells={cells}
        searchHint="Zone or person"
        rowLink={(row) => editPath(row.id)}
        actions={(row) => [
          {
            label: 'Change',
            edit: true,
            frequent: true,
            hidden: !row.can.change,
            run: () => void navigate(editPath(row.id)),
          },
          { label: 'Centres of the zone', run: () => void navigate(zonePath(row.zoneId)) },
        ]}
        empty={{
          title: 'No zone managers yet',
          help: 'Each zone has one zone manager at a time.',
          action: { label: 'Zones', to: '/amsv1/zm-allocation' },
        }}
      />
    </PageFrame>
  );
}
