import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { MappedKitType } from '../kit-types.ts';
import { payPath } from '../order-history/order-paths.ts';
import { kitOrderContract as contract, type DeskRow } from './kit-order.contract.ts';
import { clientOrderId, emptyTicks } from './order-cart.tsx';
import { PayOrder } from './pay-order.tsx';
import { PAY_NOW } from './pending-payment.tsx';

interface PanelProps {
  place: { franchiseeId: number; kitType: MappedKitType };
  kit: string;
  chosen: readonly DeskRow[];
}

/** The cart: what the ticked kits cost now, when they come, and how they are paid. */
export function OrderPanel({ place, kit, chosen }: PanelProps) {
  const { online } = useNetwork();
  const lines = useMemo(
    () => chosen.map(({ allocationId, left }) => ({ allocationId, qty: left })),
    [chosen],
  );
  const query = useQuery(contract.quote, { kitType: place.kitType, lines }, { fresh: 0, enabled: online });
  const keep = useCommand(contract.saveCart, {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is ticked
  useEffect(() => {
    if (!online) return;
    const timer = setTimeout(
      () =>
        void clientOrderId(place).then((name) =>
          keep.run({ kitType: place.kitType, clientOrderId: name, items: lines }),
        ),
      2000,
    );
    return () => clearTimeout(timer);
  }, [lines, online]);
  const kits = lines.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <Section title={`${formatCount(kits)} × ${kit}`} id="order">
      {online ? (
        <QueryState query={query}>
          {(quote) => <Quoted place={place} lines={lines} quote={quote} again={() => void query.refetch()} />}
        </QueryState>
      ) : (
        <Alert color="warning" role="status">
          Service Unavailable! What you ticked is kept on this device; order it when you are online again.
        </Alert>
      )}
    </Section>
  );
}

type Quote = NonNullable<ReturnType<typeof useQuery<typeof contract.quote>>['data']>;

function Quoted({
  place,
  lines,
  quote,
  again,
}: {
  place: PanelProps['place'];
  lines: { allocationId: string; qty: number }[];
  quote: Quote;
  again: () => void;
}) {
  const navigate = useNavigate();
  const order = useCommand(contract.place, {
    refresh: ['kit-order', 'kit-allocation'],
    onDone: ({ id, orderNo, status, paymentId }) => {
      void emptyTicks(place);
      if (paymentId !== null) void navigate(payPath(id), { state: PAY_NOW });
      else
        notice.ok(status === 'CONFIRMED' ? `Order ${orderNo} is confirmed.` : `Order ${orderNo} is placed.`);
    },
    onError: again,
  });
  return (
    <PayOrder
      quote={quote}
      running={order.running}
      error={order.error}
      paying="idle"
      onOrder={(choice) =>
        void clientOrderId(place).then((name) =>
          order.run({
            clientOrderId: name,
            kitType: place.kitType,
            lines,
            quote: quote.quote,
            ...choice,
          }),
        )
      }
    />
  );
}
