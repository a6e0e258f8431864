import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { stateColumn } from '@aangan/web/table/column.tsx';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import '../staff-look.tsx';
import { staffDocuments } from './staff-document.listing.ts';

const CheckDocument = part(() => import('./check-document.tsx'), 'CheckDocument');

/** Opens with what waits; the tiles and the filter show the others. */
export function DocumentQueue() {
  const [params, setParams] = useSearchParams();
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    if (params.has('status') || params.has('q')) return;
    const next = new URLSearchParams(params);
    next.set('status', 'UPLOADED');
    setParams(next, { replace: true });
  }, [params, setParams]);
  const list = useListing(staffDocuments);
  return (
    <ListingTable
      of={staffDocuments}
      list={list}
      cells={{
        staffName: { second: (row) => row.employeeCode },
        status: {
          ...stateColumn('staff-document', (row: { status: string }) => row.status, { width: 200 }),
          second: (row) => row.reason,
        },
      }}
      drawer={CheckDocument}
      searchHint="Name, code or document"
      empty={{ title: 'No document waits', help: 'What is uploaded stands here until it is verified.' }}
    />
  );
}
