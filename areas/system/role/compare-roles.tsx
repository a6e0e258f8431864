import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Modal, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { RightTag } from '../system-look.tsx';
import { type RoleRow, roleContract } from './role.contract.ts';

/** Two roles side by side: only what differs. */
export function CompareRoles({ first, onClose }: { first: RoleRow; onClose: () => void }) {
  const roles = useQuery(roleContract.list, { active: true, limit: 200 }).data?.rows ?? [];
  const [other, setOther] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={`Compare ${first.description}`} size="xl">
      <Stack gap="md">
        <Select
          label="With"
          placeholder="Choose a role"
          searchable
          value={other}
          onChange={setOther}
          data={roles
            .filter((role) => role.id !== first.id && role.active)
            .map((role) => ({ value: String(role.id), label: role.description }))}
        />
        {other ? (
          <Compared
            a={first}
            b={{
              id: Number(other),
              description: roles.find((r) => String(r.id) === other)?.description ?? '',
            }}
          />
        ) : null}
      </Stack>
    </Modal>
  );
}

function Compared({
  a,
  b,
}: {
  a: { id: number; description: string };
  b: { id: number; description: string };
}) {
  const query = useQuery(roleContract.compare, { a: a.id, b: b.id });
  return (
    <QueryState query={query}>
      {({ modules, codes, screens }) =>
        modules.length + codes.length + screens.length === 0 ? (
          <Text>Both open exactly the same.</Text>
        ) : (
          <Stack gap="md">
            <Table.ScrollContainer minWidth={520}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Module</Table.Th>
                    <Table.Th>{a.description}</Table.Th>
                    <Table.Th>{b.description}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {modules.map((m) => (
                    <Table.Tr key={m.module}>
                      <Table.Td>{m.title}</Table.Td>
                      <Table.Td>
                        <RightTag right={m.a} />
                      </Table.Td>
                      <Table.Td>
                        <RightTag right={m.b} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                  {codes.map((c) => (
                    <Table.Tr key={c.code}>
                      <Table.Td>{`Approval code ${c.code}`}</Table.Td>
                      <Table.Td>{c.a ? 'Yes' : '–'}</Table.Td>
                      <Table.Td>{c.b ? 'Yes' : '–'}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            <Text size="sm" c="dimmed">
              {`${screens.filter((s) => s.a).length} screens only ${a.description}, ${screens.filter((s) => s.b).length} only ${b.description}.`}
            </Text>
          </Stack>
        )
      }
    </QueryState>
  );
}
