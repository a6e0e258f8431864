import { newId } from '@aangan/web/api/new-id.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Modal, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useHeadOfficeCheckout } from '../../finance/public.web.tsx';
import { PayOrder } from '../kit-order/pay-order.tsx';
import type { PieceQuote } from '../kit-order/pieces.contract.ts';
import { uniformIndentContract as contract } from './uniform-indent.contract.ts';

type Line = PieceQuote['lines'][number];

/** What the pieces of the chosen indents cost together, and the one order of them. */
export function OrderIndents({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const query = useQuery(contract.quote, { ids: [...ids] }, { fresh: 0 });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={ids.length === 1 ? 'Order one indent' : `Order ${formatCount(ids.length)} indents`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryState query={query}>
        {(quote) => <Quoted ids={ids} quote={quote} again={() => void query.refetch()} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function Quoted({
  ids,
  quote,
  again,
  onClose,
}: {
  ids: readonly string[];
  quote: PieceQuote;
  again: () => void;
  onClose: () => void;
}) {
  // Names the order before it exists: pressed twice it is one order.
  const [clientOrderId] = useState(newId);
  const checkout = useHeadOfficeCheckout();
  const order = useCommand(contract.order, {
    refresh: ['uniform-indent', 'kit-order', 'order-gap'],
    onDone: ({ orderNo, status, paymentId }) => {
      if (paymentId !== null) return void checkout.pay(paymentId);
      notice.ok(status === 'CONFIRMED' ? `Order ${orderNo} is confirmed.` : `Order ${orderNo} is placed.`);
      onClose();
    },
    onError: again,
  });
  const paid = checkout.state === 'paid';
  useEffect(() => {
    if (paid) onClose();
  }, [paid, onClose]);
  return (
    <Stack gap="md">
      <ShortTable
        label="Pieces"
        rows={quote.lines}
        keyOf={(line) => line.productId}
        columns={[
          textColumn('product', 'Product', (line: Line) => line.product),
          textColumn('qty', 'Pieces', (line: Line) => formatCount(line.qty), { align: 'end' }),
          moneyColumn('price', 'Piece', (line: Line) => line.unitPrice),
          moneyColumn('sum', 'Before tax', (line: Line) => line.taxable),
        ]}
      />
      <PayOrder
        quote={quote}
        running={order.running}
        error={order.error}
        paying={checkout.state}
        onOrder={(choice) => void order.run({ ids: [...ids], clientOrderId, quote: quote.quote, ...choice })}
      />
    </Stack>
  );
}
