import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { stockContract as contract } from './stock.contract.ts';
import { type StockAsked, StockDialog } from './stock-dialogs.tsx';
import { movementLabels } from './stock-words.ts';

type View = OutputOf<typeof contract.get>;

const inboundColumns: Column<View['inbound'][number]>[] = [
  textColumn('po', 'Purchase order', (row) => row.poNo),
  dayColumn('on', 'Expected on', (row) => row.expectedOn),
  textColumn('left', 'Pieces', (row) => String(row.left), { align: 'end' }),
];
const orderColumns: Column<View['orders'][number]>[] = [
  textColumn('no', 'Order', (row) => row.orderNo, { second: (row) => row.centre }),
  textColumn('held', 'Held', (row) => String(row.held), { align: 'end' }),
  textColumn('waiting', 'Waits for', (row) => String(row.waiting), { align: 'end' }),
];
const moved = ({ onHand, held }: View['movements'][number]) => {
  const n = onHand === 0 ? held : onHand;
  return n > 0 ? `+${n}` : `−${-n}`;
};
const movementColumns: Column<View['movements'][number]>[] = [
  textColumn('kind', 'What', (row) => movementLabels[row.kind], { second: (row) => row.note }),
  textColumn('n', 'Pieces', moved, { align: 'end' }),
  { id: 'at', label: 'When', cell: (row) => <InstantText at={row.at} />, second: (row) => row.by },
];

/** Opens over the list for `?stock=<id>`. */
export function StockDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} title={query.data?.product ?? 'Stock'}>
      <QueryState query={query}>{(view) => <Level view={view} />}</QueryState>
    </Drawer>
  );
}

function Level({ view }: { view: View }) {
  const [asked, setAsked] = useState<StockAsked['step'] | null>(null);
  const { onHand, reserved, safety, value } = view;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusTag area="stock" state={view.status} />
        {view.can['count'] && (
          <Group gap="xs">
            <Button onClick={() => setAsked('count')}>Count</Button>
            <Button variant="default" onClick={() => setAsked('writeOff')}>
              Write off
            </Button>
            <Button variant="default" onClick={() => setAsked('levels')}>
              Set levels
            </Button>
          </Group>
        )}
      </Group>
      <Facts
        min={150}
        items={[
          { label: 'SKU', value: view.sku },
          { label: 'Warehouse', value: view.warehouse },
          { label: 'Free', value: view.free },
          ...(onHand === null ? [] : [{ label: 'On hand', value: onHand }]),
          ...(reserved === null ? [] : [{ label: 'Held for orders', value: reserved }]),
          ...(safety === null ? [] : [{ label: 'Safety stock', value: safety }]),
          {
            label: 'Next expected',
            value: view.nextOn ? <DateText day={view.nextOn} /> : 'Nothing is on its way',
          },
          ...(value === null ? [] : [{ label: 'Value at cost', value: <Money paise={value} /> }]),
          ...(value === null || !onHand
            ? []
            : [{ label: 'Average cost', value: <Money paise={Math.round(value / onHand)} /> }]),
        ]}
      />
      {view.inbound.length > 0 && (
        <Section title="On its way" flush>
          <ShortTable
            label="On its way"
            rows={view.inbound}
            keyOf={(row) => row.id}
            columns={inboundColumns}
            minWidth={320}
          />
        </Section>
      )}
      {view.orders.length > 0 && (
        <Section title="Orders" help="What holds pieces of it, or waits for some." flush>
          <ShortTable
            label="Orders"
            rows={view.orders}
            keyOf={(row) => row.id}
            columns={orderColumns}
            minWidth={320}
          />
        </Section>
      )}
      <Section title="Last movements" flush>
        <ShortTable
          label="Last movements"
          rows={view.movements}
          keyOf={(row) => row.id}
          columns={movementColumns}
          minWidth={360}
        />
      </Section>
      {asked && <StockDialog asked={{ step: asked, row: view }} onClose={() => setAsked(null)} />}
    </Stack>
  );
}
