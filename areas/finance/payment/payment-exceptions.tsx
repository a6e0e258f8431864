import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { useState } from 'react';
import { Clipped } from '../clipped.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { exceptionKinds, exceptionStates, paymentExceptionContract } from './payment-exception.contract.ts';

type Row = OutputOf<typeof paymentExceptionContract.list>['rows'][number];

stateTable('payment-exception', { OPEN: ['warning', 'Open'], RESOLVED: ['success', 'Resolved'] });

const kindLabels: Readonly<Record<Row['kind'], string>> = {
  FORGED_AMOUNT: 'Another amount or currency than asked',
  CONFIRM_REFUSED: 'Received, but not booked',
  REFUNDED: 'Refunded by the provider',
  UNKNOWN_ORDER: 'Received for an unknown order',
  DOUBLE_CAPTURE: 'Paid twice',
  PROOF: 'The daily proof is not even',
};
const stateLabels = { OPEN: 'Open', RESOLVED: 'Resolved' };

const amountOf = (row: Row): string =>
  row.currency === 'INR' ? formatRupees(row.received) : `${(row.received / 100).toFixed(2)} ${row.currency}`;

const columns: Column<Row>[] = [
  {
    id: 'kind',
    label: 'What happened',
    minWidth: 220,
    cell: (row) => kindLabels[row.kind],
    second: (row) => row.reason ?? (row.refunded ? `${formatRupees(row.refunded)} given back` : null),
  },
  {
    id: 'child',
    label: 'Child',
    minWidth: 170,
    cell: (row) => row.childLabel || '–',
    second: (row) => row.payerName,
  },
  { id: 'centre', label: 'Centre', width: 160, cell: (row) => row.centre ?? '–' },
  { id: 'reference', label: 'Reference', width: 190, cell: (row) => row.reference },
  {
    id: 'received',
    label: 'Received',
    align: 'end',
    width: 140,
    cell: amountOf,
    second: (row) =>
      row.expected === null || row.expected === row.received
        ? null
        : `${formatRupees(row.expected)} expected`,
  },
  instantColumn('openedAt', 'Since', (row) => row.openedAt),
  {
    id: 'note',
    label: 'Resolution',
    minWidth: 180,
    cell: (row) => (row.note ? <Clipped text={row.note} /> : '–'),
    second: (row) => row.resolvedBy,
  },
  stateColumn('payment-exception', (row) => row.state),
];

/** Tab of /ledger/nodal: money that does not fit the books, until somebody of head office has looked at it. */
export function PaymentExceptions() {
  const list = useList(paymentExceptionContract.list, {
    filters: [
      {
        name: 'state',
        label: 'Status',
        kind: 'choice',
        options: exceptionStates.map((value) => ({ value, label: stateLabels[value] })),
      },
      {
        name: 'kind',
        label: 'What happened',
        kind: 'choice',
        options: exceptionKinds.map((value) => ({ value, label: kindLabels[value] })),
      },
    ],
  });
  const [asked, setAsked] = useState<Row | null>(null);
  const resolve = useSureCommand(paymentExceptionContract.resolve, {
    refresh: ['nodal-ledger', 'finance'],
    onDone: () => notice.ok('Resolved. Your note is kept with it.'),
  });
  return (
    <>
      <DataTable
        name="payment-exception"
        label="Payment exceptions"
        list={list}
        columns={columns}
        rowLink={(row) =>
          row.feeAccountId
            ? `/approve-payment/approve-payment-details/${row.enquiryId ?? row.feeAccountId}`
            : null
        }
        actions={(row) => [
          { label: 'Resolve', run: () => setAsked(row), frequent: true, hidden: !row.can.resolve },
        ]}
        searchHint="Child, payer or reference"
        empty={{
          title: 'No payment exceptions',
          help: 'Money that the payment provider reports and the books do not take appears here.',
        }}
      />
      {asked ? (
        <ConfirmDialog
          opened
          onClose={() => setAsked(null)}
          title={`Resolve ${amountOf(asked)}${asked.childLabel ? ` for ${asked.childLabel}` : ''}?`}
          text="Nothing is booked or paid back by this. Say what was found and done."
          confirm="Resolve"
          reason={{ label: 'Note', required: true, max: 300 }}
          run={(note) => resolve({ id: asked.id, note }, asked.version)}
        />
      ) : null}
    </>
  );
}
