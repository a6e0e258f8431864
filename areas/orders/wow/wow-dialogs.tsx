import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { wowOrderContract as contract } from './wow-order.contract.ts';
import type { wowOrders } from './wow-order.listing.ts';

export interface WowAsked {
  step: 'decide' | 'withdraw';
  row: Pick<ListingRow<typeof wowOrders.endpoints.list>, 'id' | 'version' | 'number' | 'centre' | 'status'>;
}

export function WowDialog({ asked: { step, row }, onClose }: { asked: WowAsked; onClose: () => void }) {
  const title = `${row.number}, ${row.centre}`;
  const shared = { start: { id: row.id }, ifMatch: row.version, refresh: ['wow-order'], onClose };
  return step === 'decide' ? (
    <CommandDialog
      {...shared}
      of={contract.decide}
      title={title}
      text={
        row.status === 'PENDING'
          ? 'Approving passes it to the final approver.'
          : 'This is the last approval: the centre can confirm its kit then.'
      }
      confirm="Decide"
      done="Decided."
    />
  ) : (
    <CommandDialog
      {...shared}
      of={contract.withdraw}
      title={`Withdraw ${title}?`}
      text="Nobody has decided on it yet. It can be revised afterwards."
      confirm="Withdraw"
      danger
      done="Withdrawn."
    />
  );
}
