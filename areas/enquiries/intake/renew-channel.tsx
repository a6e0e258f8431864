import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ChannelRow, leadChannelContract } from './lead-channel.contract.ts';
import { SecretOnce, type SecretShown } from './secret-once.tsx';

interface RenewProps {
  channel: ChannelRow;
  onClose: () => void;
}

/** A new key for a form, or a new token for a page. */
export const RenewChannel = ({ channel, onClose }: RenewProps) =>
  channel.provider === 'META' ? (
    <CommandDialog
      of={leadChannelContract.rotateSecret}
      title={`New token for ${channel.name}`}
      confirm="Save token"
      start={{ id: channel.id }}
      // A key is made by the server; a token is typed.
      fields={{ token: { optional: false } }}
      refresh={['lead-intake']}
      done="The token is renewed. Leads that waited are fetched now."
      onClose={onClose}
    />
  ) : (
    <NewKeyDialog channel={channel} onClose={onClose} />
  );

function NewKeyDialog({ channel, onClose }: RenewProps) {
  const [made, setMade] = useState<SecretShown | null>(null);
  return (
    <Modal opened onClose={onClose} title={`New key for ${channel.name}`}>
      {made ? (
        <SecretOnce {...made} renewed onClose={onClose} />
      ) : (
        <NewKey channel={channel} onClose={onClose} onMade={setMade} />
      )}
    </Modal>
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
