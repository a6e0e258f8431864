import { formatBytes } from '@aangan/web/format.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFile, IconNotes, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OwnItem, ShownItem } from './folder.contract.ts';
import { endingOf, shownInPlace } from './folder-kinds.ts';

type Item = Omit<ShownItem, 'isNew'> | OwnItem;
const icons = { FILE: IconFile, VIDEO: IconVideo, LINK: IconExternalLink, NOTE: IconNotes };

/** An item as authors and readers see it: a file in its place or to download, a link, a note. */
export function ItemContent({
  item,
  mark,
  address,
}: {
  item: Item;
  mark?: ReactNode;
  address: () => Promise<string | null>;
}) {
  const Icon = icons[item.kind];
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon {...smallIcon} style={{ flexShrink: 0, marginTop: 3 }} aria-hidden />
      <Stack gap={2} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Title item={item} address={address} />
          {mark}
        </Group>
        {item.kind === 'NOTE' ? <PlainText text={item.body ?? ''} /> : null}
        {item.kind === 'FILE' ? (
          <Text size="sm" c="dimmed">
            {item.fileName} · {formatBytes(item.bytes ?? 0)}
            {item.download && item.url ? (
              <>
                {' · '}
                <Anchor href={item.url} download size="sm">
                  Download
                </Anchor>
              </>
            ) : null}
          </Text>
        ) : null}
      </Stack>
    </Group>
  );
}

function Title({ item, address }: { item: Item; address: () => Promise<string | null> }) {
  if (item.kind === 'LINK' && item.url)
    return (
      <Anchor href={item.url} target="_blank" rel="noopener noreferrer">
        {item.title}
      </Anchor>
    );
  if (item.kind === 'FILE' && shownInPlace.includes(endingOf(item.fileName ?? '')))
    return (
      <FileLink name={item.title} address={address}>
        {item.title}
      </FileLink>
    );
  return <Text fw={600}>{item.title}</Text>;
}
