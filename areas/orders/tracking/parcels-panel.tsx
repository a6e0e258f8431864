import { useQuery } from '@aangan/web/api/use-query.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import '../dispatch/dispatch-look.tsx';
import { couriers } from '../dispatch/dispatch.states.ts';
import { ReceiveDialog } from './receive-dialog.tsx';
import { trackLink } from './track-link.ts';
import { trackingContract as contract, type TrackedParcel } from './tracking.contract.ts';

/** The parcels of an order, each with the way to its own page. */
export function ParcelsPanel({ order }: { order: { id: string; kitType: string } }) {
  const query = useQuery(contract.track, { orderId: order.id });
  const [counting, setCounting] = useState<TrackedParcel | null>(null);
  return (
    <Section title="Parcels">
      <QueryState query={query}>
        {({ parcels }) =>
          parcels.length === 0 ? (
            <Text size="sm" className="quiet">
              Nothing is packed yet.
            </Text>
          ) : (
            <ShortTable
              label="Parcels"
              rows={parcels}
              keyOf={(parcel) => parcel.id}
              columns={[
                textColumn(
                  'shipmentNo',
                  'Parcel',
                  (parcel: TrackedParcel) => (
                    <Anchor
                      component={Link}
                      to={trackLink({ orderId: order.id, kitType: order.kitType, ref: parcel.shipmentNo })}
                    >
                      {parcel.shipmentNo}
                    </Anchor>
                  ),
                  { second: (parcel) => parcel.awb },
                ),
                textColumn('courier', 'Courier', (parcel: TrackedParcel) =>
                  parcel.courier ? couriers[parcel.courier] : '–',
                ),
                textColumn('gateOutAt', 'Left', (parcel: TrackedParcel) =>
                  parcel.gateOutAt ? <InstantText at={parcel.gateOutAt} /> : '–',
                ),
                textColumn('countedAt', 'Counted', (parcel: TrackedParcel) =>
                  parcel.countedAt ? <InstantText at={parcel.countedAt} /> : '–',
                ),
                {
                  id: 'status',
                  label: 'State',
                  cell: (parcel: TrackedParcel) => <StatusTag area="sent-parcel" state={parcel.status} />,
                  second: (parcel: TrackedParcel) => parcel.outcome,
                },
                buttonColumn<TrackedParcel>('Count what came', {
                  says: (parcel) => `Count what came with ${parcel.shipmentNo}`,
                  run: setCounting,
                  when: (parcel) => parcel.can.receive,
                }),
              ]}
            />
          )
        }
      </QueryState>
      {counting ? <ReceiveDialog parcel={counting} onClose={() => setCounting(null)} /> : null}
    </Section>
  );
}
