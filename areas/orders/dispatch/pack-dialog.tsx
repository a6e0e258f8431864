import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import type { Column } from '@aangan/web/table/column.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Checkbox, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogRows } from '../dialog-rows.tsx';
import { shipmentContract as contract } from './shipment.contract.ts';

type Ready = OutputOf<typeof contract.ready>;
type Line = Ready['lines'][number];

export function PackDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const query = useQuery(contract.ready, { orderId }, { fresh: 0 });
  const { data } = query;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={data ? `Pack ${data.kit}, ${data.centre}` : 'Pack'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryState query={query}>
        {(ready) => <Packing orderId={orderId} ready={ready} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function Packing({ orderId, ready, onClose }: { orderId: string; ready: Ready; onClose: () => void }) {
  const [packed, setPacked] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(ready.lines.filter((line) => line.ready > 0).map((line) => [line.lineId, line.ready])),
  );
  const [boxes, setBoxes] = useState<number>(1);
  const weightOf = (of: typeof packed) =>
    ready.lines.reduce((sum, line) => sum + (of[line.lineId] ?? 0) * line.weight, 0);
  const [weight, setWeight] = useState<number | null>(null);
  const kits = Object.values(packed).reduce((sum, n) => sum + n, 0);
  const pack = useCommand(contract.pack, {
    refresh: ['order-packing', 'parcel', 'delivery-challan'],
    onDone: ({ shipmentNo }) => {
      notice.ok(`${shipmentNo} is packed.`);
      onClose();
    },
  });
  const set = (lineId: string, n: number) =>
    setPacked(({ [lineId]: _old, ...others }) => (n > 0 ? { ...others, [lineId]: n } : others));
  return (
    <Stack gap="md">
      <Text
        size="sm"
        className="quiet"
      >{`Order ${ready.orderNo}. What waits for stock cannot be chosen yet.`}</Text>
      <DialogRows
        label="Kits of the order"
        rows={ready.lines}
        keyOf={(line) => line.lineId}
        columns={columnsOf(packed, set)}
        minWidth={360}
      />
      <Group grow align="start">
        <NumberInput
          label="Boxes"
          min={1}
          max={99}
          allowDecimal={false}
          value={boxes}
          error={pack.error?.fields?.['boxes']}
          onChange={(value) => setBoxes(Number(value) || 1)}
        />
        <NumberInput
          label="Weight in grams"
          description="With its boxes, as the scale says"
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          value={weight ?? weightOf(packed)}
          error={pack.error?.fields?.['weight']}
          onChange={(value) => setWeight(Number(value) || null)}
        />
      </Group>
      <DialogFoot error={pack.error} onCancel={onClose}>
        <Button
          loading={pack.running}
          disabled={kits === 0}
          onClick={() =>
            void pack.run({
              orderId,
              lines: Object.entries(packed).map(([lineId, qty]) => ({ lineId, qty })),
              boxes,
              weight: weight ?? Math.max(1, weightOf(packed)),
            })
          }
        >
          {kits === 1 ? 'Pack 1 kit' : `Pack ${formatCount(kits)} kits`}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

const columnsOf = (
  packed: Readonly<Record<string, number>>,
  set: (lineId: string, n: number) => void,
): Column<Line>[] => [
  {
    id: 'whom',
    label: 'For',
    cell: (line) => (
      <Checkbox
        label={line.whom}
        description={line.of || undefined}
        checked={(packed[line.lineId] ?? 0) > 0}
        disabled={line.ready === 0}
        onChange={(event) => set(line.lineId, event.currentTarget.checked ? line.ready : 0)}
      />
    ),
  },
  {
    id: 'qty',
    label: 'Kits',
    width: 130,
    align: 'end',
    cell: (line) =>
      line.ready > 1 ? (
        <NumberInput
          aria-label={`Kits for ${line.whom}`}
          size="xs"
          min={0}
          max={line.ready}
          allowDecimal={false}
          value={packed[line.lineId] ?? 0}
          onChange={(value) => set(line.lineId, Math.min(line.ready, Number(value) || 0))}
        />
      ) : line.ready === 1 ? (
        '1'
      ) : (
        'Waits for stock'
      ),
    second: (line) =>
      line.ready > 0 && line.open > line.ready
        ? `${formatCount(line.open - line.ready)} wait for stock`
        : null,
  },
];
