import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { claimPath } from '../damage-claim/claim-paths.ts';
import '../dispatch/dispatch-look.tsx';
import { couriers, parcelRank } from '../dispatch/dispatch.states.ts';
import { childTypes } from '../kit-types.ts';
import { ordersModules } from '../modules.ts';
import { HAND_OVER, HISTORY, orderPath } from '../order-history/order-paths.ts';
import { ReceiveDialog } from './receive-dialog.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { trackLink } from './track-link.ts';
import { trackingContract as contract, type TrackedParcel } from './tracking.contract.ts';
import { advice, eventLabels, plainWords, trackSteps } from './tracking.states.ts';

type Tracked = OutputOf<typeof contract.track>;

/** /order-history/kit/order-track/{kitType}/{orderID}/{ShippingReferenceNo?} */
export function TrackScreen() {
  const { orderID, ShippingReferenceNo: ref } = useParams();
  const query = useQuery(contract.track, { orderId: orderID ?? '' }, { fresh: 0 });
  const order = query.data;
  return (
    <PageFrame
      title={order ? `Track ${order.orderNo}` : 'Track an order'}
      crumbs={[
        { label: 'Order history', to: HISTORY },
        ...(order ? [{ label: order.orderNo, to: orderPath({ ...order, id: order.orderId }) }] : []),
      ]}
    >
      <QueryState query={query}>{(view) => <Tracking order={view} wanted={ref} />}</QueryState>
    </PageFrame>
  );
}

function Tracking({ order, wanted }: { order: Tracked; wanted: string | undefined }) {
  const navigate = useNavigate();
  const { parcels } = order;
  const shown =
    parcels.find(({ awb, shipmentNo }) => wanted !== undefined && [awb, shipmentNo].includes(wanted)) ??
    parcels[0];
  return (
    <Stack gap="md">
      <Section>
        <Facts
          min={160}
          items={[
            { label: 'Kit', value: order.kit },
            { label: 'Centre', value: order.centre },
            { label: 'Placed', value: <InstantText at={order.placedAt} /> },
            {
              label: 'Promised for',
              value: order.promisedOn ? <DateText day={order.promisedOn} /> : 'No date yet',
            },
          ]}
        />
      </Section>
      {parcels.length > 1 ? (
        <Tabs
          value={shown?.id ?? null}
          onChange={(id) => {
            const parcel = parcels.find((one) => one.id === id);
            if (parcel) void navigate(trackLink({ ...order, ref: parcel.shipmentNo }), { replace: true });
          }}
        >
          <Tabs.List>
            {parcels.map(({ id, shipmentNo }) => (
              <Tabs.Tab key={id} value={id}>
                {shipmentNo}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      ) : null}
      {shown ? (
        <Parcel key={shown.id} order={order} parcel={shown} />
      ) : (
        <>
          <Steps steps={trackSteps} active={order.confirmedAt ? 2 : 1} />
          <EmptyState
            title="Nothing is packed yet"
            help={
              order.confirmedAt
                ? 'The warehouse packs it for the promised day.'
                : 'It is packed once the order is confirmed.'
            }
          />
        </>
      )}
    </Stack>
  );
}

/** Kits of children go home with their families; samples and WOW kits stay. */
const handsOver = ({ kitType }: Tracked): boolean => childTypes.includes(kitType);

/** How many of the six steps are behind the parcel. */
function stepOf({ status, gateOutAt }: TrackedParcel): number {
  if (status === 'DELIVERED') return trackSteps.length;
  if (gateOutAt === null) return 3;
  return parcelRank[status] === parcelRank.OUT_FOR_DELIVERY ? 5 : 4;
}

function Parcel({ order, parcel }: { order: Tracked; parcel: TrackedParcel }) {
  const [asked, setAsked] = useState<'receive' | 'record' | null>(null);
  const claims = useSession().holds(ordersModules.orderHistory, true);
  const tip = advice[parcel.status];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusTag area="sent-parcel" state={parcel.status} />
        <Group gap="xs">
          {parcel.lines.some(({ good }) => (good ?? 0) > 0) && handsOver(order) ? (
            <Button variant="default" component={Link} to={HAND_OVER}>
              Kits to hand over
            </Button>
          ) : null}
          {parcel.lines.some(({ damaged, short }) => (damaged ?? 0) + (short ?? 0) > 0) && claims ? (
            <Button variant="default" component={Link} to={claimPath(order.orderId)}>
              Damaged or missing
            </Button>
          ) : null}
          {parcel.can.receive ? <Button onClick={() => setAsked('receive')}>Count what came</Button> : null}
          {parcel.can.record ? (
            <Button variant="default" onClick={() => setAsked('record')}>
              Record an event
            </Button>
          ) : null}
        </Group>
      </Group>
      <Steps steps={trackSteps} active={stepOf(parcel)} />
      {tip ? (
        <Alert color="warning" title={parcel.trouble ?? undefined}>
          {tip}
        </Alert>
      ) : null}
      <Section>
        <Facts
          min={160}
          items={[
            { label: 'Parcel', value: parcel.shipmentNo },
            { label: 'Boxes', value: formatCount(parcel.boxes) },
            { label: 'Courier', value: parcel.courier ? couriers[parcel.courier] : 'Not handed over yet' },
            {
              label: 'Waybill (AWB)',
              value: parcel.awb,
              hidden: parcel.awb === null,
            },
            {
              label: 'Expected on',
              value: parcel.eta ? <DateText day={parcel.eta} /> : '–',
              hidden: parcel.status === 'DELIVERED' || parcel.gateOutAt === null,
            },
            {
              label: 'Delivered',
              value: parcel.deliveredAt ? <InstantText at={parcel.deliveredAt} /> : null,
              hidden: parcel.deliveredAt === null,
            },
            { label: 'Taken by', value: parcel.receivedBy, hidden: parcel.receivedBy === null },
            {
              label: 'Counted',
              value: parcel.countedAt ? <InstantText at={parcel.countedAt} /> : null,
              hidden: parcel.countedAt === null,
            },
          ]}
        />
        {parcel.logUrl ? (
          <Anchor href={parcel.logUrl} target="_blank" rel="noopener" mt="sm" display="inline-block">
            Courier log
          </Anchor>
        ) : null}
      </Section>
      <Section title="Kits in it" flush>
        <ShortTable
          label="Kits in it"
          rows={parcel.lines}
          keyOf={(line) => line.lineId}
          columns={parcel.countedAt === null ? lineColumns : [...lineColumns, ...countColumns]}
          minWidth={parcel.countedAt === null ? 320 : 520}
        />
      </Section>
      <Section title="On its way">
        <TimelineList
          items={[
            ...(parcel.countedAt
              ? [
                  {
                    at: parcel.countedAt,
                    who: parcel.countedBy,
                    what: 'The centre has counted it.',
                    tone: 'success' as const,
                  },
                ]
              : []),
            ...parcel.events.map(({ at, event, place, raw, note }) => ({
              at,
              what: plainWords[event],
              note: [place, note ?? ([plainWords[event], eventLabels[event]].includes(raw) ? null : raw)]
                .filter(Boolean)
                .join(' · '),
            })),
            ...(parcel.gateOutAt
              ? [
                  {
                    at: parcel.gateOutAt,
                    what: `It left the warehouse${parcel.eta ? ` and is expected on ${formatDay(parcel.eta)}` : ''}.`,
                  },
                ]
              : []),
            { at: parcel.packedAt, what: 'It was packed.' },
          ]}
          empty="The courier has not scanned it yet."
        />
      </Section>
      {asked === 'receive' ? <ReceiveDialog parcel={parcel} onClose={() => setAsked(null)} /> : null}
      {asked === 'record' ? (
        <RecordDialog
          parcel={{ id: parcel.id, shipmentNo: parcel.shipmentNo, centre: order.centre }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Stack>
  );
}

type Line = TrackedParcel['lines'][number];
const lineColumns: Column<Line>[] = [
  textColumn('whom', 'For', (line) => line.whom, { second: (line) => line.of || null }),
  textColumn('qty', 'Kits', (line) => formatCount(line.qty), { align: 'end' }),
];
const counted = (id: 'good' | 'damaged' | 'short', label: string): Column<Line> =>
  textColumn(id, label, (line) => (line[id] === null ? '–' : formatCount(line[id])), { align: 'end' });
const countColumns = [counted('good', 'Good'), counted('damaged', 'Damaged'), counted('short', 'Missing')];
