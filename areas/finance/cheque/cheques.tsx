import { todayIst } from '@aangan/contract/period.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useState } from 'react';
import { Clipped } from '../clipped.tsx';
import '../finance-look.tsx';
import { chequeContract, cheques } from './cheque.contract.ts';

type Row = ListingRow<typeof cheques.endpoints.list>;
type Step = 'deposit' | 'clear' | 'return' | 'handBack';

/** /approve-payment/list, tab Cheques. */
export function ChequeRegister() {
  const list = useListing(cheques);
  const [asked, setAsked] = useState<{ row: Row; step: Step } | null>(null);
  const action = (row: Row, step: Step, label: string, more: object = {}) => ({
    label,
    hidden: !row.can[step],
    run: () => setAsked({ row, step }),
    ...more,
  });
  return (
    <>
      <ListingTable
        of={cheques}
        list={list}
        cells={{
          childLabel: { minWidth: 180, second: (row) => row.payerName },
          number: { second: (row) => row.bank },
          status: { second: (row) => <Clipped text={row.failureReason} /> },
        }}
        rowLink={(row) => `/ledger/student-ledger/${row.feeAccountId}`}
        actions={(row) => [
          action(row, 'deposit', 'Mark as deposited', { frequent: true }),
          action(row, 'clear', 'Mark as cleared', { frequent: true }),
          action(row, 'return', 'Returned by the bank', { danger: true }),
          action(row, 'handBack', 'Hand back'),
        ]}
        searchHint="Child, payer or cheque number"
        empty={{
          title: 'No cheques here',
          help: 'A cheque stands here when it is recorded at the counter, until it is booked or returned.',
        }}
      />
      {asked ? <StepDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function StepDialog({ row, step, onClose }: { row: Row; step: Step; onClose: () => void }) {
  const today = todayIst(new Date());
  const what = `Cheque ${row.number ?? ''} of ${formatRupees(row.amount)}`;
  const shared = {
    ifMatch: row.version,
    refresh: ['cheque', 'payment', 'student-ledger', 'home'],
    onClose,
  };
  const start = { id: row.id, on: today };
  const fields = { on: { latest: today } };
  switch (step) {
    case 'deposit':
      return (
        <CommandDialog
          {...shared}
          of={chequeContract.deposit}
          title={`Mark ${what.toLowerCase()} as deposited?`}
          confirm="Mark as deposited"
          start={start}
          fields={fields}
          done="Deposited."
        />
      );
    case 'clear':
      return (
        <CommandDialog
          {...shared}
          of={chequeContract.clear}
          title={`Mark ${what.toLowerCase()} as cleared?`}
          text="Another person can approve the payment now."
          confirm="Mark as cleared"
          start={start}
          fields={fields}
          done="Cleared; it waits for approval."
        />
      );
    case 'return':
      return (
        <CommandDialog
          {...shared}
          of={chequeContract.return}
          title={`${what} was returned by the bank`}
          text="The payment fails and the family is notified."
          confirm="Returned"
          danger
          start={{ ...start, charge: true }}
          fields={fields}
          done={({ charged }) =>
            charged > 0 ? `Returned; ${formatRupees(charged)} is charged.` : 'Returned; nothing is charged.'
          }
        />
      );
    case 'handBack':
      return (
        <CommandDialog
          {...shared}
          of={chequeContract.handBack}
          title={`Hand back ${what.toLowerCase()}?`}
          text="The payment fails; nothing is booked."
          confirm="Hand back"
          danger
          start={{ id: row.id }}
          done="Handed back."
        />
      );
  }
}
