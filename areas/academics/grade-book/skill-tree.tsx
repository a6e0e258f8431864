// One level of the tree of skills as a table.
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { ActionIcon, Anchor, Table, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';

interface TreeRow {
  id: string;
  version: number;
  name: string;
  position: number;
  active: boolean;
}

interface TreeTableProps<R extends TreeRow> {
  rows: readonly R[];
  /** Where a row's own entries stand; null where it has none. */
  linkOf: (row: R) => string | null;
  columns: readonly { label: string; of: (row: R) => string | number | null }[];
  second?: (row: R) => string | null;
  /** Null: nothing may be changed. */
  edit: ((row: R) => void) | null;
}

export function TreeTable<R extends TreeRow>({ rows, linkOf, columns, second, edit }: TreeTableProps<R>) {
  return (
    <Section flush>
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['No.', 'Name', ...columns.map(({ label }) => label), 'State'].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
              {edit && <Table.Th aria-label="Change" w={50} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const link = linkOf(row);
              return (
                <Table.Tr key={row.id}>
                  <Table.Td className="figures">{row.position}</Table.Td>
                  <Table.Td>
                    {link ? (
                      <Anchor component={Link} to={link}>
                        {row.name}
                      </Anchor>
                    ) : (
                      row.name
                    )}
                    {second?.(row) && (
                      <Text size="sm" className="quiet" lang="hi">
                        {second(row)}
                      </Text>
                    )}
                  </Table.Td>
                  {columns.map(({ label, of }) => (
                    <Table.Td key={label}>{of(row) || '–'}</Table.Td>
                  ))}
                  <Table.Td>
                    <Tag tone={row.active ? 'success' : 'neutral'}>
                      {row.active ? 'Active' : 'Not in use'}
                    </Tag>
                  </Table.Td>
                  {edit && (
                    <Table.Td>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Change ${row.name}`}
                        onClick={() => edit(row)}
                      >
                        <IconPencil {...smallIcon} />
                      </ActionIcon>
                    </Table.Td>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
