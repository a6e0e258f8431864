import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { ListingScreen } from '@aangan/web/listing/listing-screen.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QrImage } from '@aangan/web/ui/qr-image.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useParams } from 'react-router';
import '../finance-look.tsx';
import { financeModules } from '../modules.ts';
import { royaltyInvoiceContract, royaltyInvoices } from './royalty-invoice.contract.ts';
import { lineTitle, monthTitle } from './royalty-run.states.ts';

const LIST = '/ledger/franchisee/royalty-invoice';
const WAYS: Readonly<Record<string, string>> = {
  PAYMENT: 'Payment',
  ADVANCE: 'Advance used',
  SET_OFF: 'Set off against a payout',
  NOTE: 'Credit note',
};

/** /ledger/franchisee/royalty-invoice/{transactionID?}: one invoice, by its id or its entry's; without one the list. */
export function RoyaltyInvoices() {
  const { transactionID } = useParams();
  return transactionID ? <OneInvoice reference={transactionID} /> : <InvoiceList />;
}

const InvoiceList = () => (
  <ListingScreen
    of={royaltyInvoices}
    rowLink={(row) => `${LIST}/${row.id}`}
    cells={{
      month: { cell: (row) => monthTitle(row.month) },
      open: { second: (row) => (row.overdueDays > 0 ? `${row.overdueDays} days overdue` : null) },
    }}
    searchHint="Invoice or centre"
    empty={{
      title: 'No royalty invoice yet',
      help: 'Invoices stand here once head office has run a month.',
    }}
  />
);

type Invoice = OutputOf<typeof royaltyInvoiceContract.get>;

function OneInvoice({ reference }: { reference: string }) {
  const query = useQuery(royaltyInvoiceContract.get, { ref: reference }, { fresh: 0 });
  const { holds, franchisee } = useSession();
  const send = useCommand(royaltyInvoiceContract.send, {
    onDone: ({ sent }) =>
      sent ? notice.ok('The invoice goes out by e-mail.') : notice.error('The centre has no e-mail address.'),
  });
  const row = query.data;
  const pays =
    franchisee !== null &&
    holds(financeModules.payments, true) &&
    holds(financeModules.FranchiseeToBB, true) &&
    row !== undefined &&
    row.open > 0;
  return (
    <PageFrame
      title={row?.number ?? 'Royalty invoice'}
      crumbs={[{ label: 'Royalty invoices', to: LIST }]}
      primary={pays ? { label: 'Pay now', to: '/payments/transfer-franchiseeToBB' } : undefined}
      menu={
        row
          ? [
              {
                label: 'Open PDF',
                run: () => void window.open(row.pdfUrl ?? '', '_blank', 'noopener'),
                hidden: row.pdfUrl === null,
              },
              { label: 'Send by e-mail', run: () => void send.run({ id: row.id }), hidden: !row.can['send'] },
            ]
          : []
      }
    >
      <QueryState query={query}>{(one) => <Document row={one} />}</QueryState>
    </PageFrame>
  );
}

const lineColumns: Column<Invoice['document']['lines'][number]>[] = [
  textColumn('for', 'For', lineTitle),
  moneyColumn('base', 'Base', (line) => line.base || null),
  textColumn('rate', 'Rate', (line) => (line.rateBp === 0 ? null : formatPercent(line.rateBp)), {
    align: 'end',
  }),
  moneyColumn('amount', 'Amount', (line) => line.royalty),
];

const Document = ({ row }: { row: Invoice }) => (
  <TwoColumns
    main={
      <Stack gap="md">
        <Section title={`Royalty of ${monthTitle(row.month)}`} flush>
          <ShortTable
            label="What is charged"
            rows={row.document.lines}
            keyOf={(line) => `${line.kind}:${line.componentKind}:${line.rateBp}`}
            columns={lineColumns}
            minWidth={360}
            foot={sumsOf(row).map(([label, amount, strong]) => (
              <Table.Tr key={label}>
                <Table.Td colSpan={3} fw={strong ? 600 : undefined}>
                  {label}
                </Table.Td>
                <Table.Td ta="end" fw={strong ? 600 : undefined}>
                  <Money paise={amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          />
          <Text px="md" pb="md" size="sm" c="dimmed">
            {row.document.words}
          </Text>
        </Section>
        <Parties row={row} />
      </Stack>
    }
    rail={
      <>
        {row.eInvoice ? (
          <Section title="E-invoice">
            <Stack gap="sm">
              {row.eInvoice.qr ? (
                <QrImage value={row.eInvoice.qr} size={150} label="Signed code of the portal" />
              ) : null}
              <Facts
                min={150}
                items={[
                  { label: 'Acknowledgement', value: row.eInvoice.ackNo },
                  { label: 'Registered', value: <InstantText at={row.eInvoice.ackAt} /> },
                ]}
              />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {`IRN ${row.eInvoice.irn}`}
              </Text>
            </Stack>
          </Section>
        ) : null}
        <Section title="Paid">
          <Stack gap="sm">
            <Group>
              <StatusTag area="franchisee-due" state={row.status} />
            </Group>
            <Facts
              min={110}
              items={[
                { label: 'Balance', value: <Money paise={row.open} /> },
                { label: 'Dated', value: <DateText day={row.issuedOn} /> },
                { label: 'Due', value: <DateText day={row.dueOn} /> },
                { label: 'Days overdue', value: row.overdueDays, hidden: row.overdueDays === 0 },
              ]}
            />
            {row.settlements.map((one) => (
              <Text key={`${one.on}:${one.way}:${one.amount}`} size="sm">
                <DateText day={one.on} />
                {` · ${WAYS[one.way] ?? one.way}${one.reference ? ` ${one.reference}` : ''} · `}
                <Money paise={one.amount} />
              </Text>
            ))}
          </Stack>
        </Section>
      </>
    }
  />
);

const sumsOf = ({ document: d }: Invoice): [string, number, boolean][] => [
  ...(d.marketing > 0
    ? ([['Marketing contribution', d.marketing, false]] as [string, number, boolean][])
    : []),
  ['Before tax', d.taxable + d.marketing, true],
  ...(
    [
      ['CGST', d.cgst],
      ['SGST', d.sgst],
      ['IGST', d.igst],
    ] as const
  )
    .filter(([, amount]) => amount > 0)
    .map(([label, amount]): [string, number, boolean] => [label, amount, false]),
  ['Total', d.total, true],
];

const Parties = ({ row: { document: d } }: { row: Invoice }) => (
  <Section title="Parties">
    <Facts
      items={[
        { label: 'From', value: d.seller.name },
        { label: 'GSTIN', value: d.seller.gstin ?? 'Not registered' },
        { label: 'To', value: d.buyer.name },
        { label: 'GSTIN of the centre', value: d.buyer.gstin ?? 'Not registered' },
        { label: 'Place of supply', value: d.buyer.stateCode },
        { label: 'SAC', value: d.sac },
      ]}
    />
  </Section>
);
