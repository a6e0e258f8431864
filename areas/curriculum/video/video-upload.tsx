import { changeUpload, type RunningUpload, useRunningUploads } from '@aangan/web/api/running-uploads.ts';
import { refreshCached } from '@aangan/web/api/use-command.ts';
import { formatBytes, formatProgress } from '@aangan/web/format.ts';
import { type UnfinishedUpload, unfinishedUploads } from '@aangan/web/local/unfinished-uploads.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import classes from './video.module.css';
import { videoEndings } from './video.states.ts';
import { cancelVideo, pauseVideo, resumeVideo, retryVideo, startVideos } from './video-uploads.tsx';

const words: Readonly<Record<RunningUpload['state'], string>> = {
  CHECKING: 'Checking that it can be played…',
  SENDING: 'Uploading',
  PAUSED: 'Paused',
  SAVING: 'Upload finished. Saving…',
  DONE: 'Ready to play.',
  STOPPED: 'Stopped',
};

/** /videos/upload: many films at once, each with its per cent; they go on while their person works elsewhere. */
export function VideoUpload() {
  const client = useQueryClient();
  const running = useRunningUploads();
  const [over, setOver] = useState(false);
  const done = () => void refreshCached(client, ['video']);
  const begin = (files: FileList | null) => startVideos([...(files ?? [])], done);
  const waiting = useUnfinished(running.every(({ state }) => state === 'DONE'));
  return (
    <PageFrame title="Upload videos" crumbs={[{ label: 'Videos', to: '/videos/list' }]} context="centre">
      <Stack gap="md">
        <label
          className={classes.drop}
          data-over={over}
          onDragOver={(event: DragEvent) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event: DragEvent) => {
            event.preventDefault();
            setOver(false);
            begin(event.dataTransfer.files);
          }}
        >
          <input
            type="file"
            multiple
            accept={videoEndings.map((ending) => `.${ending}`).join(',')}
            aria-label="Choose videos"
            onChange={(event) => {
              begin(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
          <Text fw={600}>Drop videos here, or choose them</Text>
          <Text size="sm" c="dimmed">
            MP4, MOV or WebM up to 4 GB each. You may work elsewhere meanwhile: the top bar shows how far they
            are.
          </Text>
        </label>
        {waiting.length > 0 ? (
          <Alert color="info" title="Not finished yet">
            Choose the same file again and it goes on where it stopped:{' '}
            {waiting.map(({ name }) => name).join(', ')}
          </Alert>
        ) : null}
        {running.map((upload) => (
          <Line key={upload.id} upload={upload} done={done} />
        ))}
        {running.some(({ state }) => state === 'DONE') ? (
          <Section title="What is ready">
            <Button component={Link} to="/videos/list" variant="default">
              Open the videos
            </Button>
          </Section>
        ) : null}
      </Stack>
    </PageFrame>
  );
}

/** What stopped before and can go on, while nothing is on its way. */
function useUnfinished(idle: boolean): readonly UnfinishedUpload[] {
  const [waiting, setWaiting] = useState<readonly UnfinishedUpload[]>([]);
  useEffect(() => {
    let left = false;
    if (idle) void unfinishedUploads().then((found) => !left && setWaiting(found));
    return () => {
      left = true;
    };
  }, [idle]);
  return idle ? waiting : [];
}

function Line({ upload, done }: { upload: RunningUpload; done: () => void }) {
  const { id, name, tags, bytes, share, speed, state, note } = upload;
  const ended = state === 'DONE';
  const left = speed && speed > 0 ? Math.ceil(((1 - share) * bytes) / speed) : null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
          <TextInput
            label="Name"
            value={name}
            maxLength={120}
            disabled={ended || state === 'SAVING'}
            onChange={(event) => changeUpload(id, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Tags"
            placeholder="Separated by commas"
            value={tags}
            maxLength={200}
            disabled={ended || state === 'SAVING'}
            onChange={(event) => changeUpload(id, { tags: event.currentTarget.value })}
          />
        </Group>
        <Progress value={share * 100} aria-label={`Upload of ${name}`} />
        <Group gap="md" justify="space-between">
          <Text size="sm" className="figures" role="status">
            {formatProgress(share)} of {formatBytes(bytes)}
            {speed ? ` · ${formatBytes(Math.round(speed))}/s` : ''}
            {left !== null && state === 'SENDING' ? ` · ${left} s left` : ''} · {words[state]}
          </Text>
          <Group gap="xs">
            {state === 'SENDING' ? (
              <Button size="xs" variant="default" onClick={() => pauseVideo(id)}>
                Pause
              </Button>
            ) : null}
            {state === 'PAUSED' ? (
              <Button size="xs" onClick={() => resumeVideo(id)}>
                Resume
              </Button>
            ) : null}
            {state === 'STOPPED' ? (
              <Button size="xs" variant="default" onClick={() => void retryVideo(id, done)}>
                Try again
              </Button>
            ) : null}
            {state === 'SAVING' ? null : (
              <Button size="xs" variant="subtle" color="gray" onClick={() => cancelVideo(id)}>
                {ended ? 'Clear' : 'Cancel'}
              </Button>
            )}
          </Group>
        </Group>
        {note ? (
          <Text size="sm" role="alert" c="var(--a-danger-text)">
            {note}
          </Text>
        ) : null}
      </Stack>
    </Paper>
  );
}
