import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconPencil, IconSearch, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { dynamicModuleContract } from '../dynamic-module/dynamic-module.contract.ts';
import { dashboardMapContract } from './dashboard-map.contract.ts';
import '../system-look.tsx';

/** `/system/dynamic-dash-list`: roles and dashboards in one picture, and the menu items made here. */
export function DashList() {
  const { superAdmin } = useSession();
  const dynamic = useQuery(dynamicModuleContract.list, {});
  return (
    <PageFrame
      title="Dashboards by role"
      {...(superAdmin
        ? { primary: { label: 'New dynamic module', to: '/system/dynamic-module/create' } }
        : {})}
    >
      <PageTabs
        tabs={[
          { value: 'grid', label: 'Roles and dashboards', content: <Grid /> },
          {
            value: 'modules',
            label: 'Dynamic modules',
            count: dynamic.data?.rows.length,
            content: <Dynamic />,
          },
        ]}
      />
    </PageFrame>
  );
}

function Grid() {
  const query = useQuery(dashboardMapContract.grid, {});
  const [q, setQ] = useState('');
  return (
    <Stack gap="md">
      <Group gap="md">
        <TextInput
          placeholder="Search"
          aria-label="Search roles"
          leftSection={<IconSearch {...smallIcon} />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <Group gap="md">
          <Legend icon={<IconEye {...smallIcon} />} text="shows" />
          <Legend icon={<IconEyeOff {...smallIcon} />} text="hidden" />
          <Legend icon={<IconStarFilled {...smallIcon} />} text="opens first" />
          <Legend icon={<IconPencil {...smallIcon} />} text="may change" />
        </Group>
      </Group>
      <QueryState query={query}>
        {({ dashboards, roles }) => {
          const shown = roles.filter((r) =>
            `${r.role} ${r.description}`.toLowerCase().includes(q.trim().toLowerCase()),
          );
          if (shown.length === 0)
            return <EmptyState title="No role matches" help="Search for another word." />;
          return (
            <Section flush>
              <Table.ScrollContainer minWidth={260 + dashboards.length * 104}>
                <Table horizontalSpacing="sm" highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th miw={180}>Role</Table.Th>
                      {dashboards.map((d) => (
                        <Table.Th key={d.id} ta="center">
                          {d.name}
                        </Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {shown.map((role) => (
                      <Table.Tr key={role.id}>
                        <Table.Td>
                          {role.can['update'] ? (
                            <Anchor component={Link} to={`/system/dynamic-dash-create/${role.id}`} fw={500}>
                              {role.description}
                            </Anchor>
                          ) : (
                            <Text size="sm" fw={500}>
                              {role.description}
                            </Text>
                          )}
                        </Table.Td>
                        {dashboards.map((d) => {
                          const map = role.maps.find((m) => m.dashboardId === d.id);
                          if (!map)
                            return (
                              <Table.Td key={d.id} ta="center">
                                <span className="quiet">–</span>
                              </Table.Td>
                            );
                          const words = [
                            map.isActive ? 'shows' : 'hidden',
                            map.isDefault ? 'opens first' : '',
                            map.isWrite === false ? 'look only' : 'may change',
                            `${map.modules} modules`,
                          ].filter(Boolean);
                          return (
                            <Table.Td
                              key={d.id}
                              ta="center"
                              title={words.join(', ')}
                              aria-label={words.join(', ')}
                            >
                              <Group gap={4} justify="center" wrap="nowrap">
                                {map.isActive ? <IconEye {...smallIcon} /> : <IconEyeOff {...smallIcon} />}
                                {map.isDefault ? <IconStarFilled {...smallIcon} /> : null}
                                {map.isWrite === false ? null : <IconPencil {...smallIcon} />}
                                <Text size="xs" c="dimmed" className="figures">
                                  {map.modules}
                                </Text>
                              </Group>
                            </Table.Td>
                          );
                        })}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Section>
          );
        }}
      </QueryState>
    </Stack>
  );
}

function Legend({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      {icon}
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Group>
  );
}

function Dynamic() {
  const { superAdmin } = useSession();
  const query = useQuery(dynamicModuleContract.list, {});
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No dynamic module yet"
            help="A menu item made here: a screen with fixed filters, a link to another site, or a page of text, for chosen roles."
            {...(superAdmin
              ? { action: { label: 'New dynamic module', to: '/system/dynamic-module/create' } }
              : {})}
          />
        ) : (
          <Section flush>
            <Table.ScrollContainer minWidth={720}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Item</Table.Th>
                    <Table.Th>Opens</Table.Th>
                    <Table.Th>For</Table.Th>
                    <Table.Th>Until</Table.Th>
                    <Table.Th>State</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.uniqueId}>
                      <Table.Td>
                        {row.can['update'] ? (
                          <Anchor
                            component={Link}
                            to={`/system/dynamic-module/Edit/${row.uniqueId}`}
                            fw={500}
                          >
                            {row.label}
                          </Anchor>
                        ) : (
                          row.label
                        )}
                        <Text size="xs" c="dimmed">{`${row.dashboard ?? ''} / ${row.groupLabel ?? ''}`}</Text>
                      </Table.Td>
                      <Table.Td style={{ overflowWrap: 'anywhere' }}>
                        {row.kind === 'PAGE' ? 'A page of text' : row.target}
                      </Table.Td>
                      <Table.Td>
                        <Group gap={4}>
                          {row.roles.map((role) => (
                            <Tag key={role} tone="neutral">
                              {role}
                            </Tag>
                          ))}
                        </Group>
                      </Table.Td>
                      <Table.Td>
                        <DateText day={row.validTo} />
                      </Table.Td>
                      <Table.Td>
                        <StatusTag area="dynamic-module" state={row.state} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Section>
        )
      }
    </QueryState>
  );
}
