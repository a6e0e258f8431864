import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount, formatRupees } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useHeadOfficeCheckout } from '../../finance/public.web.tsx';
import { reOrderContract, type reOrderSources } from './re-order.contract.ts';

interface Row {
  id: string;
  source: keyof typeof reOrderSources;
  reference: string;
  qty: number;
}

const REFRESH = ['damage-claim', 're-order', 'kit-order'];
const titleOf = (row: Row): string => `Re-order ${formatCount(row.qty)} of ${row.reference}?`;

/** A free replacement is one press. */
export function ReOrderFree({ row, onClose }: { row: Row; onClose: () => void }) {
  const order = useCommand(reOrderContract.free, {
    refresh: REFRESH,
    onDone: ({ orderNo }) => notice.ok(`Order ${orderNo} is confirmed.`),
    onError: (error) => notice.error(error),
  });
  return (
    <ConfirmDialog
      opened
      title={titleOf(row)}
      text="The replacement is free and confirmed at once."
      confirm="Re-order"
      run={() => order.run({ id: row.id, source: row.source })}
      onClose={onClose}
    />
  );
}

/** What the centre caused is paid as any order. */
export function ReOrderPaid({ row, onClose }: { row: Row; onClose: () => void }) {
  const checkout = useHeadOfficeCheckout();
  return (
    <CommandDialog
      of={reOrderContract.paid}
      title={titleOf(row)}
      text="The centre caused it, so it is paid at the price of the order."
      confirm="Re-order"
      start={{ id: row.id }}
      refresh={REFRESH}
      done={({ orderNo, paymentId }) => {
        if (paymentId !== null) void checkout.pay(paymentId);
        return `Order ${orderNo} is placed.`;
      }}
      onClose={onClose}
    />
  );
}

/** In place of sending it again: the centre pays nothing for it, and may order its kits anew. */
export function CreditParcel({ row, onClose }: { row: Row & { version: number }; onClose: () => void }) {
  return (
    <CommandDialog
      of={reOrderContract.credit}
      title={`Credit ${row.reference}?`}
      text="It is not sent again. Finance decides on the credit note; then its kits can be ordered anew."
      confirm="Ask for the credit note"
      start={{ id: row.id }}
      ifMatch={row.version}
      refresh={[...REFRESH, 'note']}
      done={({ amount }) => `A credit note of ${formatRupees(amount)} waits for finance.`}
      onClose={onClose}
    />
  );
}
