import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { noticeContract } from '../profile.contract.ts';

const SHOWN = 8;

/** What waits for the user: unread notices of all areas, each with its way. Nothing while there are none. */
export function HomeNotices({ rows }: { rows: OutputOf<typeof noticeContract.list>['rows'] }) {
  const read = useCommand(noticeContract.read);
  const unread = rows.filter((row) => !row.read).slice(0, SHOWN);
  if (unread.length === 0) return null;
  return (
    <Section title="Waiting for you">
      <Stack gap="sm">
        {unread.map((row) => (
          <Group key={row.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text fw={500}>{row.title}</Text>
              <Text size="sm" c="dimmed" lineClamp={1}>
                {row.body} <InstantText at={row.at} ago />
              </Text>
            </div>
            {row.link ? (
              <Button
                component={Link}
                to={row.link}
                variant="default"
                size="compact-md"
                flex="none"
                onClick={() => void read.run({ ids: [row.id] })}
              >
                Open
              </Button>
            ) : (
              <Button
                variant="default"
                size="compact-md"
                flex="none"
                onClick={() => void read.run({ ids: [row.id] })}
              >
                Done
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
