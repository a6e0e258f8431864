import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { ClaimList } from '../damage-claim/claim-list.tsx';
import { HandoverList } from '../handover/handover-list.tsx';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { kitTypeOfSlug, uniformKit } from '../kit-types.ts';
import { kitOrders } from './order.listing.ts';
import { type OrderAsked, OrderStep } from './order-dialogs.tsx';
import { HAND_OVER, HAND_OVER_TAB, HISTORY, orderPath, typePath } from './order-paths.ts';
import { TypeTabs } from './type-tabs.tsx';

// The figures count orders of every kit type: over the list of one they would say what it does not have.
const { tiles: _tiles, ...untiled } = kitOrders;
type Row = ListingRow<typeof kitOrders.endpoints.list>;

/** /order-history; with `?tab=hand-over` the kits that arrived and wait for their families. */
export function OrderHistory() {
  const [tab] = useParam('tab');
  return tab === HAND_OVER_TAB ? <KitsToHandOver /> : <Orders type={null} />;
}

const KitsToHandOver = () => (
  <PageFrame title="Kits to hand over" fill context="centre">
    <TypeTabs at={HAND_OVER} />
    <HandoverList />
  </PageFrame>
);

/** /order-history/kit/{kitType} */
export function OrdersOfType() {
  const { kitType } = useParams();
  const type = kitType === uniformKit.slug ? uniformKit : kitTypeOfSlug(kitType);
  // Their orders are the replacements; what was claimed stands there.
  if (kitType === 'damage-missing-kit') return <ClaimList />;
  if (type) return <Orders key={type.id} type={type} />;
  return (
    <PageFrame title="Order history">
      <EmptyState title="This kit type does not exist." help="Choose one of the list in the menu." />
    </PageFrame>
  );
}

/** What of the kits has left, where not all has. */
const partOf = (row: Row): string | null =>
  row.failReason === 'PAYMENT_TIMEOUT'
    ? 'Not paid in time'
    : row.failReason === 'PAYMENT_FAILED'
      ? 'Payment failed'
      : row.status === 'SHIPPED' && row.open > 0
        ? `${row.shipped} of ${row.kits - row.cancelled} kits`
        : row.status === 'PENDING' && row.paymentMode === 'CREDIT'
          ? 'Waits for head office'
          : null;

function Orders({ type }: { type: { id: string; slug: string; name: string } | null }) {
  const [asked, setAsked] = useState<OrderAsked | null>(null);
  const places = useSession().holds(kitOrderContract.place.module, true);
  const filters = useMemo(
    () => listingFilters(kitOrders).filter(({ name }) => type === null || name !== 'kitType'),
    [type],
  );
  const input = useMemo(() => (type ? { kitType: type.id } : {}), [type]);
  const list = useList(kitOrders.endpoints.list, { filters, sort: kitOrders.sort, input });
  const order = { label: 'Place order', to: '/place-order' };
  const cells = useMemo(
    () => ({
      kitType: { hidden: type !== null },
      orderNo: { second: (row: Row) => (row.origin ? `for ${row.origin}` : row.centre) },
      status: {
        cell: (row: Row) => <StatusTag area="order" state={row.status} />,
        second: partOf,
      },
    }),
    [type],
  );
  return (
    <PageFrame
      title={type ? `Orders: ${type.name}` : 'Order history'}
      count={list.total ?? undefined}
      fill
      context="centre-year"
      primary={places ? order : undefined}
    >
      <TypeTabs at={type ? typePath(type.slug) : HISTORY} />
      <ListingTable
        of={type ? untiled : kitOrders}
        list={list}
        rowLink={orderPath}
        cells={cells}
        searchHint="Order no. or centre"
        actions={(row) => [
          {
            label: 'Cancel',
            danger: true,
            hidden: !row.can.cancel,
            run: () => setAsked({ step: 'cancel', row }),
          },
          {
            label: 'Cancel what has not left',
            danger: true,
            hidden: !row.can.cancelRemainder,
            run: () => setAsked({ step: 'remainder', row }),
          },
          {
            label: 'Allow above the limit',
            frequent: true,
            hidden: !row.can.overrideCredit,
            run: () => setAsked({ step: 'override', row }),
          },
        ]}
        empty={{
          title: 'No orders yet. Start with Place order.',
          help: 'What the centre orders stands here until long after it arrived.',
          ...(places ? { action: order } : {}),
        }}
      />
      {asked ? <OrderStep asked={asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}
