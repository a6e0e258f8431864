import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useHeadOfficeCheckout } from '../../finance/public.web.tsx';
import { type OrderView, orderContract } from '../order-history/order-history.contract.ts';
import { orderPath } from '../order-history/order-paths.ts';

/** What a link to it says when the checkout shall open by itself: the order was placed this moment. */
export const PAY_NOW = { payNow: true } as const;

/** /place-order?pay=…: an order that was placed and waits for its payment, so that a closed checkout is no dead end. */
export function PendingPayment({ id }: { id: string }) {
  const query = useQuery(orderContract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(order) => <Pending key={order.id} order={order} again={() => void query.refetch()} />}
    </QueryState>
  );
}

const BUSY: ReadonlySet<string> = new Set(['opening', 'open', 'checking']);

function Pending({ order, again }: { order: OrderView; again: () => void }) {
  const { state } = useLocation();
  const checkout = useHeadOfficeCheckout();
  const begun = useRef(false);
  const { payId } = order.money;
  const { pay } = checkout;
  useEffect(() => {
    if (begun.current || payId === null || (state as Partial<typeof PAY_NOW> | null)?.payNow !== true) return;
    begun.current = true;
    void pay(payId);
  }, [payId, state, pay]);
  const paid = checkout.state === 'paid';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is paid
  useEffect(() => {
    if (paid) again();
  }, [paid]);
  return (
    <Section title={`Order ${order.orderNo}`}>
      <Stack gap="md">
        {paid || order.status === 'CONFIRMED' ? (
          <Alert color="success" role="status">
            It is paid and confirmed.
          </Alert>
        ) : checkout.state === 'waiting' ? (
          <Alert color="warning" role="status" title="The bank is confirming">
            The order is confirmed as soon as the bank answers. Please do not pay again.
          </Alert>
        ) : payId === null ? (
          <Text>There is nothing to pay online for this order now.</Text>
        ) : (
          <Text>
            The order is confirmed once it is paid. Its kits are held until{' '}
            <InstantText at={order.holdUntil} />.
          </Text>
        )}
        {checkout.error ? (
          <Alert color="danger" role="alert">
            {checkout.error}
          </Alert>
        ) : null}
        <Group>
          {payId !== null && !paid && checkout.state !== 'waiting' ? (
            <Button loading={BUSY.has(checkout.state)} onClick={() => void pay(payId)}>
              {`Pay ${formatRupees(order.total)} now`}
            </Button>
          ) : null}
          <Button variant="default" component={Link} to={orderPath(order)}>
            Open order
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
