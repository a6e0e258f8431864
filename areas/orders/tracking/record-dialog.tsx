import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { parcelLabels } from '../dispatch/dispatch.states.ts';
import { trackingContract as contract } from './tracking.contract.ts';

/** What the courier said on the telephone, or what its page shows. */
export const RecordDialog = ({
  parcel,
  onClose,
}: {
  parcel: { id: string; shipmentNo: string; centre: string };
  onClose: () => void;
}) => (
  <CommandDialog
    of={contract.record}
    title={`What became of ${parcel.shipmentNo}, ${parcel.centre}`}
    text="Centre and families see it at once. What is older than what is known stands in the history only."
    confirm="Record"
    start={{ id: parcel.id, at: new Date().toISOString() }}
    refresh={['sent-parcel', 'shipment', 'kit-order', 'kit-handover']}
    done={({ status, moved }) =>
      moved
        ? `The parcel is ${parcelLabels[status].toLowerCase()} now.`
        : 'Kept in the history; more is known already.'
    }
    onClose={onClose}
  />
);
