import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { type CronAlert, cronContract } from './cron.contract.ts';

const alertWords = { LATE: 'Late', MISSED: 'Missed', INTERRUPTED: 'Interrupted' } as const;

/** Late, missed and interrupted runs, until somebody has seen them. */
export function CronAlerts() {
  const [open, setOpen] = useState(true);
  const query = useQuery(cronContract.alerts, { open });
  return (
    <Stack gap="md">
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen(!open)}>
          {open ? 'Show seen ones too' : 'Only unseen'}
        </Button>
      </Group>
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="Nothing went wrong"
              help="A late, missed or interrupted run appears here, in the bell and in the e-mail of everybody who looks after the jobs."
            />
          ) : (
            <Section>
              <Stack gap="sm">
                {rows.map((row, index) => (
                  <Fragment key={row.id}>
                    {index > 0 ? <Divider /> : null}
                    <OneAlert row={row} />
                  </Fragment>
                ))}
              </Stack>
            </Section>
          )
        }
      </QueryState>
    </Stack>
  );
}

function OneAlert({ row }: { row: CronAlert }) {
  const seen = useCommand(cronContract.seen, { onError: (error) => notice.error(error) });
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={4} flex="1 1 240px">
        <Group gap="xs">
          <Tag tone={row.kind === 'LATE' ? 'warning' : 'danger'}>{alertWords[row.kind]}</Tag>
          <Text size="xs" c="dimmed" component="span">
            <InstantText at={row.at} ago />
          </Text>
        </Group>
        <Text size="sm">{row.text}</Text>
      </Stack>
      {row.seenAt ? (
        <Text size="sm" c="dimmed">{`Seen by ${row.seenBy ?? 'somebody'}`}</Text>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={seen.running}
          onClick={() => void seen.run({ id: row.id })}
        >
          Seen
        </Button>
      )}
    </Group>
  );
}
