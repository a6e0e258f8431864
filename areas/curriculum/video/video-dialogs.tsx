import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { CopyText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { videoContract } from './video.contract.ts';

/** Name, tags and description of a video. */
export function ChangeVideo({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(videoContract.get, { id }, { fresh: 0 });
  if (!data) return null;
  return (
    <CommandDialog
      of={videoContract.change}
      title={`Edit ${data.name}`}
      confirm="Save"
      start={{ id, name: data.name, tags: data.tags, description: data.description }}
      ifMatch={data.version}
      refresh={['video']}
      done="The video is saved."
      onClose={onClose}
    />
  );
}

/** Asks how long the link lives, then shows it once: it is kept as a hash and cannot be shown again. */
export function ShareVideo({ video, onClose }: { video: { id: string; name: string }; onClose: () => void }) {
  const [made, setMade] = useState<{ path: string; expiresAt: string } | null>(null);
  // The dialog closes itself when it is done; the link still has to be shown.
  const sent = useRef(false);
  if (!made)
    return (
      <CommandDialog
        of={videoContract.share}
        title={`Share ${video.name}`}
        text="Whoever has the link plays this one video without sign-in, until it ends."
        confirm="Make link"
        start={{ id: video.id, days: 30 }}
        refresh={['video']}
        done={(output) => {
          sent.current = true;
          setMade(output);
          return 'The link is made.';
        }}
        onClose={() => {
          if (!sent.current) onClose();
        }}
      />
    );
  const address = `${window.location.origin}${made.path}`;
  return (
    <Modal opened onClose={onClose} title={`Link to ${video.name}`}>
      <Stack gap="sm">
        <Alert color="info">Copy it now: it cannot be shown again.</Alert>
        <CopyText text={address} label="Copy link">
          <Text style={{ overflowWrap: 'anywhere' }}>{address}</Text>
        </CopyText>
        <Text size="sm" c="dimmed">
          It ends on <InstantText at={made.expiresAt} />.
        </Text>
      </Stack>
    </Modal>
  );
}
