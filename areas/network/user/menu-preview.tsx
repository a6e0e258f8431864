import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { userContract } from './user.contract.ts';

/** What somebody with these roles will find in the menu. */
export function MenuPreview({ roleIds }: { roleIds: readonly number[] }) {
  const ids = [...new Set(roleIds)].sort((a, b) => a - b);
  const query = useQuery(
    userContract.preview,
    { roleIds: ids },
    { enabled: ids.length > 0, keepPrevious: true },
  );
  if (ids.length === 0) return null;
  return (
    <Section title="What they will see" help="The menu of these roles. Green: may change.">
      <QueryState query={query}>
        {({ groups }) => (
          <Stack gap="sm">
            {groups.length === 0 ? <Text c="dimmed">Nothing yet.</Text> : null}
            {groups.map((group) => (
              <div key={group.dashboard}>
                <Text size="sm" fw={500} mb={4}>
                  {group.dashboard}
                </Text>
                <Group gap={4}>
                  {group.items.map((item) => (
                    <Tag key={item.label} tone={item.write ? 'success' : 'neutral'}>
                      {item.label}
                    </Tag>
                  ))}
                </Group>
              </div>
            ))}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}
