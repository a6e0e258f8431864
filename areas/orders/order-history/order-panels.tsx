// The parts of an order's page, in their order. Another slice adds its own by one line here.
import { formatCount } from '@aangan/web/format.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import type { ComponentType } from 'react';
import { paymentModes } from '../kit-order/kit-order.states.ts';
import { ParcelsPanel } from '../tracking/parcels-panel.tsx';
import type { OrderLine, OrderView } from './order-history.contract.ts';

export interface OrderPanelProps {
  order: OrderView;
}

const count = (id: string, label: string, get: (line: OrderLine) => number): Column<OrderLine> =>
  textColumn(
    id,
    label,
    (line) => (get(line) === 0 ? <span className="quiet">–</span> : formatCount(get(line))),
    {
      align: 'end',
      width: 92,
    },
  );
const RARE = ['reserved', 'backordered', 'damaged', 'short', 'returned', 'cancelled'] as const;
const lineColumns: Column<OrderLine>[] = [
  textColumn('whom', 'For', (line) => line.whom, {
    minWidth: 130,
    second: (line) => [line.admissionNo, line.of].filter(Boolean).join(' · '),
  }),
  count('ordered', 'Ordered', (line) => line.ordered),
  count('shipped', 'Shipped', (line) => line.shipped),
  count('delivered', 'Delivered', (line) => line.delivered),
  count('reserved', 'Reserved', (line) => line.reserved),
  {
    ...count('backordered', 'Back-ordered', (line) => line.backordered),
    width: 120,
    second: (line) =>
      line.backordered === 0 ? null : line.shipOn ? <DateText day={line.shipOn} /> : 'No date yet',
  },
  count('damaged', 'Damaged', (line) => line.damaged),
  count('short', 'Short', (line) => line.short),
  count('returned', 'Returned', (line) => line.returned),
  count('cancelled', 'Cancelled', (line) => line.cancelled),
  moneyColumn('amount', 'With GST', (line) => line.amount),
];

/** What happened to no kit of the order needs no column. */
const columnsOf = (lines: readonly OrderLine[]): Column<OrderLine>[] =>
  lineColumns.filter(
    ({ id }) =>
      !(RARE as readonly string[]).includes(id) ||
      lines.some((line) => line[id as (typeof RARE)[number]] > 0),
  );

const LinesPanel = ({ order }: OrderPanelProps) => (
  <Section title="Kits" flush>
    <ShortTable
      label="Kits"
      rows={order.lines}
      keyOf={(line) => line.id}
      columns={columnsOf(order.lines)}
      minWidth={260 + 92 * (columnsOf(order.lines).length - 2)}
    />
  </Section>
);

const MoneyPanel = ({ order: { money, paymentMode } }: OrderPanelProps) => (
  <Section title="Money">
    <Facts
      min={150}
      items={[
        { label: 'Before tax', value: <Money paise={money.subtotal} /> },
        { label: 'GST', value: <Money paise={money.tax} /> },
        { label: 'Total', value: <Money paise={money.total} /> },
        { label: 'Payment', value: paymentModes[paymentMode] },
        { label: 'Paid', value: <Money paise={money.paid} /> },
        { label: 'Waits for the bank', value: <Money paise={money.waiting} />, hidden: money.waiting === 0 },
        { label: 'Reference', value: money.reference, hidden: money.reference === null },
        { label: 'Invoiced so far', value: <Money paise={money.invoiced} /> },
        {
          label: 'Kept as advance',
          value: <Money paise={money.givenBack} />,
          hidden: money.givenBack === 0,
        },
        {
          label: 'Allowed above the limit',
          value: money.override ? (
            <>
              {money.override.by}, <InstantText at={money.override.at} />: {money.override.reason}
            </>
          ) : null,
          hidden: money.override === null,
        },
      ]}
    />
  </Section>
);

const OrderHistoryPanel = ({ order }: OrderPanelProps) => <HistoryPanel kind="kit-order" id={order.id} />;

export const orderPanels: readonly { key: string; Panel: ComponentType<OrderPanelProps> }[] = [
  { key: 'lines', Panel: LinesPanel },
  { key: 'parcels', Panel: ParcelsPanel },
  { key: 'money', Panel: MoneyPanel },
  { key: 'history', Panel: OrderHistoryPanel },
];
