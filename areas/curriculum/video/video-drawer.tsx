import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatBytes } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { VideoPlayer } from '@aangan/web/video/video-player.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { videoContract } from './video.contract.ts';
import { ShareVideo } from './video-dialogs.tsx';
import { formatLength } from './video-length.ts';

type Video = OutputOf<typeof videoContract.get>;

/** A video over the list: it plays in place; captions and links are looked after below. */
export function VideoDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(videoContract.get, { id });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={query.data?.name ?? 'Video'}>
      <QueryState query={query}>{(video) => <Content video={video} />}</QueryState>
    </Drawer>
  );
}

function Content({ video }: { video: Video }) {
  return (
    <Stack gap="md">
      {video.status === 'READY' ? (
        <Player video={video} />
      ) : (
        <Text c="dimmed">This video is archived. Restore it to play it.</Text>
      )}
      <Facts
        items={[
          { label: 'Status', value: <StatusTag area="video" state={video.status} /> },
          { label: 'Length', value: formatLength(video.durationS) },
          { label: 'Size', value: formatBytes(video.bytes) },
          { label: 'Watched by', value: String(video.views) },
          { label: 'Uploaded by', value: video.uploadedBy ?? '–' },
          { label: 'Uploaded', value: <InstantText at={video.uploadedAt} /> },
          ...(video.tags ? [{ label: 'Tags', value: video.tags }] : []),
        ]}
      />
      {video.description ? <Text style={{ whiteSpace: 'pre-line' }}>{video.description}</Text> : null}
      <Captions video={video} />
      {video.can['share'] ? <Links video={video} /> : null}
    </Stack>
  );
}

function Player({ video }: { video: Video }) {
  const { id, captions } = video;
  // Other captions are other addresses: asked again when they change.
  const query = useQuery(videoContract.play, { id }, { fresh: 8 * 60_000 });
  return (
    <QueryState query={query}>
      {(source) => (
        <VideoPlayer
          key={captions.map(({ lang }) => lang).join()}
          source={source}
          renew={() => call(videoContract.play, { id }, { background: true })}
          startAt={video.lastPosition < video.durationS - 2 ? video.lastPosition : 0}
          onSeen={(intervals, position) => {
            // A report that is lost costs some seconds of the count, nothing the person has to hear of.
            call(
              videoContract.watched,
              { id, intervals: intervals.map(([from, to]): [number, number] => [from, to]), position },
              { background: true },
            ).catch(() => undefined);
          }}
        />
      )}
    </QueryState>
  );
}

function Captions({ video }: { video: Video }) {
  const [adding, setAdding] = useState(false);
  const remove = useCommand(videoContract.removeCaption, { onError: (error) => notice.error(error) });
  const edits = video.can['edit'] ?? false;
  return (
    <Section
      title="Captions"
      actions={
        edits ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Add captions
          </Button>
        ) : undefined
      }
    >
      {video.captions.length === 0 ? (
        <Text size="sm" c="dimmed">
          No captions.
        </Text>
      ) : (
        video.captions.map(({ lang, label }) => (
          <Group key={lang} justify="space-between">
            <Text>{label}</Text>
            {edits ? (
              <Button
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={`Remove captions: ${label}`}
                loading={remove.running}
                onClick={() => void remove.run({ id: video.id, lang: lang as 'en' })}
              >
                Remove
              </Button>
            ) : null}
          </Group>
        ))
      )}
      {adding ? (
        <CommandDialog
          of={videoContract.addCaption}
          title={`Captions of ${video.name}`}
          text="Captions of the same language are replaced."
          confirm="Add captions"
          start={{ id: video.id, lang: 'en' }}
          refresh={['video']}
          done="The captions are added."
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Section>
  );
}

function Links({ video }: { video: Video }) {
  const [sharing, setSharing] = useState(false);
  const end = useCommand(videoContract.endLinks, {
    onDone: ({ ended }) => notice.ok(ended === 1 ? '1 link has ended.' : `${ended} links have ended.`),
    onError: (error) => notice.error(error),
  });
  return (
    <Section
      title="Links"
      help="Whoever has a link plays this video without sign-in."
      actions={
        <Button size="xs" variant="default" onClick={() => setSharing(true)}>
          Share link
        </Button>
      }
    >
      {video.links.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody has a link.
        </Text>
      ) : (
        <Stack gap="xs">
          {video.links.map(({ issuedAt, expiresAt }) => (
            <Text key={issuedAt} size="sm">
              Made <InstantText at={issuedAt} />, ends <InstantText at={expiresAt} />
            </Text>
          ))}
          <Group>
            <Button
              size="xs"
              color="danger"
              variant="light"
              loading={end.running}
              onClick={() => void end.run({ id: video.id })}
            >
              End all links
            </Button>
          </Group>
        </Stack>
      )}
      {sharing ? <ShareVideo video={video} onClose={() => setSharing(false)} /> : null}
    </Section>
  );
}
