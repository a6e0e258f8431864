import { formatProgress } from '@aangan/web/format.ts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './gallery.module.css';
import { usePhotoUploads } from './use-photo-uploads.tsx';

/** Where pictures are dropped or chosen; each is shrunk here, sent with its per cent, and stands in the album then. */
export function PhotoDrop({ galleryId }: { galleryId: string }) {
  const { list, send, dismiss } = usePhotoUploads(galleryId);
  const [over, setOver] = useState(false);
  const ended = list.filter(({ note }) => note !== null).length;
  return (
    <Stack gap="sm">
      <label
        className={classes.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          send([...event.dataTransfer.files]);
        }}
      >
        <input
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp"
          aria-label="Add pictures"
          onChange={(event) => {
            send([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <Text fw={600}>Drop pictures here, or choose them</Text>
        <Text size="sm" c="dimmed">
          JPG, PNG or WebP, up to 60 at once. Place and camera are taken out before they are sent.
        </Text>
      </label>
      {list.map(({ id, name, share, note }) => (
        <Group key={id} gap="sm" wrap="nowrap">
          <Text size="sm" truncate style={{ flex: '1 1 40%' }}>
            {name}
          </Text>
          {note === null ? (
            <>
              <Progress value={share * 100} style={{ flex: '1 1 40%' }} aria-label={name} />
              <Text size="sm" className="figures">
                {formatProgress(share)}
              </Text>
            </>
          ) : (
            <Text size="sm" c="var(--a-danger-text)" role="alert">
              {note}
            </Text>
          )}
        </Group>
      ))}
      {ended > 0 && (
        <Group>
          <Button size="xs" variant="default" onClick={dismiss}>
            Clear these lines
          </Button>
        </Group>
      )}
    </Stack>
  );
}
