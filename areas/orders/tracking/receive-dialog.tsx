import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogRows } from '../dialog-rows.tsx';
import { trackingContract as contract, type TrackedParcel } from './tracking.contract.ts';

type Line = TrackedParcel['lines'][number];
interface Counted {
  damaged: number;
  short: number;
}

/** Everything is good until somebody says otherwise. */
export function ReceiveDialog({ parcel, onClose }: { parcel: TrackedParcel; onClose: () => void }) {
  const [counts, setCounts] = useState<Readonly<Record<string, Counted>>>({});
  const [note, setNote] = useState('');
  const receive = useCommand(contract.receive, {
    refresh: ['shipment', 'kit-order', 'kit-handover', 'kit-allocation'],
    onDone: ({ atCentre, missing }) => {
      notice.ok(
        `${formatCount(atCentre)} at the centre.${missing > 0 ? ` ${formatCount(missing)} damaged or missing can be claimed.` : ''}`,
      );
      onClose();
    },
  });
  const of = (line: Line): Counted => counts[line.lineId] ?? { damaged: 0, short: 0 };
  const goodOf = (line: Line) => line.qty - of(line).damaged - of(line).short;
  const set = (line: Line, change: Partial<Counted>) =>
    setCounts((before) => ({
      ...before,
      [line.lineId]: { ...(before[line.lineId] ?? { damaged: 0, short: 0 }), ...change },
    }));
  const count = (key: keyof Counted, label: string): Column<Line> => ({
    id: key,
    label,
    width: 110,
    cell: (line) => (
      <NumberInput
        aria-label={`${label}, ${line.whom}`}
        size="xs"
        min={0}
        max={line.qty}
        allowDecimal={false}
        value={of(line)[key]}
        onChange={(value) => set(line, { [key]: Math.min(line.qty, Number(value) || 0) })}
      />
    ),
  });
  const wrong = parcel.lines.some((line) => goodOf(line) < 0);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Count ${parcel.shipmentNo}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>Good kits stand at the centre then, and their families hear of it. It is counted once.</Text>
        <DialogRows
          label="Kits of the parcel"
          rows={parcel.lines}
          keyOf={(line) => line.lineId}
          columns={[
            textColumn<Line>('whom', 'For', (line) => line.whom, { second: (line) => line.of || null }),
            textColumn<Line>('good', 'Good', (line) => formatCount(Math.max(0, goodOf(line))), {
              align: 'end',
            }),
            count('damaged', 'Damaged'),
            count('short', 'Missing'),
          ]}
          minWidth={480}
        />
        <TextInput
          label="Note (optional)"
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogFoot
          error={receive.error ?? (wrong ? 'More is damaged or missing than came with the parcel.' : null)}
          onCancel={onClose}
        >
          <Button
            loading={receive.running}
            disabled={wrong}
            onClick={() =>
              void receive.run({
                shipmentId: parcel.id,
                lines: parcel.lines.map((line) => ({ lineId: line.lineId, good: goodOf(line), ...of(line) })),
                note: note.trim() || null,
              })
            }
          >
            Save count
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
