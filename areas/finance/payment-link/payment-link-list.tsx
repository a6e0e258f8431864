import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { paymentContract } from '../payment/payment.contract.ts';
import '../payment/payment-look.tsx';

type Row = OutputOf<typeof paymentContract.links>['rows'][number];

const columns: Column<Row>[] = [
  { id: 'child', label: 'Child', minWidth: 200, cell: (row) => row.childLabel },
  { id: 'sentTo', label: 'Sent to', width: 190, cell: (row) => row.sentTo ?? 'Not sent' },
  { id: 'opened', label: 'Opened', width: 100, align: 'end', cell: (row) => row.openedCount },
  instantColumn('createdAt', 'Made', (row) => row.createdAt),
  instantColumn('expiresAt', 'Ends', (row) => row.expiresAt),
  stateColumn('payment-link', (row) => row.status),
];

export function PaymentLinkList() {
  const list = useList(paymentContract.links);
  return (
    <PageFrame title="Payment links" count={list.total ?? undefined} context="centre" fill>
      <DataTable
        name="payment-link"
        label="Payment links"
        list={list}
        columns={columns}
        fill
        searchHint="Child"
        actions={(row) => [
          { label: 'Take a payment', to: `/payments/pay/${row.feeAccountId}`, frequent: true },
          { label: 'Student ledger', to: `/ledger/student-ledger/${row.feeAccountId}` },
        ]}
        empty={{
          title: 'No payment links yet',
          help: 'A link is made from a child’s account and sent to the family.',
          action: { label: 'Student ledgers', to: '/ledger/student-list' },
        }}
      />
    </PageFrame>
  );
}
