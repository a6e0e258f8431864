import { part } from '@aangan/web/part.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Known } from './day.contract.ts';
import { bases, blockKinds, type DayBlock, type DayContent, minutesOf, sources } from './day-content.ts';

const VideoDrawer = part(() => import('../video/video-drawer.tsx'), 'VideoDrawer');

export const nameIn = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((one) => one.id === id)?.name ?? '–';

export const minutesText = (content: DayContent): string => {
  const minutes = minutesOf(content.blocks);
  return `${content.blocks.length} ${content.blocks.length === 1 ? 'block' : 'blocks'}, ${minutes} min`;
};

/** The blocks of a day one below the other; `family`: what parents get, without minutes, materials and skills. */
export function DayBlocks({
  content,
  known,
  family = false,
  foot,
}: {
  content: DayContent;
  known: Known;
  family?: boolean;
  /** Below each block: what a teacher says of it. */
  foot?: (block: DayBlock) => ReactNode;
}) {
  const [video, setVideo] = useState<string | null>(null);
  const blocks = family ? content.blocks.filter(({ share }) => share) : content.blocks;
  return (
    <Stack gap="sm">
      {blocks.length === 0 ? <Text c="dimmed">Nothing is written for this day yet.</Text> : null}
      {blocks.map((block) => (
        <Paper key={block.id} withBorder p="sm">
          <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Text fw={600}>{block.title || blockKinds[block.kind]}</Text>
              <Badge variant="light" color="gray">
                {blockKinds[block.kind]}
              </Badge>
              {block.optional && !family ? <Badge variant="outline">Optional</Badge> : null}
              {block.share && !family ? <Badge variant="outline">Families see it</Badge> : null}
              {family ? null : (
                <Text size="sm" c="dimmed">
                  {block.minutes} min
                </Text>
              )}
            </Group>
            {block.body ? <PlainText text={block.body} /> : null}
            <Attached block={block} known={known} onPlay={setVideo} />
            {family ? null : <Extras block={block} known={known} />}
            {foot?.(block)}
          </Stack>
        </Paper>
      ))}
      <Suspense fallback={null}>
        {video ? <VideoDrawer id={video} onClose={() => setVideo(null)} /> : null}
      </Suspense>
    </Stack>
  );
}

function Attached({ block, known, onPlay }: { block: DayBlock; known: Known; onPlay: (id: string) => void }) {
  const { videoId } = block;
  if (block.files.length === 0 && videoId === null) return null;
  return (
    <Group gap="sm">
      {block.files.map(({ fileId, name }) => (
        <FileLink key={fileId} name={name} address={async () => known.files[fileId] ?? null}>
          {name}
        </FileLink>
      ))}
      {videoId ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPlay {...smallIcon} />}
          onClick={() => onPlay(videoId)}
        >
          {nameIn(known.videos, videoId)}
        </Button>
      ) : null}
    </Group>
  );
}

const Extras = ({ block, known }: { block: DayBlock; known: Known }) => (
  <>
    {block.materials.length > 0 ? (
      <Text size="sm">
        <Text span size="sm" c="dimmed">
          Materials:{' '}
        </Text>
        {block.materials
          .map(
            ({ name, qty, basis, source }) =>
              `${qty} × ${name} ${bases[basis]} (${sources[source].toLowerCase()})`,
          )
          .join(', ')}
      </Text>
    ) : null}
    {block.skillIds.length > 0 ? (
      <Text size="sm">
        <Text span size="sm" c="dimmed">
          Skills:{' '}
        </Text>
        {block.skillIds.map((id) => nameIn(known.skills, id)).join(', ')}
      </Text>
    ) : null}
  </>
);
