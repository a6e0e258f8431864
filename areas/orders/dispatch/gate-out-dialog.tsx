import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogRows } from '../dialog-rows.tsx';
import { type Courier, couriers, withoutAwb } from './dispatch.states.ts';
import { shipmentContract as contract } from './shipment.contract.ts';

export interface LeavingParcel {
  id: string;
  shipmentNo: string;
  centre: string;
}

/** Parcels that go to one courier; all of them leave, or none. */
export function GateOutDialog({
  parcels,
  onClose,
}: {
  parcels: readonly LeavingParcel[];
  onClose: () => void;
}) {
  const [courier, setCourier] = useState<Courier>('DELHIVERY');
  const [awbs, setAwbs] = useState<Readonly<Record<string, string>>>({});
  const scanned = !withoutAwb.includes(courier);
  const leave = useCommand(contract.gateOut, {
    refresh: ['parcel', 'sent-parcel', 'delivery-challan', 'kit-invoice', 'order-packing', 'stock'],
    onDone: ({ parcels: n, invoices }) => {
      notice.ok(
        `${n === 1 ? 'The parcel has' : `${formatCount(n)} parcels have`} left.${invoices.length === 1 ? ` Invoice ${invoices[0]}.` : invoices.length > 1 ? ` Invoices ${invoices[0]} to ${invoices.at(-1)}.` : ''}`,
      );
      onClose();
    },
  });
  const columns: Column<LeavingParcel>[] = [
    textColumn('parcel', 'Parcel', (row) => row.shipmentNo, { second: (row) => row.centre }),
    {
      id: 'awb',
      label: 'Waybill (AWB)',
      cell: (row) => (
        <TextInput
          aria-label={`Waybill of ${row.shipmentNo}`}
          value={awbs[row.id] ?? ''}
          maxLength={40}
          error={leave.error?.fields?.[`parcels.${parcels.indexOf(row)}.awb`]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setAwbs((before) => ({ ...before, [row.id]: value }));
          }}
        />
      ),
    },
  ];
  const missing = scanned && parcels.some(({ id }) => (awbs[id] ?? '').trim() === '');
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        parcels.length === 1
          ? `Hand over ${parcels[0]?.shipmentNo}`
          : `Hand over ${formatCount(parcels.length)} parcels`
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          The goods leave the stock, and the centre is invoiced at once. Afterwards only a credit note
          corrects it.
        </Text>
        <Select
          label="Courier"
          data={Object.entries(couriers).map(([value, label]) => ({ value, label }))}
          value={courier}
          allowDeselect={false}
          onChange={(value) => setCourier(value as Courier)}
        />
        {scanned ? (
          <DialogRows
            label="Parcels"
            rows={parcels}
            keyOf={(row) => row.id}
            minWidth={240}
            columns={columns}
          />
        ) : null}
        <DialogFoot error={leave.error} onCancel={onClose}>
          <Button
            loading={leave.running}
            disabled={missing}
            onClick={() =>
              void leave.run({
                courier,
                parcels: parcels.map(({ id }) => ({ id, awb: scanned ? (awbs[id] ?? '').trim() : null })),
              })
            }
          >
            {parcels.length === 1
              ? 'Hand over and invoice'
              : `Hand over and invoice ${formatCount(parcels.length)}`}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
