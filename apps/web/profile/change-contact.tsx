import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { profileContract } from '../../../areas/shell/profile.contract.ts';
import { type Challenge, CodeEntry } from '../../../areas/shell/sign-in/code-entry.tsx';
import { startSession } from '../session.ts';

/** E-mail and mobile; a new one counts when its own code was answered, and the old one is told. */
export function ChangeContact({ email, mobile }: { email: string | null; mobile: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Contact"
      help="You sign in with these."
      actions={
        <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
          Change e-mail or mobile
        </Button>
      }
    >
      <Facts
        min={260}
        items={[
          { label: 'E-mail', value: <EmailText email={email} /> },
          { label: 'Mobile', value: <PhoneText phone={mobile} /> },
        ]}
      />
      {open && <Change onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Change({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const ask = useCommand(profileContract.requestContact, { onDone: setChallenge });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void ask.run({ address });
  };
  const confirm = async (otp: string) => {
    await call(profileContract.confirmContact, { address, referenceID: challenge?.referenceID ?? '', otp });
    notice.ok('Changed. The old address was notified.');
    onClose();
    await startSession().catch(() => undefined);
  };
  return (
    <Modal opened onClose={onClose} title="Change e-mail or mobile" size="sm">
      {challenge ? (
        <>
          <Text mb="md">Code sent to {challenge.sentTo}</Text>
          <CodeEntry challenge={challenge} onCode={confirm} />
        </>
      ) : (
        <form onSubmit={send} noValidate>
          <Stack gap="md">
            <TextInput
              label="New e-mail or mobile"
              description="We send a code there."
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={ask.error ? (ask.error.fields.address ?? ask.error.message) : undefined}
              autoComplete="off"
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" loading={ask.running} disabled={address.trim().length < 3}>
                Send code
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
