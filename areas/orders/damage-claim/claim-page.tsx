import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import './claim-look.tsx';
import { orderedTypes } from '../order-history/order.listing.ts';
import { HISTORY, orderPath, typePath } from '../order-history/order-paths.ts';
import { ClaimReview } from './claim-review.tsx';
import { ClaimWizard } from './claim-wizard.tsx';
import { damageClaimContract as contract } from './damage-claim.contract.ts';

/** /damage/re-order/{orderID}: the claims of an order, and a new one while the window of a parcel is open. */
export function ClaimPage() {
  const { orderID } = useParams();
  const query = useQuery(contract.page, { orderId: orderID ?? '' }, { fresh: 0 });
  const order = query.data?.order;
  return (
    <PageFrame
      title="Damage and missing"
      crumbs={[
        { label: 'Order history', to: HISTORY },
        ...(order
          ? [
              { label: orderedTypes[order.kitType] ?? order.kitType, to: typePath('damage-missing-kit') },
              { label: order.orderNo, to: orderPath(order) },
            ]
          : []),
      ]}
    >
      <QueryState query={query}>
        {(page) => <Claims page={page} again={() => void query.refetch()} />}
      </QueryState>
    </PageFrame>
  );
}

type Page = NonNullable<ReturnType<typeof useQuery<typeof contract.page>>['data']>;

function Claims({ page, again }: { page: Page; again: () => void }) {
  const open = page.can['submit']
    ? page.parcels.filter((one) => one.open && one.claimable.some(({ left }) => left > 0))
    : [];
  const [claiming, setClaiming] = useState(page.claims.length === 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const parcel = open.find(({ id }) => id === chosen) ?? open[0];
  return (
    <Stack gap="md">
      {page.parcels.length === 0 ? (
        <EmptyState
          title="Nothing of this order has arrived yet."
          help="What is damaged or missing is claimed after the delivery."
        />
      ) : (
        page.parcels.map((one) => (
          <Alert key={one.id} color={one.open ? 'info' : 'warning'}>
            {one.open
              ? `Parcel ${one.shipmentNo} arrived on ${formatDay(one.deliveredOn)}. Claims are taken until ${formatDay(one.lastDay)}.`
              : `Parcel ${one.shipmentNo}: the claim window closed on ${formatDay(one.lastDay)}.`}
          </Alert>
        ))
      )}
      {parcel && claiming ? (
        <>
          {open.length > 1 ? (
            <Select
              label="Parcel"
              data={open.map(({ id, shipmentNo, deliveredOn }) => ({
                value: id,
                label: `${shipmentNo}, arrived on ${formatDay(deliveredOn)}`,
              }))}
              value={parcel.id}
              allowDeselect={false}
              onChange={setChosen}
              maw={420}
            />
          ) : null}
          <ClaimWizard
            key={parcel.id}
            parcel={parcel}
            done={() => {
              setClaiming(false);
              again();
            }}
          />
        </>
      ) : parcel ? (
        <div>
          <Button onClick={() => setClaiming(true)}>Claim something else</Button>
        </div>
      ) : null}
      {page.claims.map((claim) => (
        <ClaimReview key={claim.id} claim={claim} />
      ))}
    </Stack>
  );
}
