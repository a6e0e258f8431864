import type { ListModel } from '@aangan/web/list/use-list.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable } from '@aangan/web/listing/listing-table.tsx';
import { useMemo } from 'react';
import { franchiseeDues } from './franchisee-due.listing.ts';

type Row = ListingRow<typeof franchiseeDues.endpoints.list>;

/** What one centre owes head office, for its page. */
export function DuesOfCentre({ franchiseeId }: { franchiseeId: number }) {
  const input = useMemo(() => ({ franchiseeId }), [franchiseeId]);
  const list: ListModel<Row> = useList(franchiseeDues.endpoints.list, { input, sort: franchiseeDues.sort });
  return (
    <ListingTable
      of={franchiseeDues}
      list={list}
      cells={{ overdueDays: { cell: (row) => (row.overdueDays > 0 ? row.overdueDays : '–') } }}
      searchHint="Invoice"
      empty={{
        title: 'Nothing was invoiced yet',
        help: 'Royalty, kits and debit notes stand here from their invoice to the last rupee.',
      }}
    />
  );
}
