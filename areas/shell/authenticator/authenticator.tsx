import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QrImage } from '@aangan/web/ui/qr-image.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { authenticatorContract } from '../authenticator.contract.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const FEW = 3;

/** A second way to the code when no message arrives: an app on the phone, and ten printed codes (shell.md 11.2). */
export function Authenticator() {
  const state = useQuery(authenticatorContract.get, {});
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onError = (error: unknown) => notice.error(error);
  const refresh = ['authenticator'];
  const begin = useCommand(authenticatorContract.begin, { onDone: setSecret, onError });
  const renew = useCommand(authenticatorContract.renewCodes, {
    onDone: (done) => setCodes(done.codes),
    onError,
    refresh,
  });
  const remove = useCommand(authenticatorContract.remove, {
    onDone: () => notice.ok('Removed. Codes come by message again.'),
    onError,
    refresh,
  });
  const confirm = useConfirm();
  const askRemove = async () => {
    const sure = await confirm({
      title: 'Remove the authenticator?',
      text: 'Your recovery codes go with it. Codes then come by SMS or e-mail alone.',
      confirm: 'Remove authenticator',
      danger: true,
    });
    if (sure) await remove.run({});
  };
  return (
    <Section
      title="Authenticator app"
      help="Gives you a code when no SMS arrives: in a basement, abroad, without a signal."
    >
      <QueryState query={state}>
        {(data) =>
          codes ? (
            <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
          ) : secret && !data.since ? (
            <FirstCode
              secret={secret}
              onDone={(fresh) => {
                setSecret(null);
                setCodes(fresh);
              }}
              onCancel={() => setSecret(null)}
            />
          ) : data.since ? (
            <Stack gap="md">
              <Group gap="xs">
                <Tag tone="success">On</Tag>
                <Text size="sm" c="dimmed">
                  since <InstantText at={data.since} />
                </Text>
              </Group>
              <Text {...(data.codesLeft <= FEW ? { c: 'var(--a-danger-text)' } : {})}>
                {data.codesLeft === 1
                  ? '1 recovery code is left.'
                  : `${data.codesLeft} recovery codes are left.`}
                {data.codesLeft <= FEW && ' Make new ones now.'}
              </Text>
              <Group gap="sm">
                <Button variant="default" onClick={() => void renew.run({})} loading={renew.running}>
                  New recovery codes
                </Button>
                <Button variant="default" onClick={() => void askRemove()} loading={remove.running}>
                  Remove
                </Button>
              </Group>
            </Stack>
          ) : (
            <Group>
              <Button variant="default" onClick={() => void begin.run({})} loading={begin.running}>
                Add an authenticator
              </Button>
            </Group>
          )
        }
      </QueryState>
    </Section>
  );
}

function FirstCode({
  secret,
  onDone,
  onCancel,
}: {
  secret: { secret: string; uri: string };
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const form = useForm(authenticatorContract.confirm, {
    start: { code: '' },
    refresh: ['authenticator'],
    onDone: ({ codes }) => onDone(codes),
  });
  return (
    <Form form={form}>
      <Group align="flex-start" gap="lg">
        <QrImage value={secret.uri} size={180} label="QR code for your authenticator app" />
        <Stack gap="sm" style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Text>
            Scan it with an authenticator app on your phone (Google Authenticator, Microsoft Authenticator,
            Aegis), then type the code the app shows.
          </Text>
          <Text size="sm" c="dimmed">
            Cannot scan? Type this key into the app:
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
          <Field name="code" label="6-digit code" kind="text" max={6} autoComplete="one-time-code" />
          <Group gap="sm">
            <Button type="submit" loading={form.saving}>
              Confirm
            </Button>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Group>
    </Form>
  );
}
