import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { roleContract } from './role.contract.ts';

/** Who holds a role today, and where. */
export function RolePeople({ roleId }: { roleId: number }) {
  const query = useQuery(roleContract.people, { roleId });
  return (
    <QueryState query={query}>
      {({ rows, count }) =>
        rows.length === 0 ? (
          <EmptyState
            title="Nobody holds this role"
            help="It is given on a person’s page."
            action={{ label: 'Open users', to: '/user/page/1' }}
          />
        ) : (
          <Section flush>
            <Table.ScrollContainer minWidth={480}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Where</Table.Th>
                    <Table.Th>Until</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.userId}>
                      <Table.Td>
                        <Anchor component={Link} to={`/user/view/${row.userId}`}>
                          {row.name}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>{row.where}</Table.Td>
                      <Table.Td>
                        {row.to ? row.to.split('-').toReversed().join('-') : <Tag tone="neutral">open</Tag>}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {count > rows.length ? (
              <Text p="md" c="dimmed">{`The first ${rows.length} of ${count}.`}</Text>
            ) : null}
          </Section>
        )
      }
    </QueryState>
  );
}
