import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Stack, Table } from '@mantine/core';
import { Link } from 'react-router';
import { ledgerContract } from '../../finance/ledger/ledger.contract.ts';

const tones = {
  PAID: ['success', 'Paid'],
  PART: ['warning', 'Partly paid'],
  OPEN: ['warning', 'Due'],
  OVERDUE: ['danger', 'Overdue'],
  NOT_DUE: ['neutral', 'Not due yet'],
  PLANNED: ['neutral', 'Planned'],
  CANCELLED: ['neutral', 'Cancelled'],
} as const;

/** What finance says of this child: the same numbers as the ledger, with the way to it. */
export function ProfileFees({ reference }: { reference: string }) {
  const query = useQuery(ledgerContract.studentPlan, { ref: reference });
  if (query.error?.status === 404)
    return (
      <EmptyState
        title="No fee account yet"
        help="It opens with the admission or the first payment."
        action={{ label: 'Assign a fee plan', to: `/fee-component/fee-plan/assign/${reference}` }}
      />
    );
  return (
    <QueryState query={query}>
      {({ balance, instalments, assignments }) => (
        <Stack gap="lg">
          <TileRow>
            <Tile label="Due now" value={<Money paise={balance.due} />} />
            <Tile label="Overdue" value={<Money paise={balance.overdue} />} />
            <Tile label="Paid" value={<Money paise={balance.paid} />} />
            <Tile label="Paid ahead" value={<Money paise={balance.advance} />} />
          </TileRow>
          <Section
            title="Instalments"
            help={assignments[0] ? `${assignments[0].planName}, ${assignments[0].optionName}` : undefined}
            actions={
              <Anchor component={Link} to={`/ledger/student-ledger/${reference}`} size="sm">
                Statement
              </Anchor>
            }
            flush
          >
            <Table.ScrollContainer minWidth={480}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Instalment</Table.Th>
                    <Table.Th>Due</Table.Th>
                    <Table.Th ta="end">Amount</Table.Th>
                    <Table.Th ta="end">Paid</Table.Th>
                    <Table.Th>Status</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {instalments.map((line) => (
                    <Table.Tr key={line.key}>
                      <Table.Td>{line.label}</Table.Td>
                      <Table.Td>
                        <DateText day={line.dueOn} />
                      </Table.Td>
                      <Table.Td ta="end">
                        <Money paise={line.net} />
                      </Table.Td>
                      <Table.Td ta="end">
                        <Money paise={line.allocated} />
                      </Table.Td>
                      <Table.Td>
                        <Tag tone={tones[line.state][0]}>{tones[line.state][1]}</Tag>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Section>
        </Stack>
      )}
    </QueryState>
  );
}
