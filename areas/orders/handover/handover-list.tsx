import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useState } from 'react';
import { kitTypeNames } from '../kit-types.ts';
import './handover-look.tsx';
import { HandOverDialog, type WaitingKit } from './hand-over-dialog.tsx';
import { handovers } from './handover.contract.ts';

/** Kits that wait at the centre for their families, for a tab of a page. */
export function HandoverList() {
  const list = useListing(handovers);
  const [giving, setGiving] = useState<WaitingKit | null>(null);
  return (
    <>
      <ListingTable
        of={handovers}
        list={list}
        cells={{ child: { minWidth: 180 } }}
        actions={(row) => [
          {
            label: 'Hand over',
            frequent: true,
            hidden: !row.can['handOver'],
            run: () => setGiving({ id: row.id, child: row.child, kit: kitTypeNames[row.kit] ?? row.kit }),
          },
        ]}
        searchHint="Child, admission no. or order"
        empty={{
          title: 'No kit waits at the centre',
          help: 'Kits stand here once their parcel is counted, until the family has them.',
        }}
      />
      {giving ? <HandOverDialog kit={giving} onClose={() => setGiving(null)} /> : null}
    </>
  );
}
