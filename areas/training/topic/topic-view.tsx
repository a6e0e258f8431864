import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { VideoPlayer } from '@aangan/web/video/video-player.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFile, IconNotes, IconVideo } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { topicContract as contract, type TopicItem } from './topic.contract.ts';

const icons = { VIDEO: IconVideo, DOCUMENT: IconFile, TEXT: IconNotes, LINK: IconExternalLink };

/** Seconds as a clock shows them. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** /self-training/view-teacher-training-topic/{trainingTopicID}: a topic as its learners see it. */
export function TopicView() {
  const { trainingTopicID = '' } = useParams();
  const query = useQuery(contract.view, { id: trainingTopicID }, { fresh: 0 });
  const topic = query.data;
  return (
    <PageFrame
      title={topic?.title ?? 'Training topic'}
      {...(topic ? { crumbs: [{ label: topic.module }] } : {})}
      primary={{
        label: 'Edit',
        to: `/self-training/edit-teacher-training-topic/${trainingTopicID}`,
        hidden: topic?.can['write'] !== true,
      }}
    >
      <QueryState query={query}>
        {(shown) => (
          <Stack gap="md">
            {shown.summary || shown.body ? (
              <Section>
                <Stack gap="sm">
                  {shown.summary ? <Text fw={600}>{shown.summary}</Text> : null}
                  {shown.body ? <PlainText text={shown.body} /> : null}
                </Stack>
              </Section>
            ) : null}
            {shown.items.length === 0 ? (
              <Section>
                <Text c="dimmed">Nothing here yet.</Text>
              </Section>
            ) : null}
            {shown.items.map((item) => (
              <Section key={item.id} title={item.title}>
                <Learning
                  item={item}
                  address={async () =>
                    (await query.refetch()).data?.items.find(({ id }) => id === item.id)?.url ?? null
                  }
                />
              </Section>
            ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

type ContentProps = { item: TopicItem; address: () => Promise<string | null> };

function Learning({ item, address }: ContentProps) {
  if (item.kind === 'VIDEO')
    return item.playable ? (
      <Player id={item.id} />
    ) : (
      <Text c="dimmed">This video cannot be played at the moment.</Text>
    );
  if (item.kind === 'TEXT') return <PlainText text={item.body ?? ''} />;
  if (item.kind === 'LINK')
    return (
      <Anchor href={item.url ?? ''} target="_blank" rel="noopener noreferrer">
        {item.url}
      </Anchor>
    );
  return (
    <FileLink name={item.title} address={address}>
      {item.fileName}
    </FileLink>
  );
}

function Player({ id }: { id: string }) {
  const query = useQuery(contract.play, { id }, { fresh: 8 * 60_000 });
  return (
    <QueryState query={query}>
      {(source) => (
        <div style={{ maxWidth: 800 }}>
          <VideoPlayer source={source} renew={() => call(contract.play, { id }, { background: true })} />
        </div>
      )}
    </QueryState>
  );
}

/** An item in one line or two, as a list of them shows it. */
export function ItemContent({ item, address }: ContentProps) {
  const Icon = icons[item.kind];
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon {...smallIcon} style={{ flexShrink: 0, marginTop: 3 }} aria-hidden />
      <Stack gap={2} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={600}>{item.title}</Text>
        {item.kind === 'VIDEO' ? (
          <Text size="sm" c="dimmed">
            {[
              item.playable ? item.videoName : `${item.videoName ?? 'Video'} (cannot be played)`,
              item.durationS === null ? null : clock(item.durationS),
              `${item.minWatchedPct} % to be watched`,
              item.noSeek ? 'cannot be skipped ahead' : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ) : null}
        {item.kind === 'DOCUMENT' ? (
          <FileLink name={item.title} address={address}>
            {item.fileName}
          </FileLink>
        ) : null}
        {item.kind === 'LINK' ? (
          <Anchor href={item.url ?? ''} target="_blank" rel="noopener noreferrer" size="sm">
            {item.url}
          </Anchor>
        ) : null}
        {item.kind === 'TEXT' ? (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {item.body}
          </Text>
        ) : null}
      </Stack>
    </Group>
  );
}
