import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { dayOf } from '@aangan/web/format.ts';
import { type Column, dayColumn, moneyColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Text } from '@mantine/core';
import type { paymentContract } from './payment.contract.ts';
import { modeLabels } from './payment-look.tsx';

type Paid = OutputOf<typeof paymentContract.open>['payments'][number];

const columns: Column<Paid>[] = [
  dayColumn('at', 'Day', (one) => dayOf(one.at)),
  textColumn('mode', 'Mode', (one) => modeLabels[one.mode] ?? one.mode),
  moneyColumn('amount', 'Amount', (one) => one.amount),
  stateColumn('payment', (one) => one.status, { label: 'State' }),
  textColumn('receipt', 'Receipt', (one) => one.receiptNumber),
];

/** What was paid or recorded, newest first. */
export const PaidTable = ({ payments }: { payments: readonly Paid[] }) =>
  payments.length === 0 ? (
    <Text p="md" c="dimmed">
      Nothing was paid yet.
    </Text>
  ) : (
    <ShortTable label="Payments" rows={payments} keyOf={(one) => one.id} columns={columns} />
  );
