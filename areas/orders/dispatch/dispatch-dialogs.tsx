import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import type { challans, parcels } from './dispatch.listing.ts';
import { challanContract, shipmentContract } from './shipment.contract.ts';

type Parcel = ListingRow<typeof parcels.endpoints.list>;
type Challan = ListingRow<typeof challans.endpoints.list>;
export type DispatchAsked =
  | { step: 'unpack'; row: Parcel }
  | { step: 'ewayOf'; row: Parcel }
  | { step: 'cancel' | 'eway'; row: Challan };

const REFRESH = ['parcel', 'delivery-challan', 'order-packing', 'stock'];

export function DispatchDialog({ asked, onClose }: { asked: DispatchAsked; onClose: () => void }) {
  if (asked.step === 'ewayOf') return <EwayDialog id={asked.row.challanId} onClose={onClose} />;
  if (asked.step === 'eway') return <EwayDialog id={asked.row.id} onClose={onClose} />;
  if (asked.step === 'unpack')
    return (
      <CommandDialog
        of={shipmentContract.unpack}
        title={`Unpack ${asked.row.shipmentNo}?`}
        text="Its kits go back to the list of what is to be packed, and its challan is cancelled."
        confirm="Unpack"
        danger
        start={{ id: asked.row.id }}
        ifMatch={asked.row.version}
        refresh={REFRESH}
        done="Unpacked."
        onClose={onClose}
      />
    );
  return (
    <CommandDialog
      of={challanContract.cancel}
      title={`Cancel challan ${asked.row.challanNo ?? ''}?`}
      text="The number is never used again. The parcel gets a new draft."
      confirm="Cancel challan"
      danger
      start={{ id: asked.row.id }}
      ifMatch={asked.row.version}
      refresh={REFRESH}
      done="Cancelled."
      onClose={onClose}
    />
  );
}

function EwayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(challanContract.get, { id }, { fresh: 0 });
  if (!data) return null;
  const { version, number, ...start } = data;
  return (
    <CommandDialog
      of={challanContract.eway}
      title={`E-way bill of ${number ?? 'the draft'}`}
      text="Above ₹50,000.00 a parcel leaves with an e-way bill number, or with the reason why none is needed."
      confirm="Save"
      start={{ id, ...start }}
      ifMatch={version}
      refresh={REFRESH}
      done="Saved."
      onClose={onClose}
    />
  );
}
