import type { ApiError } from '@aangan/web/api/api-error.ts';
import { formatCount, formatDay, formatRupees } from '@aangan/web/format.ts';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Checkbox, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type PaymentMode, paymentModes } from './kit-order.states.ts';
import type { PieceQuote } from './pieces.contract.ts';

export interface PayChoice {
  paymentMode: PaymentMode;
  backorder: boolean;
  askOffice: boolean;
  reference: string | null;
}

/** Paise above what may be ordered on credit. */
const overOf = (credit: NonNullable<PieceQuote['credit']>, total: number): number =>
  Math.max(credit.after - credit.limit, total - (credit.orderMax ?? total));

interface PayOrderProps {
  quote: Omit<PieceQuote, 'lines'>;
  running: boolean;
  error: ApiError | null;
  /** How far the checkout is. */
  paying: string;
  blocked?: boolean;
  onOrder: (choice: PayChoice) => void;
}

/** What an order costs and when it comes, how it is paid, and the button that places it. */
export function PayOrder({ quote, running, error, paying, blocked = false, onOrder }: PayOrderProps) {
  const short = quote.short.length > 0;
  const offered: readonly PaymentMode[] =
    quote.total === 0
      ? ['NIL']
      : [...(quote.credit !== null ? (['CREDIT'] as const) : []), 'ONLINE', 'BANK_TRANSFER'];
  const [mode, setMode] = useState<PaymentMode>(offered[0] ?? 'ONLINE');
  const [backorder, setBackorder] = useState(false);
  const [reference, setReference] = useState('');
  const [askOffice, setAskOffice] = useState(false);
  const over = quote.credit === null ? 0 : overOf(quote.credit, quote.total);
  const late = quote.credit !== null && quote.credit.overdueDays > quote.credit.overdueDaysMax;
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
          <Text size="sm" c="var(--a-danger-text)">
            {late
              ? `Orders on credit are on hold: a due is ${formatCount(quote.credit?.overdueDays ?? 0)} days late.`
              : `This is ${formatRupees(over)} above the credit limit.`}
          </Text>
          <Checkbox
            label="Ask head office to allow it; the goods are held for seven days"
            checked={askOffice}
            onChange={(event) => setAskOffice(event.currentTarget.checked)}
          />
        </Stack>
      ) : null}
      {mode === 'BANK_TRANSFER' ? (
        <TextInput
          label="UTR or reference of the transfer"
          description="Head office compares it with its bank. The goods are held for seven days."
          value={reference}
          maxLength={22}
          error={error?.fields?.['reference']}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      ) : null}
      {error ? (
        <Alert color="danger" role="alert">
          {error.message}
        </Alert>
      ) : null}
      {paying === 'waiting' ? (
        <Alert color="warning" role="status" title="The bank is confirming">
          The order is confirmed as soon as the bank answers. Please do not pay again.
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button
          loading={running}
          disabled={blocked || paying === 'paid'}
          onClick={() =>
            onOrder({
              paymentMode: mode,
              backorder: short && backorder,
              askOffice: mode === 'CREDIT' && askOffice,
              reference: mode === 'BANK_TRANSFER' ? reference.trim() || null : null,
            })
          }
        >
          {quote.total === 0 ? 'Place order' : `Place order of ${formatRupees(quote.total)}`}
        </Button>
      </Group>
    </Stack>
  );
}
