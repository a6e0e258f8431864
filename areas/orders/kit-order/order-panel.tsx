import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatDay, formatRupees } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Checkbox, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { MappedKitType } from '../kit-types.ts';
import { kitOrderContract as contract, type DeskRow } from './kit-order.contract.ts';
import { type PaymentMode, paymentModes } from './kit-order.states.ts';
import { clientOrderId, emptyTicks } from './order-cart.tsx';
import { useKitCheckout } from './use-kit-checkout.tsx';

interface PanelProps {
  place: { franchiseeId: number; kitType: MappedKitType };
  kit: string;
  chosen: readonly DeskRow[];
}

/** The cart: what the ticked kits cost now, when they come, and how they are paid. */
export function OrderPanel({ place, kit, chosen }: PanelProps) {
  const { online } = useNetwork();
  const lines = useMemo(
    () => chosen.map(({ allocationId, left }) => ({ allocationId, qty: left })),
    [chosen],
  );
  const query = useQuery(contract.quote, { kitType: place.kitType, lines }, { fresh: 0, enabled: online });
  const keep = useCommand(contract.saveCart, {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is ticked
  useEffect(() => {
    if (!online) return;
    const timer = setTimeout(
      () => void keep.run({ kitType: place.kitType, clientOrderId: clientOrderId(place), items: lines }),
      2000,
    );
    return () => clearTimeout(timer);
  }, [lines, online]);
  const kits = lines.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <Section title={`${formatCount(kits)} × ${kit}`} id="order">
      {online ? (
        <QueryState query={query}>
          {(quote) => <Quoted place={place} lines={lines} quote={quote} again={() => void query.refetch()} />}
        </QueryState>
      ) : (
        <Alert color="warning" role="status">
          Service Unavailable! What you ticked is kept on this device; order it when you are online again.
        </Alert>
      )}
    </Section>
  );
}

/** Paise above what may be ordered on credit. */
const overOf = (credit: NonNullable<Quote['credit']>, total: number): number =>
  Math.max(credit.after - credit.limit, total - (credit.orderMax ?? total));

type Quote = NonNullable<ReturnType<typeof useQuery<typeof contract.quote>>['data']>;

function Quoted({
  place,
  lines,
  quote,
  again,
}: {
  place: PanelProps['place'];
  lines: { allocationId: string; qty: number }[];
  quote: Quote;
  again: () => void;
}) {
  const short = quote.short.length > 0;
  const offered: readonly PaymentMode[] =
    quote.total === 0
      ? ['NIL']
      : [...(quote.credit !== null ? (['CREDIT'] as const) : []), 'ONLINE', 'BANK_TRANSFER'];
  const [mode, setMode] = useState<PaymentMode>(offered[0] ?? 'ONLINE');
  const [backorder, setBackorder] = useState(false);
  const [reference, setReference] = useState('');
  const [askOffice, setAskOffice] = useState(false);
  const checkout = useKitCheckout();
  const order = useCommand(contract.place, {
    refresh: ['kit-order', 'kit-allocation'],
    onDone: ({ orderNo, status, paymentId }) => {
      void emptyTicks(place);
      if (paymentId !== null) void checkout.pay(paymentId);
      else
        notice.ok(status === 'CONFIRMED' ? `Order ${orderNo} is confirmed.` : `Order ${orderNo} is placed.`);
    },
    onError: again,
  });
  const over = quote.credit === null ? 0 : overOf(quote.credit, quote.total);
  const late = quote.credit !== null && quote.credit.overdueDays > quote.credit.overdueDaysMax;
  const send = () =>
    void order.run({
      clientOrderId: clientOrderId(place),
      kitType: place.kitType,
      lines,
      quote: quote.quote,
      paymentMode: mode,
      backorder: short && backorder,
      askOffice: mode === 'CREDIT' && askOffice,
      reference: mode === 'BANK_TRANSFER' ? reference.trim() || null : null,
    });
  return (
    <Stack gap="md">
      <Facts
        min={140}
        items={[
          { label: 'Before tax', value: <Money paise={quote.subtotal} /> },
          { label: 'GST', value: <Money paise={quote.tax} /> },
          { label: 'Total', value: <Money paise={quote.total} /> },
          { label: 'Arrives by', value: quote.promisedOn ? formatDay(quote.promisedOn) : 'No date yet' },
        ]}
      />
      {short ? (
        <Alert color="warning" title="Not all of it is in stock">
          <List size="sm">
            {quote.short.map(({ product, free, backordered, shipOn }) => (
              <List.Item key={product}>
                {`${product}: ${formatCount(free)} now, ${formatCount(backordered)} ${shipOn ? `from ${formatDay(shipOn)}` : 'without a date yet'}`}
              </List.Item>
            ))}
          </List>
          <Checkbox
            mt="xs"
            label="Order it all; what is missing comes later"
            checked={backorder}
            onChange={(event) => setBackorder(event.currentTarget.checked)}
          />
        </Alert>
      ) : null}
      <Radio.Group label="Payment" value={mode} onChange={(value) => setMode(value as PaymentMode)}>
        <Group mt="xs">
          {offered.map((one) => (
            <Radio key={one} value={one} label={paymentModes[one]} />
          ))}
        </Group>
      </Radio.Group>
      {mode === 'CREDIT' && (over > 0 || late) ? (
        <Stack gap="xs">
          <Text size="sm" c="var(--danger-text)">
            {late
              ? `Orders on credit are on hold: a due is ${formatCount(quote.credit?.overdueDays ?? 0)} days late.`
              : `This is ${formatRupees(over)} above the credit limit.`}
          </Text>
          <Checkbox
            label="Ask head office to allow it; the kits are held for seven days"
            checked={askOffice}
            onChange={(event) => setAskOffice(event.currentTarget.checked)}
          />
        </Stack>
      ) : null}
      {mode === 'BANK_TRANSFER' ? (
        <TextInput
          label="UTR or reference of the transfer"
          description="Head office compares it with its bank. The kits are held for seven days."
          value={reference}
          maxLength={22}
          error={order.error?.fields?.['reference']}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      ) : null}
      {order.error ? (
        <Alert color="danger" role="alert">
          {order.error.message}
        </Alert>
      ) : null}
      {checkout.state === 'waiting' ? (
        <Alert color="warning" role="status" title="The bank is confirming">
          The order is confirmed as soon as the bank answers. Please do not pay again.
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button loading={order.running} disabled={checkout.state === 'paid'} onClick={send}>
          {quote.total === 0 ? 'Place order' : `Place order of ${formatRupees(quote.total)}`}
        </Button>
      </Group>
    </Stack>
  );
}
