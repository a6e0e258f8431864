import { icon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './meeting.module.css';
import { pictureFor } from './negotiation.ts';
import { type OwnMedia, troubleWords } from './own-media.web.ts';
import { Tile } from './tile.tsx';
import { useMedia } from './use-room.web.ts';

const PREVIEW = pictureFor('MEETING', 2);

interface PreJoinProps {
  name: string;
  media: OwnMedia;
  sends: boolean;
  joining: boolean;
  error: string | null;
  onJoin: () => void;
}

/** Before the room: how one is seen and heard. Nothing is sent yet. */
export function PreJoin({ name, media, sends, joining, error, onJoin }: PreJoinProps) {
  const { mic, camera, trouble, preview } = useMedia(media);
  const devices = useDevices(camera !== null || mic);
  useEffect(() => {
    if (!sends) return;
    // One after the other: a browser asks one question at a time.
    void media.setMic(true).then(() => media.setCamera(true, PREVIEW));
  }, [media, sends]);
  const silent = !mic && camera === null;
  return (
    <Section title="Before you join">
      <Stack gap="md" align="flex-start">
        {sends ? (
          <>
            <div className={classes.preview} style={{ width: '100%' }}>
              <Tile
                name={name}
                stream={preview}
                shows={camera !== null}
                mic={mic}
                hand={false}
                screen={false}
                own
              />
            </div>
            <Group gap="sm">
              <Button
                variant="default"
                leftSection={mic ? <IconMicrophone {...icon} /> : <IconMicrophoneOff {...icon} />}
                onClick={() => void media.setMic(!mic)}
              >
                {mic ? 'Microphone is on' : 'Microphone is off'}
              </Button>
              <Button
                variant="default"
                leftSection={camera ? <IconVideo {...icon} /> : <IconVideoOff {...icon} />}
                onClick={() => void media.setCamera(camera === null, PREVIEW)}
              >
                {camera ? 'Camera is on' : 'Camera is off'}
              </Button>
            </Group>
            {trouble.cam ? (
              <Alert color="warning" variant="light" title="No camera">
                {`${troubleWords[trouble.cam]} You can join with sound only.`}
              </Alert>
            ) : null}
            {trouble.mic ? (
              <Alert color="warning" variant="light" title="No microphone">
                {`${troubleWords[trouble.mic]} You can watch, raise your hand and write.`}
              </Alert>
            ) : null}
            <Group gap="sm" align="flex-end">
              <Chooser
                label="Camera"
                devices={devices.filter(({ kind }) => kind === 'videoinput')}
                value={camera?.getSettings().deviceId ?? null}
                onChoose={(id) => void media.choose('cam', id, PREVIEW)}
              />
              <Chooser
                label="Microphone"
                devices={devices.filter(({ kind }) => kind === 'audioinput')}
                value={media.audio?.getSettings().deviceId ?? null}
                onChoose={(id) => void media.choose('mic', id, PREVIEW)}
              />
            </Group>
          </>
        ) : (
          <Text>The trainers speak and show. You watch, raise your hand and write.</Text>
        )}
        {error ? (
          <Alert color="danger" variant="light" role="alert">
            {error}
          </Alert>
        ) : null}
        <Button loading={joining} onClick={onJoin}>
          {!sends ? 'Join' : silent ? 'Join to watch' : camera ? 'Join' : 'Join with sound only'}
        </Button>
      </Stack>
    </Section>
  );
}

interface ChooserProps {
  label: string;
  devices: readonly MediaDeviceInfo[];
  value: string | null;
  onChoose: (id: string) => void;
}

/** Shown where there is something to choose. */
function Chooser({ label, devices, value, onChoose }: ChooserProps) {
  if (devices.length < 2) return null;
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={devices.map(({ deviceId, label: words }, i) => ({
        value: deviceId,
        label: words || `${label} ${i + 1}`,
      }))}
      value={value}
      onChange={(id) => (id === null ? undefined : onChoose(id))}
      w={260}
      maw="100%"
    />
  );
}

/** Devices with their names, which a browser gives only to a page that may use one. */
function useDevices(allowed: boolean): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    if (!allowed) return;
    const read = () =>
      navigator.mediaDevices.enumerateDevices().then(
        (all) => setDevices(all.filter(({ deviceId }) => deviceId !== '')),
        () => undefined,
      );
    void read();
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => navigator.mediaDevices.removeEventListener('devicechange', read);
  }, [allowed]);
  return devices;
}
