import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { ledgerContract } from './ledger.contract.ts';

/** Every account of a book on a day. */
export function TrialBalance({ franchiseeId }: { franchiseeId: number }) {
  const [on, setOn] = useState<string | null>(null);
  const query = useQuery(
    ledgerContract.trialBalance,
    { franchiseeId, ...(on ? { on } : {}) },
    { keepPrevious: true },
  );
  return (
    <Section
      title="Trial balance"
      flush
      actions={
        <FieldInput
          kind="date"
          name="on"
          label="As on"
          optional
          value={on}
          onChange={(value) => setOn((value as string | null) ?? null)}
        />
      }
    >
      <QueryState query={query}>
        {(book) => (
          <Table.ScrollContainer minWidth={480}>
            <Table horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Account</Table.Th>
                  <Table.Th>Kind</Table.Th>
                  <Table.Th ta="right">Debit</Table.Th>
                  <Table.Th ta="right">Credit</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {book.rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>{`${row.account} ${row.name}`}</Table.Td>
                    <Table.Td>{row.kind}</Table.Td>
                    <Table.Td ta="right">{row.debit > 0 ? <Money paise={row.debit} /> : null}</Table.Td>
                    <Table.Td ta="right">{row.credit > 0 ? <Money paise={row.credit} /> : null}</Table.Td>
                  </Table.Tr>
                ))}
                {book.rows.length === 0 ? (
                  <Table.Tr>
                    <Table.Td colSpan={4}>
                      <Text size="sm" c="dimmed">
                        No entries up to this day.
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ) : null}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Td colSpan={2} fw={600}>
                    Total
                  </Table.Td>
                  <Table.Td ta="right" fw={600}>
                    <Money paise={book.debit} />
                  </Table.Td>
                  <Table.Td ta="right" fw={600}>
                    <Money paise={book.credit} />
                  </Table.Td>
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryState>
    </Section>
  );
}
