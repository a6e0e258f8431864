import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Accordion, Group, Stack, Text } from '@mantine/core';
import { BAR_LIMIT, barOf, type PreviewDashboard } from './menu-preview.ts';

/** The menu of a role: the bar with 'more' where it overflows, and the drawer with every item. */
export function MenuPicture({ dashboards }: { dashboards: readonly PreviewDashboard[] }) {
  const bar = barOf(dashboards.map((d) => d.name));
  if (dashboards.length === 0)
    return (
      <Text c="dimmed">Nothing in the menu: no dashboard is active, or no module with a screen is held.</Text>
    );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {bar.shown.map((name) => (
          <Tag key={name} tone="neutral">
            {name}
          </Tag>
        ))}
        {bar.more.length > 0 ? <Tag tone="info">{`more: ${bar.more.join(', ')}`}</Tag> : null}
      </Group>
      <Text size="xs" c="dimmed" className="figures">
        {bar.letters} of {BAR_LIMIT} characters used
      </Text>
      <Accordion variant="default" chevronPosition="right" multiple defaultValue={[]}>
        {dashboards.map((d) => (
          <Accordion.Item key={d.id} value={String(d.id)}>
            <Accordion.Control>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm">{d.name}</Text>
                {d.isDefault ? <Tag tone="info">opens first</Tag> : null}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                {d.groups.map((group) => (
                  <div key={group.label}>
                    <Text size="xs" c="dimmed">
                      {group.label}
                    </Text>
                    {group.items.map((item) => (
                      <Text key={item.key} size="sm">
                        {item.label}
                      </Text>
                    ))}
                  </div>
                ))}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}
