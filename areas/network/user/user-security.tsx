import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

type User = OutputOf<typeof userContract.view>;

const kinds: Readonly<Record<string, string>> = {
  PASSWORD_OK: 'Signed in with the password',
  PASSWORD_BAD: 'Wrong password',
  CODE_SENT: 'Code sent',
  CODE_OK: 'Signed in with a code',
  CODE_BAD: 'Wrong code',
  LOCK: 'Locked for a while after wrong tries',
  UNLOCK: 'Unlocked',
  NEW_DEVICE: 'New device',
  THEFT: 'A copied sign-in was stopped',
  LOGOUT: 'Signed out',
  IDLE: 'Signed out after a pause',
  STEP_UP: 'Confirmed with a fresh code',
  RESET: 'Set a new password',
  ROLE_SWITCH: 'Changed the role',
  CENTRE_SWITCH: 'Changed the centre',
  INVITE_ACCEPTED: 'Accepted the invitation',
};

/** Devices, open sessions and the journal; ended one by one, all at once, or forgotten altogether. */
export function UserSecurity({ user }: { user: User }) {
  const query = useQuery(userAccountContract.security, { userId: user.id });
  const confirm = useConfirm();
  const told = {
    refresh: ['user.security'],
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const sessionsEnded = ({ ended }: { ended: number }) =>
    notice.ok(ended === 1 ? '1 session ended.' : `${ended} sessions ended.`);
  const endAll = useCommand(userAccountContract.endSessions, { ...told, onDone: sessionsEnded });
  const forget = useCommand(userAccountContract.forgetDevice, { ...told, onDone: sessionsEnded });
  const reset = useCommand(userAccountContract.reset, {
    ...told,
    onDone: () => notice.ok('Everything is forgotten; a new invitation is on its way.'),
  });
  const askReset = async () => {
    const sure = await confirm({
      title: `Reset ${user.firstName}’s access?`,
      text: 'Password and devices are forgotten, every session ends, and a new invitation goes out. Roles stay.',
      confirm: 'Reset access',
      danger: true,
    });
    if (sure) await reset.run({ userId: user.id });
  };
  return (
    <QueryState query={query}>
      {(found) => (
        <TwoColumns
          main={
            <Stack gap="lg">
              <Section
                title="Devices"
                help="A known device asks for no code."
                actions={
                  <Group gap="sm">
                    {user.can['endSessions'] ? (
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => void endAll.run({ userId: user.id })}
                      >
                        Sign out everywhere
                      </Button>
                    ) : null}
                    {user.can['reset'] ? (
                      <Button size="xs" variant="default" color="danger" onClick={() => void askReset()}>
                        Reset access
                      </Button>
                    ) : null}
                  </Group>
                }
              >
                {found.devices.length === 0 ? (
                  <EmptyState title="No known device" help="The next sign-in asks for a one-time code." />
                ) : (
                  <Stack gap="sm">
                    {found.devices.map((device) => (
                      <Group key={device.id} justify="space-between" wrap="nowrap">
                        <div>
                          <Text>{device.name}</Text>
                          <Text size="sm" c="dimmed">
                            last code <InstantText at={device.lastCodeAt} ago /> ·{' '}
                            {device.openSessions === 1
                              ? '1 open session'
                              : `${device.openSessions} open sessions`}
                          </Text>
                        </div>
                        {user.can['update'] ? (
                          <Button
                            size="compact-sm"
                            variant="subtle"
                            color="danger"
                            onClick={() => void forget.run({ userId: user.id, deviceId: device.id })}
                          >
                            Forget
                          </Button>
                        ) : null}
                      </Group>
                    ))}
                  </Stack>
                )}
              </Section>
              <Section title="Open sessions">
                <Stack gap="sm">
                  {found.sessions.length === 0 ? <Text c="dimmed">Not signed in anywhere.</Text> : null}
                  {found.sessions.map((session) => (
                    <div key={session.id}>
                      <Text>{session.device}</Text>
                      <Text size="sm" c="dimmed">
                        since <InstantText at={session.startedAt} ago /> · last seen{' '}
                        <InstantText at={session.lastSeenAt} ago />
                      </Text>
                    </div>
                  ))}
                </Stack>
              </Section>
            </Stack>
          }
          rail={
            <Section title="Sign-in journal">
              <TimelineList
                items={found.events.map((event) => ({ at: event.at, what: kinds[event.kind] ?? event.kind }))}
                empty="Never signed in."
              />
            </Section>
          }
        />
      )}
    </QueryState>
  );
}
