import { useCommand } from '@aangan/web/api/use-command.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ChannelRow, leadChannelContract } from './lead-channel.contract.ts';
import { SecretOnce, type SecretShown } from './secret-once.tsx';

/** A new key for a form, or a new token for a page. */
export function RenewChannel({ channel, onClose }: { channel: ChannelRow; onClose: () => void }) {
  const [made, setMade] = useState<SecretShown | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={channel.provider === 'META' ? `New token for ${channel.name}` : `New key for ${channel.name}`}
    >
      {made ? (
        <SecretOnce {...made} renewed onClose={onClose} />
      ) : channel.provider === 'META' ? (
        <TokenForm channel={channel} onClose={onClose} />
      ) : (
        <NewKey channel={channel} onClose={onClose} onMade={setMade} />
      )}
    </Modal>
  );
}

function TokenForm({ channel, onClose }: { channel: ChannelRow; onClose: () => void }) {
  const form = useForm(leadChannelContract.rotateSecret, {
    start: { id: channel.id },
    refresh: ['lead-intake'],
    onDone: () => {
      notice.ok('The token is renewed. Leads that waited are fetched now.');
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Field
        name="token"
        label="Page token"
        kind="text"
        max={500}
        help="It is sealed and never shown again"
        autoFocus
      />
      <SaveBar label="Save token" onCancel={onClose} />
    </Form>
  );
}

interface NewKeyProps {
  channel: ChannelRow;
  onClose: () => void;
  onMade: (made: SecretShown) => void;
}

function NewKey({ channel, onClose, onMade }: NewKeyProps) {
  const rotate = useCommand(leadChannelContract.rotateSecret, { onDone: onMade });
  return (
    <Stack gap="md">
      <Text>
        The key of today stays good for 24 hours, so no lead is refused while you enter the new one in the ads
        console.
      </Text>
      <DialogFoot error={rotate.error} onCancel={onClose}>
        <Button loading={rotate.running} onClick={() => void rotate.run({ id: channel.id })}>
          Make a new key
        </Button>
      </DialogFoot>
    </Stack>
  );
}
