import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack, Text } from '@mantine/core';
import type { userContract } from './user.contract.ts';

type User = OutputOf<typeof userContract.view>;

/** Modules by area; green may be changed. */
export function Rights({ user }: { user: User }) {
  if (user.superAdmin)
    return (
      <Section title="What they may do">
        <Text>Super Admin: everything, at every centre.</Text>
      </Section>
    );
  const areas = [...new Set(user.modules.map((module) => module.area))];
  return (
    <Section
      title="What they may do"
      help="By the open roles, at the places of each role. Green: may change."
    >
      <Stack gap="md">
        {areas.length === 0 ? <Text c="dimmed">Nothing: there is no open role.</Text> : null}
        {areas.map((area) => (
          <div key={area}>
            <Text size="sm" fw={500} mb={4} tt="capitalize">
              {area}
            </Text>
            <Group gap={4}>
              {user.modules
                .filter((module) => module.area === area)
                .map((module) => (
                  <Tag key={module.module} tone={module.change ? 'success' : 'neutral'}>
                    {module.title}
                  </Tag>
                ))}
            </Group>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
