import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { ExportButton } from '@aangan/web/record/export-button.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, MultiSelect, Select, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconPencil, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { areaTitle } from '../system-look.tsx';
import { accessContract, gateWords } from './access.contract.ts';
import classes from './access-matrix.module.css';

const SHOWN_ROLES = 8;

/** Every operation and who may call it: computed from the contracts and the rights the server decides by. */
export function AccessMatrix() {
  const query = useQuery(accessContract.matrix, {});
  const [q, setQ] = useState('');
  const [area, setArea] = useState<string | null>('finance');
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <QueryState query={query}>
      {({ roles, operations }) => {
        const words = q.trim().toLowerCase();
        const areas = [...new Set(operations.map((o) => o.area))];
        const columns =
          chosen.length > 0
            ? roles.filter((r) => chosen.includes(String(r.id)))
            : roles.slice(0, SHOWN_ROLES);
        const shown = operations.filter(
          (o) =>
            (words !== '' || area === null || o.area === area) &&
            `${o.name} ${o.summary} ${o.modules.join(' ')}`.toLowerCase().includes(words),
        );
        return (
          <Stack gap="md">
            <Group gap="sm">
              <TextInput
                w={{ base: '100%', sm: 220 }}
                placeholder="Search operations"
                aria-label="Search operations"
                leftSection={<IconSearch {...smallIcon} />}
                value={q}
                onChange={(event) => setQ(event.currentTarget.value)}
              />
              <Select
                w={{ base: '100%', sm: 220 }}
                placeholder="Every area"
                aria-label="Area"
                clearable
                value={area}
                onChange={setArea}
                data={areas.map((a) => ({ value: a, label: areaTitle(a) }))}
              />
              <MultiSelect
                w={{ base: '100%', sm: 280 }}
                placeholder={chosen.length === 0 ? `The first ${SHOWN_ROLES} roles` : ''}
                aria-label="Roles"
                searchable
                clearable
                maxValues={12}
                value={chosen}
                onChange={setChosen}
                data={roles.map((r) => ({ value: String(r.id), label: r.description }))}
              />
              <ExportButton endpoint={accessContract.matrixExport} input={{}} />
              <Text size="sm" c="dimmed" className="figures">
                {`${formatCount(shown.length)} of ${formatCount(operations.length)} operations, ${roles.length} roles`}
              </Text>
            </Group>
            {shown.length === 0 ? (
              <EmptyState
                title="No operation matches"
                help="Search for another word, or choose another area."
              />
            ) : (
              <Section flush>
                <Group gap="md" p="sm" c="dimmed">
                  <Text size="sm">
                    <IconCheck {...smallIcon} aria-hidden /> may view
                  </Text>
                  <Text size="sm">
                    <IconPencil {...smallIcon} aria-hidden /> may edit
                  </Text>
                  <Text size="sm">– refused</Text>
                </Group>
                <Table.ScrollContainer minWidth={360 + columns.length * 108} maxHeight={620}>
                  <Table horizontalSpacing="sm" verticalSpacing={6} stickyHeader highlightOnHover>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th className={classes.first}>Operation</Table.Th>
                        {columns.map((r) => (
                          <Table.Th key={r.id} ta="center" miw={104}>
                            {r.description}
                          </Table.Th>
                        ))}
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {shown.slice(0, 300).map((o) => (
                        <Table.Tr key={o.name}>
                          <Table.Td className={classes.first}>
                            <Group gap="xs">
                              <Text size="sm">{o.summary}</Text>
                              {o.stepUp ? <Tag tone="info">one-time code</Tag> : null}
                            </Group>
                            <Text
                              size="xs"
                              c="dimmed"
                              style={{ overflowWrap: 'anywhere' }}
                            >{`${o.name} · ${o.everyone ? 'everyone' : gateWords(o)}`}</Text>
                          </Table.Td>
                          {columns.map((r) => {
                            const may = o.everyone || o.roles.includes(r.id);
                            const words = may ? (o.write ? 'may edit' : 'may view') : 'refused';
                            return (
                              <Table.Td key={r.id} ta="center" aria-label={`${r.description}: ${words}`}>
                                {may ? (
                                  <Tooltip label={`${r.description} ${words}`}>
                                    <span>
                                      {o.write ? <IconPencil {...smallIcon} /> : <IconCheck {...smallIcon} />}
                                    </span>
                                  </Tooltip>
                                ) : (
                                  <span className="quiet">–</span>
                                )}
                              </Table.Td>
                            );
                          })}
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
                {shown.length > 300 ? (
                  <Text p="md" c="dimmed" size="sm">
                    The first 300 are shown. Search, or export all.
                  </Text>
                ) : null}
              </Section>
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}
