import { uploadFile } from '@aangan/web/api/upload.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { shrinkPicture } from '@aangan/web/ui/shrink-picture.ts';
import { Avatar, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { profileContract } from '../profile.contract.ts';

const SIDE = 512;

/** My photo: the middle square of a picture, drawn anew here, so that place and camera stay on the device. */
export function OwnPhoto({ name, photoUrl }: { name: string; photoUrl: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const photo = useCommand(profileContract.photo, {
    refresh: ['profile'],
    onError: (error) => notice.error(error),
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    setRunning(true);
    try {
      const fileID = await uploadFile(await shrinkPicture(file, SIDE, 'square'), () => undefined).done;
      if (await photo.run({ fileID })) notice.ok('Photo saved');
    } catch (error) {
      notice.error(error instanceof Error ? error : new Error('This picture could not be read.'));
    } finally {
      setRunning(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <Section title="Photo">
      <Group gap="md">
        <Avatar src={photoUrl} name={name} color="brand" size={72} radius="xl" alt="" />
        <div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Photo file"
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
          <Group gap="sm">
            <Button variant="default" loading={running} onClick={() => input.current?.click()}>
              {photoUrl ? 'Change photo' : 'Add a photo'}
            </Button>
            {photoUrl && (
              <Button variant="subtle" color="gray" onClick={() => void photo.run({ fileID: null })}>
                Remove
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed" mt={6}>
            JPG, PNG or WEBP. The middle square is kept.
          </Text>
        </div>
      </Group>
    </Section>
  );
}
