import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { SumsLine } from '@aangan/web/ui/sums-line.tsx';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ChequeRegister } from '../cheque/cheques.tsx';
import { Clipped } from '../clipped.tsx';
import { DoublePaymentList, RefundList } from '../refund/refunds.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { useApproval } from './cleared-field.tsx';
import { paymentContract } from './payment.contract.ts';
import { payments, paymentTotalsContract } from './payment.listing.ts';
import './payment-look.tsx';

type Row = ListingRow<typeof payments.endpoints.list>;

/** /approve-payment/list */
export function ApprovePaymentList() {
  const [count, setCount] = useState<Count>();
  return (
    <PageFrame title="Payments" count={count} context="centre">
      <PageTabs
        tabs={[
          { value: 'payments', label: 'Payments', content: <PaymentList onCount={setCount} /> },
          { value: 'cheques', label: 'Cheques', content: <ChequeRegister /> },
          { value: 'refunds', label: 'Refunds', content: <RefundList /> },
          { value: 'double', label: 'Double payments', content: <DoublePaymentList /> },
        ]}
      />
    </PageFrame>
  );
}

type Count = { n: number; more: boolean } | undefined;

function PaymentList({ onCount }: { onCount: (count: Count) => void }) {
  const list = useListing(payments);
  const { total } = list;
  // The title counts the rows of this tab; the others have tiles of their own.
  useEffect(() => {
    onCount(total ?? undefined);
    return () => onCount(undefined);
  }, [total, onCount]);
  const [asked, setAsked] = useState<{ row: Row; what: 'approve' | 'reject' } | null>(null);
  return (
    <>
      <Total input={list.input} />
      <ListingTable
        of={payments}
        list={list}
        cells={{
          childLabel: { minWidth: 190, cell: (row) => row.childLabel || '–', second: (row) => row.payerName },
          mode: { second: (row) => row.reference },
          receiptNumber: {
            width: 160,
            second: (row) => (row.kept > 0 ? `${formatRupees(row.kept)} kept as advance` : null),
          },
          status: { second: (row) => <Clipped text={row.failureReason} /> },
        }}
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
    </>
  );
}

/** What the payments of the filter come to. */
function Total({ input }: { input: Record<string, unknown> }) {
  const query = useQuery(paymentTotalsContract.totals, input, { keepPrevious: true });
  if (!query.data) return null;
  const { amount } = query.data;
  return amount === null ? (
    <Text size="sm" c="dimmed" mb="md">
      Choose days in 'Collected' to see what these payments come to.
    </Text>
  ) : (
    <SumsLine sums={[['Together', amount]]} />
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
