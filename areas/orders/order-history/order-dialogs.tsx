import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount, formatRupees } from '@aangan/web/format.ts';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import type { kitOrders } from './order.listing.ts';
import { orderContract as contract } from './order-history.contract.ts';

type Row = ListingRow<typeof kitOrders.endpoints.list>;
export interface OrderAsked {
  step: 'cancel' | 'remainder' | 'override';
  row: Pick<Row, 'id' | 'version' | 'orderNo' | 'total' | 'open' | 'paymentMode' | 'status' | 'centre'>;
}

export function OrderStep({ asked: { step, row }, onClose }: { asked: OrderAsked; onClose: () => void }) {
  const shared = {
    start: { id: row.id },
    ifMatch: row.version,
    refresh: ['kit-order', 'kit-allocation', 'stock'],
    onClose,
  };
  const paid = row.paymentMode === 'ONLINE' || row.paymentMode === 'BANK_TRANSFER';
  if (step === 'cancel')
    return (
      <CommandDialog
        {...shared}
        of={contract.cancel}
        title={`Cancel order ${row.orderNo}?`}
        text={`Its kits are free again and can be ordered anew.${paid ? ' What was paid stays the centre’s advance with head office: it pays its next orders and dues.' : ''}`}
        confirm="Cancel order"
        danger
        done="Cancelled."
      />
    );
  if (step === 'remainder')
    return (
      <CommandDialog
        {...shared}
        of={contract.cancelRemainder}
        title={`Cancel ${formatCount(row.open)} kits of ${row.orderNo}?`}
        text={`What has left the warehouse stays ordered. The other kits are free again.${paid ? ' What was paid for them stays the centre’s advance with head office.' : ''}`}
        confirm="Cancel these kits"
        danger
        done={({ cancelled }) => `${formatCount(cancelled)} kits are cancelled.`}
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={contract.overrideCredit}
      title={`Allow ${row.orderNo} above the limit?`}
      text={`${row.centre} orders kits of ${formatRupees(row.total)} on credit. The order is confirmed at once; your name and reason stand in it for finance.`}
      confirm="Confirm order"
      done="Confirmed."
    />
  );
}
