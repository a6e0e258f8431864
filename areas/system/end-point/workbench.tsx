import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AccessMatrix } from '../access/access-matrix.tsx';
import { AsOfForm } from '../access/as-of-form.tsx';
import { ExplainForm } from '../access/explain-panel.tsx';
import { AccessLog } from '../journal/access-log.tsx';
import { ChangeLog } from '../journal/change-log.tsx';
import { areaTitle } from '../system-look.tsx';
import { endPointContract } from './end-point.contract.ts';

/** `/system/system-end-points`: who may do what, decided in data, explained and journalled. */
export function EndPointWorkbench() {
  const { superAdmin } = useSession();
  return (
    <PageFrame
      title="End points"
      {...(superAdmin
        ? {
            primary: {
              label: 'New end point',
              to: '/system/system-end-points/new',
              icon: <IconPlus {...icon} />,
            },
          }
        : {})}
      menu={[{ label: 'Flat list', to: '/system/system-end-points-list' }]}
    >
      <PageTabs
        tabs={[
          { value: 'bench', label: 'Modules and methods', content: <Bench /> },
          { value: 'matrix', label: 'Access matrix', content: <AccessMatrix /> },
          { value: 'explain', label: 'Explain access', content: <ExplainForm /> },
          { value: 'as-of', label: 'Rights on a day', content: <AsOfForm /> },
          { value: 'changes', label: 'Change log', content: <ChangeLog /> },
          { value: 'reads', label: 'Access log', content: <AccessLog /> },
        ]}
      />
    </PageFrame>
  );
}

type Use = 'all' | 'nobody' | 'unused' | 'stale';
const QUARTER_MS = 90 * 86_400_000;

function Bench() {
  const query = useQuery(endPointContract.workbench, {});
  const [q, setQ] = useState('');
  const [area, setArea] = useState<string | null>(null);
  const [use, setUse] = useState<Use>('all');
  return (
    <QueryState query={query}>
      {({ areas }) => {
        const words = q.trim().toLowerCase();
        const old = Date.now() - QUARTER_MS;
        const shown = areas
          .filter((a) => area === null || a.area === area)
          .map((a) => ({
            ...a,
            modules: a.modules.filter(
              (m) =>
                `${m.name} ${m.title}`.toLowerCase().includes(words) &&
                (use === 'all' ||
                  (use === 'nobody' && m.cells.some((c) => c.roles.length === 0)) ||
                  (use === 'stale' && m.stale) ||
                  (use === 'unused' &&
                    m.cells.every((c) => c.lastUsedAt === null || Date.parse(c.lastUsedAt) < old))),
            ),
          }))
          .filter((a) => a.modules.length > 0);
        return (
          <Stack gap="md">
            <Group gap="sm">
              <TextInput
                w={{ base: '100%', sm: 220 }}
                placeholder="Search modules"
                aria-label="Search modules"
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
                data={areas.map((a) => ({ value: a.area, label: areaTitle(a.area) }))}
              />
              <Select
                w={{ base: '100%', sm: 220 }}
                aria-label="Use"
                allowDeselect={false}
                value={use}
                onChange={(value) => setUse((value ?? 'all') as Use)}
                data={[
                  { value: 'all', label: 'All' },
                  { value: 'nobody', label: 'Nobody holds it' },
                  { value: 'unused', label: 'Not used for 90 days' },
                  { value: 'stale', label: 'Not in the product any more' },
                ]}
              />
            </Group>
            {shown.length === 0 ? (
              <EmptyState title="No end point matches." help="Take a filter away." />
            ) : null}
            {shown.map((a) => (
              <Section key={a.area} title={areaTitle(a.area)} flush>
                <Table.ScrollContainer minWidth={760}>
                  <Table horizontalSpacing="md" verticalSpacing="xs">
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th w={240}>Module</Table.Th>
                        <Table.Th w={90}>Method</Table.Th>
                        <Table.Th>Held by</Table.Th>
                        <Table.Th ta="right" w={130}>
                          Calls, 30 days
                        </Table.Th>
                        <Table.Th w={180}>Last used</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {a.modules.flatMap((m) =>
                        m.cells.map((c, i) => (
                          <Table.Tr key={c.id}>
                            {i === 0 ? (
                              <Table.Td rowSpan={m.cells.length} valign="top">
                                <Text size="sm" fw={500}>
                                  {m.title}
                                </Text>
                                <Text size="xs" c="dimmed">
                                  {m.name}
                                </Text>
                                <Group gap={4} mt={4}>
                                  {m.stale ? <Tag tone="danger">stale</Tag> : null}
                                  {m.needsStaffApproval ? <Tag tone="info">staff approval</Tag> : null}
                                  {m.student ? <Tag tone="neutral">families</Tag> : null}
                                </Group>
                              </Table.Td>
                            ) : null}
                            <Table.Td>
                              <Anchor
                                component={Link}
                                to={`/system/system-end-points-list?q=${encodeURIComponent(m.name)}&method=${c.method}`}
                                size="sm"
                              >
                                {c.method}
                              </Anchor>
                            </Table.Td>
                            <Table.Td>
                              {c.roles.length === 0 ? (
                                <Text size="sm" c="dimmed">
                                  Super admins alone
                                </Text>
                              ) : (
                                <Group gap={4}>
                                  {c.roles.slice(0, 8).map((role) => (
                                    <Anchor
                                      key={role.id}
                                      component={Link}
                                      to={`/system/edit-role/${role.id}`}
                                      underline="never"
                                    >
                                      <Tag tone="neutral">{role.description}</Tag>
                                    </Anchor>
                                  ))}
                                  {c.roles.length > 8 ? (
                                    <Text
                                      size="xs"
                                      c="dimmed"
                                      title={c.roles
                                        .slice(8)
                                        .map((r) => r.description)
                                        .join(', ')}
                                    >
                                      {`and ${c.roles.length - 8} more`}
                                    </Text>
                                  ) : null}
                                </Group>
                              )}
                            </Table.Td>
                            <Table.Td ta="right" className="figures">
                              {formatCount(c.calls30)}
                            </Table.Td>
                            <Table.Td>
                              {c.lastUsedAt ? (
                                <InstantText at={c.lastUsedAt} ago />
                              ) : (
                                <span className="quiet">never</span>
                              )}
                            </Table.Td>
                          </Table.Tr>
                        )),
                      )}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Section>
            ))}
          </Stack>
        );
      }}
    </QueryState>
  );
}
