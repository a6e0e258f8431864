import { useQuery } from '@aangan/web/api/use-query.ts';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ledgerContract, type Statement } from './ledger.contract.ts';
import { LedgerCards } from './ledger-cards.tsx';

interface LedgerTableProps {
  statement: Statement;
  /** Words of the two sides: a family is debited what it owes. */
  debit?: string;
  credit?: string;
  onNext?: (() => void) | undefined;
  onFirst?: (() => void) | undefined;
}

/** Entries with running balance; opening and closing stand on every page, each row opens its entry. */
export function LedgerTable({
  statement,
  debit = 'Debit',
  credit = 'Credit',
  onNext,
  onFirst,
}: LedgerTableProps) {
  const [entry, setEntry] = useState<string | null>(null);
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  return (
    <Stack gap="sm">
      {mobile ? (
        <LedgerCards statement={statement} debit={debit} credit={credit} onOpen={setEntry} />
      ) : (
        <WideLedger statement={statement} debit={debit} credit={credit} onOpen={setEntry} />
      )}
      {onNext || onFirst ? (
        <Group justify="flex-end">
          {onFirst ? (
            <Button size="xs" variant="default" onClick={onFirst}>
              First page
            </Button>
          ) : null}
          {onNext ? (
            <Button size="xs" variant="default" onClick={onNext}>
              Next page
            </Button>
          ) : null}
        </Group>
      ) : null}
      {entry ? <EntryDrawer id={entry} onClose={() => setEntry(null)} /> : null}
    </Stack>
  );
}

function WideLedger({
  statement,
  debit,
  credit,
  onOpen,
}: {
  statement: Statement;
  debit: string;
  credit: string;
  onOpen: (id: string) => void;
}) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th>Voucher</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th ta="right">{debit}</Table.Th>
            <Table.Th ta="right">{credit}</Table.Th>
            <Table.Th ta="right">Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td colSpan={5}>Opening balance</Table.Td>
            <Table.Td ta="right">
              <Money paise={statement.opening} />
            </Table.Td>
          </Table.Tr>
          {statement.rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <DateText day={row.on} />
              </Table.Td>
              <Table.Td>
                <span className="figures">{row.voucher ?? 'not sealed yet'}</span>
              </Table.Td>
              <Table.Td>
                <UnstyledButton onClick={() => onOpen(row.id)}>
                  <Text size="sm" c="var(--mantine-color-anchor)">
                    {row.title}
                  </Text>
                </UnstyledButton>
                {row.narration ? (
                  <Text size="xs" c="dimmed">
                    {row.narration}
                  </Text>
                ) : null}
                {row.reversed ? <Tag tone="danger">Reversed</Tag> : null}
                {row.future ? <Tag tone="info">Later</Tag> : null}
              </Table.Td>
              <Table.Td ta="right">{row.debit > 0 ? <Money paise={row.debit} /> : null}</Table.Td>
              <Table.Td ta="right">{row.credit > 0 ? <Money paise={row.credit} /> : null}</Table.Td>
              <Table.Td ta="right">
                <Money paise={row.balance} />
              </Table.Td>
            </Table.Tr>
          ))}
          {statement.rows.length === 0 ? (
            <Table.Tr>
              <Table.Td colSpan={6}>
                <Text size="sm" c="dimmed">
                  No entries in this time.
                </Text>
              </Table.Td>
            </Table.Tr>
          ) : null}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Td colSpan={3} fw={600}>
              Closing balance
            </Table.Td>
            <Table.Td ta="right">
              <Money paise={statement.debit} />
            </Table.Td>
            <Table.Td ta="right">
              <Money paise={statement.credit} />
            </Table.Td>
            <Table.Td ta="right" fw={600}>
              <Money paise={statement.closing} />
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

/** One entry: who posted what where, and what reversed it. */
function EntryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(ledgerContract.entry, { id });
  return (
    <Drawer opened onClose={onClose} title="Ledger entry">
      <QueryState query={query}>
        {(entry) => (
          <Stack gap="md">
            <Facts
              items={[
                { label: 'What', value: entry.title },
                { label: 'Dated', value: <DateText day={entry.on} /> },
                { label: 'Posted', value: <InstantText at={entry.postedAt} /> },
                { label: 'By', value: entry.by ?? 'the system' },
                { label: 'Voucher', value: entry.voucher ?? 'not sealed yet' },
                { label: 'Note', value: entry.narration ?? '–' },
                ...(entry.reversedBy ? [{ label: 'Corrected', value: 'reversed by a later entry' }] : []),
                ...(entry.reverses ? [{ label: 'Corrects', value: 'an earlier entry' }] : []),
              ]}
            />
            <Table horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Account</Table.Th>
                  <Table.Th ta="right">Debit</Table.Th>
                  <Table.Th ta="right">Credit</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {entry.lines.map((line, index) => (
                  <Table.Tr key={`${line.account}:${index}`}>
                    <Table.Td>
                      {`${line.account} ${line.name}`}
                      {line.party ? (
                        <Text size="xs" c="dimmed">
                          {line.party}
                        </Text>
                      ) : null}
                    </Table.Td>
                    <Table.Td ta="right">{line.debit > 0 ? <Money paise={line.debit} /> : null}</Table.Td>
                    <Table.Td ta="right">{line.credit > 0 ? <Money paise={line.credit} /> : null}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
