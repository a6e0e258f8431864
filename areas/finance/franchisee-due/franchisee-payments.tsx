import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useState } from 'react';
import { useSureCommand } from '../use-sure-command.tsx';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';
import { franchiseePayments } from './franchisee-payment.listing.ts';

type Row = ListingRow<typeof franchiseePayments.endpoints.list>;

/** /ledger/franchisee/payments */
export function FranchiseePayments() {
  const list = useListing(franchiseePayments);
  const [asked, setAsked] = useState<{ row: Row; what: 'approve' | 'reject' } | null>(null);
  const close = () => setAsked(null);
  return (
    <PageFrame title="Payments to head office" count={list.total ?? undefined} context="centre" fill>
      <ListingTable
        of={franchiseePayments}
        list={list}
        cells={{
          status: { second: (row) => row.failureReason },
          amount: {
            second: (row) => (row.advance > 0 ? `${formatRupees(row.advance)} paid ahead` : null),
          },
          centre: { minWidth: 170, second: (row) => row.makerName },
        }}
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
        ]}
        searchHint="Centre, UTR or acknowledgement"
        empty={{
          title: 'No payments yet',
          help: 'What a centre pays for royalty, kits and debit notes appears here.',
        }}
      />
      {asked?.what === 'approve' ? <Approve row={asked.row} onClose={close} /> : null}
      {asked?.what === 'reject' ? (
        <CommandDialog
          of={franchiseePaymentContract.reject}
          title={`Reject ${formatRupees(asked.row.amount)} of ${asked.row.centre}?`}
          text="Nothing is booked; the dues stay open."
          confirm="Reject payment"
          danger
          start={{ paymentId: asked.row.id }}
          done="The payment is rejected; nothing was booked."
          onClose={close}
        />
      ) : null}
    </PageFrame>
  );
}

function Approve({ row, onClose }: { row: Row; onClose: () => void }) {
  const approve = useSureCommand(franchiseePaymentContract.approve, {
    refresh: ['ledger', 'franchisee-due', 'franchisee-ledger'],
    onDone: (out) => notice.ok(`Approved. Acknowledgement ${out.number}.`),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Approve ${formatRupees(row.amount)} of ${row.centre}?`}
      text={`Check ${row.reference ?? 'the reference'} in head office’s bank first. The dues are settled in both books at once.`}
      confirm={`Approve ${formatRupees(row.amount)}`}
      run={() => approve({ paymentId: row.id })}
    />
  );
}
