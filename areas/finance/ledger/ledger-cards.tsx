import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Statement } from './ledger.contract.ts';

type Line = Statement['rows'][number];

/** A statement on a phone: what happened on the left, its amount and the balance after it on the right. */
export function LedgerCards({
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
    <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      <Edge label="Opening balance" paise={statement.opening} />
      {statement.rows.map((row) => (
        <li key={row.id} style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <UnstyledButton onClick={() => onOpen(row.id)} w="100%" px="md" py="sm" mih={48}>
            <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
              <Words row={row} />
              <Stack gap={2} align="flex-end" style={{ flexShrink: 0 }}>
                <Text
                  size="sm"
                  fw={600}
                  component="span"
                  {...(row.credit > 0 ? { c: 'var(--a-success-text)' } : {})}
                >
                  {row.credit > 0 ? '− ' : ''}
                  <Money paise={row.debit + row.credit} />
                </Text>
                <Text size="xs" c="dimmed" component="span">
                  {row.credit > 0 ? credit : debit} · balance <Money paise={row.balance} />
                </Text>
              </Stack>
            </Group>
          </UnstyledButton>
        </li>
      ))}
      {statement.rows.length === 0 ? (
        <Text component="li" size="sm" c="dimmed" px="md" py="sm">
          No entries in this time.
        </Text>
      ) : null}
      <Edge label="Closing balance" paise={statement.closing} strong />
    </Stack>
  );
}

function Words({ row }: { row: Line }) {
  return (
    <Stack gap={2} style={{ minWidth: 0 }}>
      <Text size="sm" fw={600}>
        {row.title}
      </Text>
      <Text size="xs" c="dimmed">
        <DateText day={row.on} />
        {row.narration ? ` · ${row.narration}` : ''}
      </Text>
      {row.reversed || row.future ? (
        <Group gap="xs">
          {row.reversed ? <Tag tone="danger">Reversed</Tag> : null}
          {row.future ? <Tag tone="info">Later</Tag> : null}
        </Group>
      ) : null}
    </Stack>
  );
}

const Edge = ({ label, paise, strong = false }: { label: string; paise: number; strong?: boolean }) => (
  <Group
    component="li"
    justify="space-between"
    px="md"
    py="sm"
    style={strong ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
  >
    <Text size="sm" fw={strong ? 600 : 400} {...(strong ? {} : { c: 'dimmed' })} component="span">
      {label}
    </Text>
    <Text size="sm" fw={strong ? 600 : 400} component="span">
      <Money paise={paise} />
    </Text>
  </Group>
);
