import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import {
  type Column,
  dayColumn,
  instantColumn,
  moneyColumn,
  stateColumn,
} from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { SumsLine } from '../ledger/sums-line.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { useApproval } from './cleared-field.tsx';
import { paymentContract, paymentStatuses } from './payment.contract.ts';
import { modeLabels } from './payment-look.tsx';

type Row = OutputOf<typeof paymentContract.list>['rows'][number];

const columns: Column<Row>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 190,
    cell: (row) => row.childLabel || '–',
    second: (row) => row.payerName,
  },
  moneyColumn('amount', 'Amount', (row) => row.amount),
  {
    id: 'mode',
    label: 'Mode',
    width: 140,
    cell: (row) => modeLabels[row.mode] ?? row.mode,
    second: (row) => row.reference,
  },
  dayColumn('receivedOn', 'Received', (row) => row.receivedOn),
  { id: 'maker', label: 'Recorded by', width: 150, cell: (row) => row.makerName ?? '–' },
  {
    id: 'receipt',
    label: 'Receipt',
    width: 190,
    cell: (row) => row.receiptNumber ?? '–',
    second: (row) => row.failureReason ?? (row.kept > 0 ? `${formatRupees(row.kept)} kept as advance` : null),
  },
  instantColumn('createdAt', 'Made', (row) => row.createdAt),
  stateColumn('payment', (row) => row.status),
];

const statusLabels: Record<string, string> = {
  INITIATED: 'Started',
  FAILED: 'Failed',
  CONFIRMED: 'Confirmed',
  TRANSFERRED: 'Transferred',
  APPROVAL_WAITING: 'Waits for approval',
};

export function ApprovePaymentList() {
  const list = useList(paymentContract.list, {
    filters: [
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        several: true,
        options: paymentStatuses.map((value) => ({ value, label: statusLabels[value] ?? value })),
      },
      {
        name: 'mode',
        label: 'Mode',
        kind: 'choice',
        options: Object.entries(modeLabels).map(([value, label]) => ({ value, label })),
      },
      { name: 'receivedOn', label: 'Received', kind: 'date', range: true },
      { name: 'collectedOn', label: 'Collected', kind: 'date', range: true },
    ],
  });
  const [asked, setAsked] = useState<{ row: Row; what: 'approve' | 'reject' } | null>(null);
  return (
    <PageFrame title="Payments" count={list.total ?? undefined} context="centre" fill>
      <Total input={list.input} />
      <DataTable
        name="payment"
        label="Payments"
        list={list}
        columns={columns}
        fill
        rowLink={(row) =>
          row.feeAccountId
            ? `/approve-payment/approve-payment-details/${row.enquiryId ?? row.feeAccountId}`
            : null
        }
        actions={(row) => [
          {
            label: 'Approve',
            run: () => setAsked({ row, what: 'approve' }),
            frequent: true,
            hidden: !row.can.approve,
          },
          {
            label: 'Reject',
            run: () => setAsked({ row, what: 'reject' }),
            danger: true,
            hidden: !row.can.reject,
          },
          {
            label: 'Student ledger',
            to: `/ledger/student-ledger/${row.feeAccountId ?? ''}`,
            hidden: !row.feeAccountId,
          },
        ]}
        searchHint="Child, payer or reference"
        empty={{
          title: 'No payments here',
          help: 'Money taken at the centre waits here for another person’s approval; online payments appear when they are confirmed.',
        }}
      />
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}

/** What the payments of the filter come to. */
function Total({ input }: { input: Record<string, unknown> }) {
  const query = useQuery(paymentContract.list, { ...input, limit: 1 }, { keepPrevious: true });
  if (!query.data) return null;
  const { totals } = query.data;
  return totals ? (
    <SumsLine sums={[['Together', totals.amount]]} />
  ) : (
    <Text size="sm" c="dimmed" mb="md">
      Choose days in 'Collected' to see what these payments come to.
    </Text>
  );
}

function Decide({ row, what, onClose }: { row: Row; what: 'approve' | 'reject'; onClose: () => void }) {
  const approve = useSureCommand(paymentContract.approve, {
    refresh: ['ledger', 'receipt'],
    onDone: (out) => notice.ok(`Approved. Receipt ${out.receiptNumber}.`),
  });
  const reject = useSureCommand(paymentContract.reject, {
    onDone: () => notice.ok('The payment is rejected; nothing was booked.'),
  });
  const amount = formatRupees(row.amount);
  const approval = useApproval(
    row.mode,
    'The money reaches the ledger and the receipt is issued at once. A mistake is later corrected by another entry, never by changing this one.',
  );
  return what === 'approve' ? (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Approve ${amount} for ${row.childLabel}?`}
      text={approval.text}
      confirm={`Approve ${amount}`}
      run={() => approve({ paymentId: row.id, ...approval.input })}
    />
  ) : (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Reject ${amount} for ${row.childLabel}?`}
      confirm="Reject payment"
      danger
      reason={{ label: 'Reason', required: true, max: 300 }}
      run={(reason) => reject({ paymentId: row.id, reason })}
    />
  );
}
