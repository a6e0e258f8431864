import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { passwordContract } from '../../../areas/shell/password.contract.ts';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { writeStored } from '../storage.ts';

const events: Readonly<Record<string, string>> = {
  PASSWORD_OK: 'Password accepted',
  PASSWORD_BAD: 'Wrong password',
  CODE_SENT: 'Code sent',
  CODE_OK: 'Code accepted',
  CODE_BAD: 'Wrong code',
  LOCK: 'Sign-in slowed down',
  UNLOCK: 'Sign-in released',
  NEW_DEVICE: 'New device',
  ROTATED: 'Session renewed',
  THEFT: 'Session ended for safety',
  LOGOUT: 'Signed out',
  IDLE: 'Signed out after a pause',
  STEP_UP: 'Confirmed with a code',
  RESET: 'Password reset',
  ROLE_SWITCH: 'Role changed',
  CENTRE_SWITCH: 'Centre changed',
};

/** Password, open sessions and the last sign-ins. */
export function ProfileSecurity({ passwordSetAt }: { passwordSetAt: string | null }) {
  const sessions = useQuery(sessionContract.list, {});
  return (
    <Stack gap="md">
      <ChangePassword passwordSetAt={passwordSetAt} />
      <QueryState query={sessions}>
        {(data) => (
          <>
            <Sessions rows={data.rows} />
            <Section title="Last sign-ins">
              <TimelineList
                items={data.events.map((event) => ({
                  at: event.at,
                  what: events[event.kind] ?? event.kind,
                  who: event.device,
                }))}
              />
            </Section>
          </>
        )}
      </QueryState>
    </Stack>
  );
}

function ChangePassword({ passwordSetAt }: { passwordSetAt: string | null }) {
  const form = useForm(passwordContract.change, {
    start: { oldPassword: '', newPassword: '', again: '' },
    check: (values) => (values.again === values.newPassword ? {} : { again: 'The two passwords differ.' }),
    onDone: ({ token }) => {
      writeStored('token', token);
      form.reset();
      notice.ok('Password changed. Other devices are signed out.');
    },
  });
  const field = (name: string, label: string, autoComplete: string, help?: string) => (
    <PasswordInput
      label={label}
      name={name}
      autoComplete={autoComplete}
      description={help}
      value={String(form.values[name] ?? '')}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      error={form.errors[name]}
    />
  );
  return (
    <Section
      title="Password"
      help={
        passwordSetAt ? (
          <>
            Set <InstantText at={passwordSetAt} ago />
          </>
        ) : (
          'You sign in with a code only.'
        )
      }
    >
      <Form form={form}>
        {field('oldPassword', 'Present password', 'current-password')}
        {field(
          'newPassword',
          'New password',
          'new-password',
          'At least 10 characters. A few words you remember are best.',
        )}
        {field('again', 'New password again', 'new-password')}
        <Group>
          <Button type="submit" loading={form.saving} disabled={!form.dirty}>
            Change password
          </Button>
        </Group>
      </Form>
    </Section>
  );
}

function Sessions({
  rows,
}: {
  rows: readonly { id: string; device: string; startedAt: string; lastSeenAt: string; current: boolean }[];
}) {
  const confirm = useConfirm();
  const end = useCommand(sessionContract.end, { onError: (error) => notice.error(error) });
  const endOthers = useCommand(sessionContract.endOthers, {
    onDone: ({ ended }) => notice.ok(`${ended} sessions ended`),
    onError: (error) => notice.error(error),
  });
  const others = rows.filter((row) => !row.current);
  const all = async () => {
    if (
      await confirm({
        title: 'End all other sessions?',
        text: 'Every other device has to sign in again.',
        confirm: `End ${others.length} sessions`,
        danger: true,
      })
    )
      await endOthers.run({});
  };
  return (
    <Section
      title="Where you are signed in"
      actions={
        others.length > 0 ? (
          <Button variant="default" size="compact-md" onClick={() => void all()} loading={endOthers.running}>
            End all others
          </Button>
        ) : undefined
      }
    >
      <Stack gap="md">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between">
            <div>
              <Text fw={500}>
                {row.device} {row.current && <Tag tone="success">This one</Tag>}
              </Text>
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
