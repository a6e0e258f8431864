import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { authenticatorResetContract } from '../authenticator.contract.ts';

/** Somebody lost phone and paper: one super admin asks, another one takes the authenticator away. */
export function ResetDesk() {
  const open = useQuery(authenticatorResetContract.list, {});
  const decide = useCommand(authenticatorResetContract.decide, {
    refresh: ['authenticator-reset'],
    onError: (error) => notice.error(error),
  });
  const form = useForm(authenticatorResetContract.ask, {
    start: { identifier: '', reason: '' },
    refresh: ['authenticator-reset'],
    onDone: () => {
      form.reset();
      notice.ok('Another super admin must do it now');
    },
  });
  const rows = open.data?.rows ?? [];
  return (
    <Section
      title="Reset an authenticator"
      help="For somebody who lost the phone and the recovery codes. It takes two super admins; nobody sees the secret."
    >
      <Stack gap="lg">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between" align="flex-start">
            <div style={{ flex: '1 1 240px', minWidth: 0 }}>
              <Text fw={500}>{row.who}</Text>
              <Text size="sm" c="dimmed">
                {row.askedBy} asked <InstantText at={row.at} ago />: {row.reason}
              </Text>
            </div>
            <Group gap="sm">
              {row.mayDecide ? (
                <Button
                  size="compact-md"
                  loading={decide.running}
                  onClick={() => void decide.run({ id: row.id, approve: true })}
                >
                  Take it away
                </Button>
              ) : (
                <Text size="sm" c="dimmed">
                  Waits for another super admin
                </Text>
              )}
              <Button
                size="compact-md"
                variant="default"
                disabled={decide.running}
                onClick={() => void decide.run({ id: row.id, approve: false })}
              >
                Decline
              </Button>
            </Group>
          </Group>
        ))}
        <Form form={form}>
          <Field name="identifier" label="E-mail or mobile of the person" kind="text" max={160} />
          <Field name="reason" label="Reason" kind="text" max={300} />
          <Group>
            <Button type="submit" variant="default" loading={form.saving} disabled={!form.dirty}>
              Ask for the reset
            </Button>
          </Group>
        </Form>
      </Stack>
    </Section>
  );
}
