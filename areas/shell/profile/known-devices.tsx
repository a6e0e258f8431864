import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { sessionContract } from '../session.contract.ts';

interface KnownDevice {
  id: string;
  name: string;
  firstSeenAt: string;
  lastCodeAt: string;
  place: string | null;
}

/** Browsers that passed a code in the last 90 days: they sign in with the password alone, and strangers cannot lock them out. */
export function KnownDevices({ rows }: { rows: readonly KnownDevice[] }) {
  const forget = useCommand(sessionContract.forgetDevice, {
    onDone: () => notice.ok('Removed. It needs a code next time.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="Known devices" help="They passed a code in the last 90 days.">
      {rows.length === 0 && <Text c="dimmed">No device yet.</Text>}
      <Stack gap="md">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between">
            <div>
              <Text fw={500}>{row.name}</Text>
              <Text size="sm" c="dimmed">
                Known since <InstantText at={row.firstSeenAt} />, last code{' '}
                <InstantText at={row.lastCodeAt} ago />
                {row.place && `, from ${row.place}`}
              </Text>
            </div>
            <Button
              variant="default"
              size="compact-md"
              onClick={() => void forget.run({ deviceID: row.id })}
              disabled={forget.running}
            >
              Remove
            </Button>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
