import { todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { accessContract } from '../access/access.contract.ts';

/** Who gained and who lost what between two days. */
export function RightsReport() {
  const today = todayIst(new Date());
  const [from, setFrom] = useState(todayIst(new Date(Date.now() - 7 * 86_400_000)));
  const [to, setTo] = useState(today);
  const query = useQuery(accessContract.diffReport, { from, to }, { enabled: from <= to });
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <FieldInput
          kind="date"
          name="from"
          label="From"
          value={from}
          onChange={(value) => setFrom(String(value ?? from))}
          latest={to}
        />
        <FieldInput
          kind="date"
          name="to"
          label="To"
          value={to}
          onChange={(value) => setTo(String(value ?? to))}
          latest={today}
        />
      </Group>
      <QueryState query={query}>
        {({ roles, grants }) =>
          roles.length + grants.length === 0 ? (
            <EmptyState title="Nothing changed in these days" help="No role was changed, given or ended." />
          ) : (
            <Stack gap="md">
              {roles.length > 0 ? (
                <Section title="Roles that changed" flush>
                  <Table.ScrollContainer minWidth={560}>
                    <Table horizontalSpacing="md">
                      <Table.Thead>
                        <Table.Tr>
                          <Table.Th>When</Table.Th>
                          <Table.Th>Role</Table.Th>
                          <Table.Th>What changed</Table.Th>
                          <Table.Th>Whom it met</Table.Th>
                        </Table.Tr>
                      </Table.Thead>
                      <Table.Tbody>
                        {roles.map((row) => (
                          <Table.Tr key={`${row.roleId} ${row.at}`}>
                            <Table.Td>
                              <InstantText at={row.at} />
                            </Table.Td>
                            <Table.Td>
                              <Anchor component={Link} to={`/system/edit-role/${row.roleId}`}>
                                {row.role}
                              </Anchor>
                            </Table.Td>
                            <Table.Td>{row.words}</Table.Td>
                            <Table.Td>{`${row.people} ${row.people === 1 ? 'person' : 'people'}, by ${row.by}`}</Table.Td>
                          </Table.Tr>
                        ))}
                      </Table.Tbody>
                    </Table>
                  </Table.ScrollContainer>
                </Section>
              ) : null}
              {grants.length > 0 ? (
                <Section title="Roles given and ended" flush>
                  <Table.ScrollContainer minWidth={640}>
                    <Table horizontalSpacing="md">
                      <Table.Thead>
                        <Table.Tr>
                          <Table.Th>When</Table.Th>
                          <Table.Th>Person</Table.Th>
                          <Table.Th>Change</Table.Th>
                          <Table.Th>Role</Table.Th>
                          <Table.Th>Where</Table.Th>
                          <Table.Th>By</Table.Th>
                        </Table.Tr>
                      </Table.Thead>
                      <Table.Tbody>
                        {grants.map((row, i) => (
                          <Table.Tr key={`${row.userId} ${row.at} ${i}`}>
                            <Table.Td>
                              <InstantText at={row.at} />
                            </Table.Td>
                            <Table.Td>
                              <Anchor component={Link} to={`/user/view/${row.userId}`}>
                                {row.user}
                              </Anchor>
                            </Table.Td>
                            <Table.Td>
                              <Tag tone={row.gained ? 'success' : 'neutral'}>
                                {row.gained ? 'gained' : 'lost'}
                              </Tag>
                            </Table.Td>
                            <Table.Td>{row.role}</Table.Td>
                            <Table.Td>{row.where}</Table.Td>
                            <Table.Td>{row.by ?? '–'}</Table.Td>
                          </Table.Tr>
                        ))}
                      </Table.Tbody>
                    </Table>
                  </Table.ScrollContainer>
                </Section>
              ) : null}
            </Stack>
          )
        }
      </QueryState>
    </Stack>
  );
}
