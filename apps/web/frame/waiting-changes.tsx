import { discardWaiting, retryWaiting, sendWaiting, useWaiting } from '@aangan/web/local/offline-queue.ts';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';

/** What this device has not sent yet, in the right drawer: each with its age, its reason, and what to do about it. */
export function WaitingChanges({ onLeave }: { onLeave: () => void }) {
  const waiting = useWaiting();
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting-changes">
      <Group justify="space-between">
        <Text id="waiting-changes" fw={600}>
          Not sent yet
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => void sendWaiting()}>
          Send now
        </Button>
      </Group>
      <Stack gap="sm" mt="sm">
        {waiting.map((row) => (
          <div key={row.id}>
            <Text size="sm" fw={500}>
              {row.title}
            </Text>
            <Text size="xs" c={row.state === 'REFUSED' ? 'danger' : 'dimmed'}>
              <InstantText at={new Date(row.createdAt).toISOString()} ago />
              {row.lastError && ` · ${row.lastError}`}
            </Text>
            {row.state === 'REFUSED' && (
              <Group gap="xs" mt={4}>
                {row.link && (
                  <Button
                    component={Link}
                    to={`${row.link}?waiting=${row.id}`}
                    variant="default"
                    size="compact-xs"
                    onClick={onLeave}
                  >
                    Open
                  </Button>
                )}
                <Button variant="default" size="compact-xs" onClick={() => void retryWaiting(row.id)}>
                  Send again
                </Button>
                <Button
                  variant="subtle"
                  color="danger"
                  size="compact-xs"
                  onClick={() => void discardWaiting(row.id)}
                >
                  Discard
                </Button>
              </Group>
            )}
          </div>
        ))}
      </Stack>
    </section>
  );
}
