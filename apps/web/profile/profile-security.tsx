import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { Authenticator } from '../../../areas/shell/authenticator/authenticator.tsx';
import { passwordContract } from '../../../areas/shell/password.contract.ts';
import { KnownDevices } from '../../../areas/shell/profile/known-devices.tsx';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { SharedTablets } from '../../../areas/shell/tablet/shared-tablets.tsx';
import { TabletPin } from '../../../areas/shell/tablet/tablet-pin.tsx';
import { changeToken } from '../token-change.ts';
import { Sessions } from './open-sessions.tsx';

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
  INVITE_ACCEPTED: 'Invitation accepted',
  THEFT_SUSPECT: 'Used by another browser, ended for safety',
  DEVICE_REMOVED: 'Device removed',
  CONTACT_CHANGED: 'E-mail or mobile changed',
  AUTHENTICATOR_ON: 'Authenticator added',
  AUTHENTICATOR_OFF: 'Authenticator removed',
  APP_OK: 'Code of the authenticator accepted',
  RECOVERY_OK: 'Recovery code used',
  RECOVERY_NEW: 'New recovery codes made',
  PIN_OK: 'Signed in on a shared tablet',
  PIN_BAD: 'Wrong PIN on a shared tablet',
  PIN_SET: 'PIN set',
  PIN_OFF: 'PIN removed',
};

/** Password, open sessions and the last sign-ins. */
export function ProfileSecurity({ passwordSetAt }: { passwordSetAt: string | null }) {
  const sessions = useQuery(sessionContract.list, {});
  const { franchisee, holds } = useSession();
  return (
    <Stack gap="md">
      <ChangePassword passwordSetAt={passwordSetAt} />
      <Authenticator />
      <TabletPin />
      {franchisee && holds('User', true) && <SharedTablets />}
      <QueryState query={sessions}>
        {(data) => (
          <>
            <Sessions rows={data.rows} />
            <KnownDevices rows={data.devices} />
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
    send: (input) => changeToken(() => call(passwordContract.change, input, { bringsToken: true })),
    onDone: () => {
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
