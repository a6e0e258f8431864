import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount } from '@aangan/web/format.ts';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { stockContract as contract, stockInboundContract } from './stock.contract.ts';
import type { stockInbounds, stocks } from './stock.listing.ts';

const REFRESH = ['stock', 'stock-movement', 'stock-inbound'];
type Stock = ListingRow<typeof stocks.endpoints.list>;
type Inbound = ListingRow<typeof stockInbounds.endpoints.list>;
export interface StockAsked {
  step: 'count' | 'writeOff' | 'levels';
  row: Pick<Stock, 'id' | 'product' | 'warehouse' | 'onHand' | 'reserved' | 'safety' | 'reorderPoint'>;
}
export type InboundAsked = { step: 'add' } | { step: 'receive' | 'change' | 'cancel'; row: Inbound };

const done = ({ onHand, filled }: { onHand: number; filled: number }): string =>
  `${formatCount(onHand)} on hand now.${filled > 0 ? ` ${formatCount(filled)} went to orders that waited.` : ''}`;

export const ReceiveDialog = ({ onClose }: { onClose: () => void }) => (
  <CommandDialog
    of={contract.receive}
    title="Receive goods"
    text="They are in stock at once, booked at their cost. Orders that wait get theirs first."
    confirm="Receive"
    refresh={REFRESH}
    done={done}
    onClose={onClose}
  />
);

export function StockDialog({ asked: { step, row }, onClose }: { asked: StockAsked; onClose: () => void }) {
  const shared = { refresh: REFRESH, onClose };
  const at = `${row.product}, ${row.warehouse}`;
  const held = row.reserved ?? 0;
  if (step === 'count')
    return (
      <CommandDialog
        {...shared}
        of={contract.count}
        title={`Count ${at}`}
        text={`${formatCount(row.onHand ?? 0)} are on hand in the books, ${formatCount(held)} of them held for orders.`}
        confirm="Save count"
        start={{ id: row.id }}
        done={done}
      />
    );
  if (step === 'writeOff')
    return (
      <CommandDialog
        {...shared}
        of={contract.writeOff}
        title={`Write off ${at}`}
        text={`${formatCount((row.onHand ?? 0) - held)} can be written off; the others are held for orders.`}
        confirm="Write off"
        danger
        start={{ id: row.id }}
        done={done}
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={contract.levels}
      title={`Levels of ${at}`}
      confirm="Save"
      start={{ id: row.id, safety: row.safety ?? 0, reorderPoint: row.reorderPoint ?? 0 }}
      done="Saved."
    />
  );
}

export function InboundDialog({ asked, onClose }: { asked: InboundAsked; onClose: () => void }) {
  const shared = { refresh: REFRESH, onClose };
  if (asked.step === 'add')
    return (
      <CommandDialog
        {...shared}
        of={stockInboundContract.add}
        title="Add what is expected"
        text="Centres see from it when more comes."
        confirm="Add"
        done="Added."
      />
    );
  const { row, step } = asked;
  const title = `${row.product}, ${row.poNo}`;
  const cost = row.unitCost === null ? {} : { unitCost: row.unitCost };
  if (step === 'receive')
    return (
      <CommandDialog
        {...shared}
        of={stockInboundContract.receive}
        title={`Receive ${title}`}
        text={`${formatCount(row.qty - row.receivedQty)} are still expected at ${row.warehouse}.`}
        confirm="Receive"
        start={{ id: row.id, qty: row.qty - row.receivedQty, ...cost }}
        done={done}
      />
    );
  if (step === 'change')
    return (
      <CommandDialog
        {...shared}
        of={stockInboundContract.change}
        title={`Change ${title}`}
        confirm="Save"
        start={{ id: row.id, qty: row.qty, expectedOn: row.expectedOn, ...cost }}
        ifMatch={row.version}
        done="Saved."
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={stockInboundContract.cancel}
      title={`Cancel ${title}?`}
      text={`The ${formatCount(row.qty - row.receivedQty)} that have not come are no longer expected.`}
      confirm="Cancel the rest"
      danger
      start={{ id: row.id }}
      ifMatch={row.version}
      done="Cancelled."
    />
  );
}
