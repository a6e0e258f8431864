import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { VideoPlayer } from '@aangan/web/video/video-player.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { learnerContract as contract } from './learner.contract.ts';
import { clock, courseLink, homeLink, itemLink } from './learner-links.ts';

type Item = OutputOf<typeof contract.item>;
interface ItemPageProps {
  enrollmentId: string;
  itemId: string;
}

/** `?module=&item=`: one item; a film counts by itself, everything else is marked as read. */
export function ItemPage({ enrollmentId, itemId }: ItemPageProps) {
  const query = useQuery(contract.item, { enrollmentId, itemId }, { fresh: 8 * 60_000 });
  const item = query.data;
  return (
    <PageFrame
      title={item?.title ?? 'Item'}
      crumbs={[
        { label: 'Self-training', to: homeLink },
        { label: item?.topic ?? 'Module', to: courseLink(enrollmentId) },
      ]}
    >
      <QueryState query={query}>
        {(found) => (
          <Content
            item={found}
            enrollmentId={enrollmentId}
            address={async () => (await query.refetch()).data?.url ?? null}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

function Content({
  item,
  enrollmentId,
  address,
}: {
  item: Item;
  enrollmentId: string;
  address: () => Promise<string | null>;
}) {
  const [seen, setSeen] = useState({ seconds: item.seconds, done: item.done });
  const read = useCommand(contract.read, {
    onDone: ({ status }) => {
      setSeen((now) => ({ ...now, done: true }));
      notice.ok(status === 'COMPLETED' ? 'You have completed the module.' : 'Marked as read.');
    },
    onError: (error) => notice.error(error),
  });
  const done = item.done || seen.done;
  return (
    <Stack gap="md">
      {done ? (
        <Alert color="success" variant="light" role="status">
          This item is done.
        </Alert>
      ) : null}
      <Section>
        {item.film ? (
          <Film
            item={item}
            enrollmentId={enrollmentId}
            seconds={seen.seconds}
            onSeen={(next) => {
              if (next.done && !done) notice.ok('Watched. This item is done.');
              setSeen(next);
            }}
          />
        ) : null}
        {item.kind === 'TEXT' ? <PlainText text={item.body ?? ''} /> : null}
        {item.kind === 'LINK' ? (
          <Anchor href={item.url ?? ''} target="_blank" rel="noopener noreferrer">
            {item.url}
          </Anchor>
        ) : null}
        {item.kind === 'DOCUMENT' ? (
          <FileLink name={item.title} address={address}>
            {item.fileName}
          </FileLink>
        ) : null}
      </Section>
      <Group justify="space-between">
        <Button variant="default" component={Link} to={courseLink(enrollmentId)}>
          Back to the module
        </Button>
        <Group gap="sm">
          {item.can.read && !done ? (
            <Button loading={read.running} onClick={() => void read.run({ enrollmentId, itemId: item.id })}>
              Mark as read
            </Button>
          ) : null}
          {done && item.nextId !== null ? (
            <Button component={Link} to={itemLink(enrollmentId, item.nextId)}>
              Next
            </Button>
          ) : null}
        </Group>
      </Group>
    </Stack>
  );
}

interface FilmProps {
  item: Item;
  enrollmentId: string;
  seconds: number;
  onSeen: (seen: { seconds: number; done: boolean }) => void;
}

function Film({ item, enrollmentId, seconds, onSeen }: FilmProps) {
  const of = { enrollmentId, itemId: item.id };
  const { film, durationS, minWatchedPct } = item;
  if (!film || durationS === null) return null;
  const needed = Math.ceil((durationS * (minWatchedPct ?? 100)) / 100);
  return (
    <div style={{ maxWidth: 800 }}>
      <VideoPlayer
        source={film}
        renew={async () => (await call(contract.item, of, { background: true })).film ?? film}
        // Three seconds before where it stopped; from the start once it was at its end.
        startAt={item.position < durationS * 0.98 ? Math.max(0, item.position - 3) : 0}
        {...(item.can.watch
          ? {
              onSeen: (spans, position) => {
                // A report that is lost costs some seconds of the count, nothing the person has to hear of.
                call(
                  contract.watched,
                  { ...of, intervals: spans.map(([from, to]): [number, number] => [from, to]), position },
                  { background: true },
                ).then(onSeen, () => undefined);
              },
            }
          : {})}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {`${clock(Math.min(seconds, durationS))} of ${clock(durationS)} seen, ${clock(needed)} are needed.`}
        {item.noSeek ? ' What is skipped ahead does not count.' : ''}
      </Text>
    </div>
  );
}
