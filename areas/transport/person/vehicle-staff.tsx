// /transport/vehicle-staff-details: who drives and rides along on which vehicle.
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { IconPlus } from '@tabler/icons-react';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import './escort-look.tsx';
import { vehicleStaffContract as contract } from './vehicle-staff.contract.ts';
import { vehicleStaff } from './vehicle-staff.listing.ts';

type Row = ListingRow<typeof vehicleStaff.endpoints.list>;
export const STAFF = '/transport/vehicle-staff-details';
const cells = {
  state: stateColumn('vehicle-posting', (row: Row) => row.state, { id: 'state', label: 'Posting' }),
  vehicle: { cell: (row: Row) => formatPlate(row.vehicle) },
  person: {
    second: (row: Row) =>
      row.state === 'ENDED' ? null : row.reasons.length > 0 ? row.reasons.join('; ') : 'Papers in order',
  },
  role: {
    second: (row: Row) =>
      row.state === 'ENDED' ? null : <StatusTag area="readiness" state={row.readiness} />,
  },
};

export function VehicleStaff() {
  const list = useListing(vehicleStaff);
  const mayWrite = useSession().holds(contract.add.module, true);
  const add = {
    label: 'Post a person',
    to: `${STAFF}/add`,
    icon: <IconPlus {...icon} />,
    hidden: !mayWrite,
  };
  return (
    <PageFrame title="Vehicle staff" count={list.total ?? undefined} context="centre" primary={add} fill>
      <ListingTable
        of={vehicleStaff}
        list={list}
        cells={cells}
        rowLink={(row) => (row.can['edit'] ? `${STAFF}/edit/${row.id}` : null)}
        searchHint="Person or plate"
        empty={{ title: 'No driver is posted.', action: add }}
      />
    </PageFrame>
  );
}
