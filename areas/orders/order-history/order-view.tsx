import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { claimPath } from '../damage-claim/claim-paths.ts';
import { ordersModules } from '../modules.ts';
import { orderedTypes } from './order.listing.ts';
import { type OrderAsked, OrderStep } from './order-dialogs.tsx';
import { orderContract as contract, type OrderView } from './order-history.contract.ts';
import { orderPanels } from './order-panels.tsx';
import { HISTORY, orderPath, payPath, slugOf, typePath } from './order-paths.ts';

/** /order-history/kit/details/{kitType}/{orderID}/{franchiseeID?} */
export function OrderDetails() {
  const { orderID, franchiseeID } = useParams();
  const query = useQuery(
    contract.get,
    { id: orderID ?? '', ...(franchiseeID ? { franchiseeId: Number(franchiseeID) } : {}) },
    { fresh: 0 },
  );
  const order = query.data;
  return (
    <PageFrame
      title={order?.orderNo ?? 'Kit order'}
      crumbs={[
        { label: 'Order history', to: HISTORY },
        ...(order
          ? [{ label: orderedTypes[order.kitType] ?? order.kitType, to: typePath(slugOf(order.kitType)) }]
          : []),
      ]}
    >
      <QueryState query={query}>{(view) => <Order order={view} />}</QueryState>
    </PageFrame>
  );
}

const STEPS = ['Placed', 'Confirmed', 'Shipped', 'Delivered'] as const;
const reached = { PENDING: 1, CONFIRMED: 2, SHIPPED: 3, DELIVERED: 4 } as const;

const endOf = (order: OrderView): string =>
  order.status === 'CANCELLED'
    ? `Cancelled: ${order.cancelReason ?? ''}`
    : order.failReason === 'PAYMENT_TIMEOUT'
      ? 'It was not paid in time. The kits can be ordered anew.'
      : order.failReason === 'PAYMENT_FAILED'
        ? 'The payment failed. The kits can be ordered anew.'
        : order.failReason === 'RTO'
          ? 'Every parcel came back to the warehouse.'
          : 'Every parcel was lost on its way.';

function Order({ order }: { order: OrderView }) {
  const [asked, setAsked] = useState<OrderAsked['step'] | null>(null);
  const { holds } = useSession();
  const claims = holds(ordersModules.orderHistory, true);
  const ended = order.status === 'CANCELLED' || order.status === 'FAIL';
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusTag area="order" state={order.status} />
        <Group gap="xs">
          {order.money.payId !== null && holds(ordersModules.PlaceOrders, true) ? (
            <Button component={Link} to={payPath(order.id)}>
              Pay now
            </Button>
          ) : null}
          {order.can.overrideCredit ? (
            <Button onClick={() => setAsked('override')}>Allow above the limit</Button>
          ) : null}
          {claims && order.lines.some((line) => line.delivered + line.damaged + line.short > 0) ? (
            <Button variant="default" component={Link} to={claimPath(order.id)}>
              Damaged or missing
            </Button>
          ) : null}
          {order.can.cancelRemainder ? (
            <Button variant="default" onClick={() => setAsked('remainder')}>
              Cancel what has not left
            </Button>
          ) : null}
          {order.can.cancel ? (
            <Button variant="default" onClick={() => setAsked('cancel')}>
              Cancel order
            </Button>
          ) : null}
        </Group>
      </Group>
      {order.status === 'CANCELLED' || order.status === 'FAIL' ? (
        <Alert color="danger">{endOf(order)}</Alert>
      ) : (
        <Steps steps={STEPS} active={reached[order.status]} />
      )}
      {order.status === 'PENDING' && order.holdUntil ? (
        <Alert color="warning">
          The kits are held until <InstantText at={order.holdUntil} />
          {order.paymentMode === 'CREDIT'
            ? '. The order is above the credit limit and waits for head office.'
            : order.paymentMode === 'BANK_TRANSFER'
              ? '. Head office compares the transfer with its bank.'
              : '. The order waits for its payment.'}
        </Alert>
      ) : null}
      <Section>
        <Facts
          min={180}
          items={[
            { label: 'Centre', value: order.centre },
            { label: 'Placed', value: <InstantText at={order.placedAt} /> },
            { label: 'Placed by', value: order.placedByName },
            {
              label: 'Confirmed',
              value: order.confirmedAt ? <InstantText at={order.confirmedAt} /> : null,
              hidden: order.confirmedAt === null,
            },
            {
              label: 'Promised',
              value: order.promisedOn ? <DateText day={order.promisedOn} /> : 'No date yet',
              hidden: ended,
            },
            { label: 'Ships from', value: order.warehouse },
            { label: 'Ships to', value: order.shipTo },
            {
              label: 'Stands for',
              value: order.parentId ? (
                <Link to={orderPath({ ...order, id: order.parentId })}>{order.origin}</Link>
              ) : null,
              hidden: order.parentId === null,
            },
          ]}
        />
      </Section>
      {orderPanels.map(({ key, Panel }) => (
        <Panel key={key} order={order} />
      ))}
      {asked ? <OrderStep asked={{ step: asked, row: order }} onClose={() => setAsked(null)} /> : null}
    </Stack>
  );
}
