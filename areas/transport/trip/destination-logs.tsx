// /transport/stundent-Destination-Log-Details: where each child got in and off, and who received it.
import { formatTime } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { destinationLogs } from './destination-log.listing.ts';
import './trip-look.tsx';

// The day stands in its own column.
const timeOf = (at: string | null): string | null => (at === null ? null : formatTime(at));
type Row = ListingRow<typeof destinationLogs.endpoints.list>;
const cells = {
  child: { minWidth: 180, second: (row: Row) => row.admissionNo },
  boardedAt: { cell: (row: Row) => timeOf(row.boardedAt) },
  offAt: { cell: (row: Row) => timeOf(row.offAt) },
  receivedBy: { minWidth: 150, second: (row: Row) => row.relation },
  state: stateColumn('trip-child', (row: Row) => row.state, { id: 'state', label: 'Result' }),
};

export function DestinationLogs() {
  const list = useListing(destinationLogs);
  return (
    <PageFrame title={destinationLogs.title} count={list.total ?? undefined} context="centre" fill>
      <ListingTable
        of={destinationLogs}
        list={list}
        cells={cells}
        searchHint="Child, admission number or route"
        empty={{
          title: 'No child has been on a trip yet.',
          help: 'Who got in, got off and was received stands here as soon as trips run.',
        }}
      />
    </PageFrame>
  );
}
