import { useText } from '@aangan/web/text/text.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Table, Text } from '@mantine/core';
import type { Statement } from '../../finance/ledger/ledger.contract.ts';
import { words } from './account-words.tsx';

/** On a phone one amount a row stands in place of two columns: what was paid with a minus. */
export function StatementTable({ statement }: { statement: Statement }) {
  const t = useText(words);
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm">{t('date')}</Table.Th>
            <Table.Th>{t('kind')}</Table.Th>
            <Table.Th ta="end" visibleFrom="sm">
              {t('debit')}
            </Table.Th>
            <Table.Th ta="end" visibleFrom="sm">
              {t('credit')}
            </Table.Th>
            <Table.Th ta="end" hiddenFrom="sm">
              {t('amount')}
            </Table.Th>
            <Table.Th ta="end">{t('balance')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td visibleFrom="sm" />
            <Table.Td>{t('opening')}</Table.Td>
            <Table.Td visibleFrom="sm" />
            <Table.Td visibleFrom="sm" />
            <Table.Td hiddenFrom="sm" />
            <Table.Td ta="end">
              <Money paise={statement.opening} />
            </Table.Td>
          </Table.Tr>
          {statement.rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
          {statement.rows.length === 0 ? (
            <Table.Tr>
              <Table.Td colSpan={5}>
                <Text c="dimmed">{t('none')}</Text>
              </Table.Td>
            </Table.Tr>
          ) : null}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th visibleFrom="sm" />
            <Table.Th>{t('closing')}</Table.Th>
            <Table.Th ta="end" visibleFrom="sm">
              <Money paise={statement.debit} />
            </Table.Th>
            <Table.Th ta="end" visibleFrom="sm">
              <Money paise={statement.credit} />
            </Table.Th>
            <Table.Th hiddenFrom="sm" />
            <Table.Th ta="end">
              <Money paise={statement.closing} />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

const Line = ({ row }: { row: Statement['rows'][number] }) => (
  <Table.Tr>
    <Table.Td visibleFrom="sm">
      <DateText day={row.on} />
    </Table.Td>
    <Table.Td>
      {row.title}
      <Text component="div" size="sm" c="dimmed" hiddenFrom="sm">
        <DateText day={row.on} />
      </Text>
      {row.voucher ? (
        <Text size="sm" c="dimmed" className="figures" visibleFrom="sm">
          {row.voucher}
        </Text>
      ) : null}
    </Table.Td>
    <Table.Td ta="end" visibleFrom="sm">
      {row.debit > 0 ? <Money paise={row.debit} /> : null}
    </Table.Td>
    <Table.Td ta="end" visibleFrom="sm">
      {row.credit > 0 ? <Money paise={row.credit} /> : null}
    </Table.Td>
    <Table.Td ta="end" hiddenFrom="sm">
      <Money paise={row.debit - row.credit} />
    </Table.Td>
    <Table.Td ta="end">
      <Money paise={row.balance} />
    </Table.Td>
  </Table.Tr>
);
