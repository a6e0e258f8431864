import { uploadFile } from '@aangan/web/api/upload.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Avatar, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { profileContract } from '../profile.contract.ts';

const SIDE = 512;
const MOST_BYTES = 20 * 1024 * 1024;

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
      const fileID = await uploadFile(await square(file), () => undefined).done;
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

async function square(file: File): Promise<File> {
  if (file.size > MOST_BYTES) throw new Error('This picture is too large. Choose one under 20 MB.');
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This picture could not be read. Choose a JPG, PNG or WEBP.');
  });
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas
    .getContext('2d')
    ?.drawImage(
      picture,
      (picture.width - side) / 2,
      (picture.height - side) / 2,
      side,
      side,
      0,
      0,
      SIDE,
      SIDE,
    );
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!blob) throw new Error('This picture could not be read.');
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}
