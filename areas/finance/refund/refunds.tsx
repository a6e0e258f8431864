import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useState } from 'react';
import { useSureCommand } from '../use-sure-command.tsx';
import { doublePaymentContract, doublePayments, refunds } from './refund.contract.ts';
import { RefundDialog, RefundDrawer, type RefundRow, type RefundStep } from './refund-drawer.tsx';

/** /approve-payment/list, tab Refunds. */
export function RefundList() {
  const list = useListing(refunds);
  const [asked, setAsked] = useState<{ row: RefundRow; step: RefundStep } | null>(null);
  const action = (row: RefundRow, step: RefundStep, label: string, more: object = {}) => ({
    label,
    run: () => setAsked({ row, step }),
    ...more,
  });
  return (
    <>
      <ListingTable
        of={refunds}
        list={list}
        drawer={RefundDrawer}
        cells={{
          childLabel: { minWidth: 180, second: (row) => row.centre },
          number: { second: (row) => row.reference ?? row.askedBy },
          status: { second: (row) => (row.status === 'FAILED' ? row.failureReason : null) },
        }}
        actions={(row) => [
          action(row, 'approve', 'Approve', { frequent: true, hidden: !row.can.approve }),
          action(row, 'pay', 'Enter the bank’s UTR', { hidden: !row.can.pay }),
          action(row, 'retry', 'Send again', { hidden: !row.can.retry }),
          action(row, 'reject', 'Reject', { danger: true, hidden: !row.can.reject }),
          { label: 'Student ledger', to: `/ledger/student-ledger/${row.feeAccountId}?tab=refunds` },
        ]}
        searchHint="Child, number or reference"
        empty={{
          title: 'No refunds yet',
          help: 'A refund is asked for in a child’s ledger, tab Refunds, and another person approves it here.',
        }}
      />
      {asked ? <RefundDialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

type DoubleRow = ListingRow<typeof doublePayments.endpoints.list>;

/** /approve-payment/list, tab Double payments: what the family wants is written down by the centre. */
export function DoublePaymentList() {
  const list = useListing(doublePayments);
  const [asked, setAsked] = useState<{ row: DoubleRow; what: 'keep' | 'refund' } | null>(null);
  return (
    <>
      <ListingTable
        of={doublePayments}
        list={list}
        cells={{
          childLabel: { minWidth: 180, second: (row) => row.payerName },
          choice: { second: (row) => row.chosenBy },
        }}
        rowLink={(row) => `/ledger/student-ledger/${row.feeAccountId}`}
        actions={(row) => [
          {
            label: 'Keep for the next instalment',
            frequent: true,
            hidden: !row.can.keep,
            run: () => setAsked({ row, what: 'keep' }),
          },
          { label: 'Refund', hidden: !row.can.refund, run: () => setAsked({ row, what: 'refund' }) },
        ]}
        searchHint="Child, payer or receipt"
        empty={{
          title: 'Nothing was paid twice',
          help: 'When a family pays the same fees twice, the second money waits here for your decision.',
        }}
      />
      {asked?.what === 'keep' ? <Keep row={asked.row} onClose={() => setAsked(null)} /> : null}
      {asked?.what === 'refund' ? (
        <CommandDialog
          of={doublePaymentContract.refund}
          title={`Refund ${formatRupees(Math.min(asked.row.left, asked.row.doubled))} to the family of ${asked.row.childLabel}?`}
          text="Another person approves it."
          confirm="Ask for the refund"
          start={{ id: asked.row.id, mode: asked.row.mode === 'ONLINE' ? 'ORIGINAL' : 'BANK' }}
          ifMatch={asked.row.version}
          refresh={REFRESH}
          done="Asked; it stands in the tab Refunds."
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

const REFRESH = ['double-payment', 'refund', 'payment', 'student-ledger', 'home'];

function Keep({ row, onClose }: { row: DoubleRow; onClose: () => void }) {
  const keep = useSureCommand(doublePaymentContract.keep, {
    refresh: REFRESH,
    onDone: ({ used }) =>
      notice.ok(
        used > 0
          ? `${formatRupees(used)} paid open fees; the rest waits for the next.`
          : 'Kept for the next instalment.',
      ),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Keep ${formatRupees(row.left)} of ${row.childLabel} for the next instalment?`}
      text="What is open now is paid with it at once; the rest pays what is billed next."
      confirm="Keep it"
      run={() => keep({ id: row.id }, row.version)}
    />
  );
}
