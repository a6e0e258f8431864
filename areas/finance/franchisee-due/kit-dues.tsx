import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { ListingScreen } from '@aangan/web/listing/listing-screen.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import { kitDues } from './franchisee-due.listing.ts';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';

/** /ledger/franchisee-order */
export const KitDues = () => (
  <ListingScreen
    of={kitDues}
    cells={{
      number: { minWidth: 170 },
      overdueDays: { cell: (row) => (row.overdueDays > 0 ? row.overdueDays : '–') },
    }}
    searchHint="Invoice, centre or kit type"
    empty={{
      title: 'No kits on account',
      help: 'Kits that head office sends on credit stand here until they are paid.',
    }}
  />
);

/** /ledger/franchisee-order-kit */
export function KitTypes() {
  const query = useQuery(franchiseePaymentContract.kitTypes, {});
  return (
    <PageFrame title="Kits on account by type" context="centre">
      <QueryState query={query}>
        {({ rows }) => (
          <Section title="Kit types" help="Each type opens its invoices." flush>
            {rows.length === 0 ? (
              <EmptyState
                title="No kits on account"
                help="Kits that head office sends on credit stand here by type."
              />
            ) : (
              <Types rows={rows} />
            )}
          </Section>
        )}
      </QueryState>
    </PageFrame>
  );
}

const Types = ({ rows }: { rows: OutputOf<typeof franchiseePaymentContract.kitTypes>['rows'] }) => (
  <Table.ScrollContainer minWidth={520}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kit type</Table.Th>
          {['Invoices', 'Amount', 'Paid', 'Balance'].map((label) => (
            <Table.Th key={label} ta="end">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.kitType}>
            <Table.Td>
              <Anchor
                component={Link}
                to={`/ledger/franchisee-order?kitType=${encodeURIComponent(row.kitType)}`}
              >
                {row.kitType}
              </Anchor>
            </Table.Td>
            <Table.Td ta="end">{row.invoices}</Table.Td>
            {[row.amount, row.settled, row.open].map((amount, at) => (
              <Table.Td key={at} ta="end" aria-label={formatRupees(amount)}>
                <Money paise={amount} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
