import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { signOut } from '../session.ts';

interface OpenSession {
  id: string;
  device: string;
  startedAt: string;
  lastSeenAt: string;
  current: boolean;
  bound: boolean;
}

/** Where I am signed in: end one, all others, or all with this one. */
export function Sessions({ rows }: { rows: readonly OpenSession[] }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const end = useCommand(sessionContract.end, { onError: (error) => notice.error(error) });
  const endOthers = useCommand(sessionContract.endOthers, {
    onDone: ({ ended }) => notice.ok(ended === 1 ? '1 session ended' : `${ended} sessions ended`),
    onError: (error) => notice.error(error),
  });
  const others = rows.filter((row) => !row.current);
  const endAll = async () => {
    const sure = await confirm({
      title: 'End all other sessions?',
      text: 'Every other device has to sign in again.',
      confirm: others.length === 1 ? 'End 1 session' : `End ${others.length} sessions`,
      danger: true,
    });
    if (sure) await endOthers.run({});
  };
  const everywhere = async () => {
    const sure = await confirm({
      title: 'Sign out everywhere?',
      text: 'Every device, this one too, has to sign in again. What you have not sent from here is deleted.',
      confirm: 'Sign out everywhere',
      danger: true,
    });
    if (!sure || !(await endOthers.run({}))) return;
    await signOut().catch((error: unknown) => notice.error(error));
    void navigate('/login', { replace: true });
  };
  return (
    <Section
      title="Where you are signed in"
      actions={
        <Group gap="sm">
          {others.length > 0 && (
            <Button
              variant="default"
              size="compact-md"
              onClick={() => void endAll()}
              loading={endOthers.running}
            >
              End all others
            </Button>
          )}
          <Button variant="default" size="compact-md" onClick={() => void everywhere()}>
            Sign out everywhere
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between">
            <div>
              <Group gap="xs">
                <Text fw={500}>{row.device}</Text>
                {row.current && <Tag tone="success">This one</Tag>}
                {row.bound && <Tag tone="info">Bound to its device</Tag>}
              </Group>
              <Text size="sm" c="dimmed">
                Since <InstantText at={row.startedAt} />, last seen <InstantText at={row.lastSeenAt} ago />
              </Text>
            </div>
            {!row.current && (
              <Button
                variant="default"
                size="compact-md"
                onClick={() => void end.run({ sessionID: row.id })}
                disabled={end.running}
              >
                End
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
