import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Stack, Table, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { FindChild } from '../ledger/find-child.tsx';
import '../finance-look.tsx';
import { royaltyContract } from './royalty.contract.ts';

/** /royalty/student-royalty-details/{studentAdmissionID?}: receipt, its lines, the royalty of each. */
export function StudentRoyalty() {
  const { studentAdmissionID } = useParams();
  if (!studentAdmissionID)
    return (
      <FindChild
        title="Royalty of a child"
        to={(reference) => `/royalty/student-royalty-details/${reference}`}
      />
    );
  return <One key={studentAdmissionID} reference={studentAdmissionID} />;
}

function One({ reference }: { reference: string }) {
  const query = useQuery(royaltyContract.student, { ref: reference });
  return (
    <PageFrame
      title={query.data ? `Royalty of ${query.data.childLabel}` : 'Royalty of a child'}
      crumbs={[{ label: 'Royalty', to: '/royalty/list' }]}
      menu={[{ label: 'Student ledger', to: `/ledger/student-ledger/${reference}` }]}
    >
      <QueryState query={query}>
        {(child) => (
          <Stack gap="md">
            <Section title="Together">
              <Facts
                items={[
                  { label: 'Centre', value: child.franchiseeName },
                  { label: 'Class', value: child.className ?? '–' },
                  { label: 'Base', value: <Money paise={child.totals.base} /> },
                  { label: 'Royalty', value: <Money paise={child.totals.royalty} /> },
                ]}
              />
            </Section>
            {child.receipts.length === 0 ? <Text size="sm">No confirmed payment yet.</Text> : null}
            {child.receipts.map((receipt) => (
              <Section
                key={receipt.paymentId}
                title={receipt.receiptNumber ? `Receipt ${receipt.receiptNumber}` : 'Payment'}
                help={
                  <>
                    <DateText day={receipt.on} /> · <Money paise={receipt.amount} /> received,{' '}
                    <Money paise={receipt.royalty} /> royalty
                  </>
                }
                flush
              >
                <Table.ScrollContainer minWidth={720}>
                  <Table horizontalSpacing="md">
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Line</Table.Th>
                        <Table.Th ta="right">Base</Table.Th>
                        <Table.Th ta="right">Rate</Table.Th>
                        <Table.Th ta="right">Royalty</Table.Th>
                        <Table.Th>How</Table.Th>
                        <Table.Th>Status</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {receipt.rows.map((row) => (
                        <Table.Tr key={row.id}>
                          <Table.Td>{row.lineLabel ?? row.kind}</Table.Td>
                          <Table.Td ta="right">
                            <Money paise={row.base} />
                          </Table.Td>
                          <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                            {formatPercent(row.rateBp)}
                          </Table.Td>
                          <Table.Td ta="right">
                            <Money paise={row.royalty} />
                          </Table.Td>
                          <Table.Td>
                            <Text size="xs">{row.formula}</Text>
                            <Text size="xs" c="dimmed">{`Agreement version ${row.agreementVersion}`}</Text>
                          </Table.Td>
                          <Table.Td>
                            <StatusTag area="royalty-accrual" state={row.status} />
                          </Table.Td>
                        </Table.Tr>
                      ))}
                      {receipt.rows.length === 0 ? (
                        <Table.Tr>
                          <Table.Td colSpan={6}>
                            <Text size="sm" c="dimmed">
                              Nothing in this payment bears royalty.
                            </Text>
                          </Table.Td>
                        </Table.Tr>
                      ) : null}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Section>
            ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
