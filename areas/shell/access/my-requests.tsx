import { useQuery } from '@aangan/web/api/use-query.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { accessContract } from '../access.contract.ts';

stateTable('access-request', {
  OPEN: ['info', 'Waiting'],
  GRANTED: ['success', 'Granted'],
  DECLINED: ['neutral', 'Declined'],
});

/** What I asked for and what became of it; nothing when I never asked. */
export function MyRequests() {
  const mine = useQuery(accessContract.mine, {});
  const rows = mine.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title="What I asked for">
      <Stack gap="sm">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between" align="flex-start">
            <div>
              <Text fw={500}>{row.title}</Text>
              <Text size="sm" c="dimmed">
                Asked <InstantText at={row.at} ago />
                {row.until && (
                  <>
                    , until <DateText day={row.until} />
                  </>
                )}
                {row.answer && `: ${row.answer}`}
              </Text>
            </div>
            <StatusTag area="access-request" state={row.status} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
