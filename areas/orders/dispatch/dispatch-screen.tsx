import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { CourierSettings } from '../tracking/courier-settings.tsx';
import { courierRules } from '../tracking/orders.settings.ts';
import { RecordDialog } from '../tracking/record-dialog.tsx';
import { trackLink } from '../tracking/track-link.ts';
import './dispatch-look.tsx';
import { challans, packings, parcels, sentParcels } from './dispatch.listing.ts';
import { type DispatchAsked, DispatchDialog } from './dispatch-dialogs.tsx';
import { GateOutDialog, type LeavingParcel } from './gate-out-dialog.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { challanContract, shipmentContract } from './shipment.contract.ts';

/** /delivery/challan: what is packed today, what goes out of the gate, its papers, and where it is. */
export const DispatchScreen = () => (
  <PageFrame title="Delivery and challans" fill>
    <PageTabs
      tabs={[
        { value: 'pack', label: 'To pack', content: <ToPack /> },
        { value: 'leave', label: 'To hand over', content: <ToHandOver /> },
        { value: 'challans', label: 'Challans', content: <Challans /> },
        { value: 'tracking', label: 'Tracking', content: <Tracking /> },
      ]}
    />
  </PageFrame>
);

function ToPack() {
  const list = useListing(packings);
  const [packing, setPacking] = useState<string | null>(null);
  return (
    <>
      <ListingTable
        of={packings}
        list={list}
        cells={{
          orderNo: { minWidth: 170 },
          centre: { minWidth: 180 },
          waiting: { cell: (row) => (row.waiting === 0 ? '–' : formatCount(row.waiting)) },
        }}
        actions={(row) => [
          { label: 'Pack', frequent: true, hidden: !row.can['pack'], run: () => setPacking(row.id) },
        ]}
        searchHint="Order or centre"
        empty={{
          title: 'All packed.',
          help: 'Confirmed orders stand here as soon as their kits are held in the warehouse.',
        }}
      />
      {packing ? <PackDialog orderId={packing} onClose={() => setPacking(null)} /> : null}
    </>
  );
}

const usePrintLabels = () => {
  const print = useCommand(shipmentContract.labels, { onError: (error) => notice.error(error) });
  return async (ids: string[]) => {
    const made = await print.run({ ids });
    if (made) await openFile(made.fileId).catch((error: unknown) => notice.error(error));
  };
};

function ToHandOver() {
  const list = useListing(parcels);
  const [leaving, setLeaving] = useState<readonly LeavingParcel[] | null>(null);
  const [asked, setAsked] = useState<DispatchAsked | null>(null);
  const printLabels = usePrintLabels();
  const issue = useCommand(challanContract.issue, {
    refresh: ['parcel', 'delivery-challan'],
    onDone: ({ issued }) =>
      notice.ok(issued === 1 ? 'The challan is issued.' : `${formatCount(issued)} challans are issued.`),
    onError: (error) => notice.error(error),
  });
  return (
    <>
      <ListingTable
        of={parcels}
        list={list}
        cells={{
          shipmentNo: {
            minWidth: 170,
            second: (row) =>
              row.stale ? 'Kits in it were cancelled: unpack it' : row.eway ? 'Needs an e-way bill' : null,
          },
          centre: { minWidth: 180 },
        }}
        actions={(row) => [
          {
            label: 'Issue challan',
            frequent: true,
            hidden: !row.can['issue'],
            run: () => void issue.run({ ids: [row.challanId] }),
          },
          {
            label: 'Hand over',
            frequent: true,
            hidden: !row.can['leave'],
            run: () => setLeaving([row]),
          },
          {
            label: 'E-way bill',
            frequent: true,
            hidden: !row.can['eway'],
            run: () => setAsked({ step: 'ewayOf', row }),
          },
          { label: 'Print labels', run: () => void printLabels([row.id]) },
          {
            label: 'Unpack',
            danger: true,
            hidden: !row.can['unpack'],
            run: () => setAsked({ step: 'unpack', row }),
          },
        ]}
        bulk={[
          {
            label: (n) => `Print labels of ${formatCount(n)}`,
            run: (rows) => void printLabels(rows.map(({ id }) => id)),
          },
          {
            label: (n) => `Issue ${formatCount(n)} challans`,
            run: (rows) => {
              const drafts = rows.filter((row) => row.can['issue']);
              if (drafts.length === 0) notice.error('All of these have their challan already.');
              else void issue.run({ ids: drafts.map(({ challanId }) => challanId) });
            },
          },
          {
            label: (n) => `Hand over ${formatCount(n)}`,
            run: (rows) => {
              const waits = rows.find((row) => !row.can['leave']);
              if (waits)
                notice.error(
                  `${waits.shipmentNo} ${waits.stale ? 'has to be unpacked' : waits.eway ? 'needs its e-way bill' : 'needs its issued challan'} first.`,
                );
              else setLeaving(rows);
            },
          },
        ]}
        searchHint="Parcel, order, challan or centre"
        empty={{
          title: 'Nothing waits for a courier',
          help: 'What is packed stands here until it is handed over.',
        }}
      />
      {leaving ? <GateOutDialog parcels={leaving} onClose={() => setLeaving(null)} /> : null}
      {asked ? <DispatchDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function Challans() {
  const list = useListing(challans);
  const [asked, setAsked] = useState<DispatchAsked | null>(null);
  const issue = useCommand(challanContract.issue, {
    refresh: ['parcel', 'delivery-challan'],
    onDone: () => notice.ok('The challan is issued.'),
    onError: (error) => notice.error(error),
  });
  return (
    <>
      <ListingTable
        of={challans}
        list={list}
        cells={{
          challanNo: { minWidth: 150, cell: (row) => row.challanNo ?? 'Not issued' },
          centre: { minWidth: 180 },
          shipmentNo: { minWidth: 170, second: (row) => row.orderNo },
        }}
        actions={(row) => [
          {
            label: 'Open PDF',
            frequent: true,
            hidden: row.pdfUrl === null,
            run: () => void window.open(row.pdfUrl ?? '', '_blank', 'noopener'),
          },
          { label: 'Issue', hidden: !row.can['issue'], run: () => void issue.run({ ids: [row.id] }) },
          { label: 'E-way bill', hidden: !row.can['eway'], run: () => setAsked({ step: 'eway', row }) },
          {
            label: 'Cancel',
            danger: true,
            hidden: !row.can['cancel'],
            run: () => setAsked({ step: 'cancel', row }),
          },
        ]}
        searchHint="Challan, parcel, order or centre"
        empty={{ title: 'No challan yet', help: 'A challan is drafted with each parcel.' }}
      />
      {asked ? <DispatchDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function Tracking() {
  const list = useListing(sentParcels);
  const { holds } = useSession();
  const [told, setTold] = useState<{ id: string; shipmentNo: string; centre: string } | null>(null);
  const [settings, setSettings] = useState(false);
  return (
    <>
      {holds(courierRules.endpoints.get.module, true) ? (
        <Group mb="sm">
          <Button variant="default" onClick={() => setSettings(true)}>
            Couriers
          </Button>
        </Group>
      ) : null}
      <ListingTable
        of={sentParcels}
        list={list}
        rowLink={(row) => trackLink({ ...row, ref: row.shipmentNo })}
        cells={{
          shipmentNo: { minWidth: 170, second: (row) => row.orderNo },
          centre: { minWidth: 180 },
          status: { second: (row) => row.trouble },
        }}
        actions={(row) => [
          { label: 'Record an event', frequent: true, hidden: !row.can['record'], run: () => setTold(row) },
        ]}
        searchHint="Parcel, AWB, order or centre"
        empty={{ title: 'Nothing has left yet', help: 'Parcels that were handed over stand here.' }}
      />
      {told ? <RecordDialog parcel={told} onClose={() => setTold(null)} /> : null}
      {settings ? <CourierSettings onClose={() => setSettings(false)} /> : null}
    </>
  );
}
