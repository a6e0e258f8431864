import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatBytes } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { videoContract } from './video.contract.ts';
import { videos } from './video.listing.ts';
import { ChangeVideo, ShareVideo } from './video-dialogs.tsx';
import { VideoDrawer } from './video-drawer.tsx';
import { formatLength } from './video-length.ts';

type Row = ListingRow<typeof videos.endpoints.list>;
type Asked = { step: 'change' | 'share' | 'archive'; row: Row };

const cells = {
  name: {
    minWidth: 260,
    cell: (row: Row) => (
      <Group gap="sm" wrap="nowrap">
        {row.posterUrl ? (
          <img
            src={`${row.posterUrl}&inline=1`}
            alt=""
            loading="lazy"
            style={{ width: 64, height: 36, objectFit: 'cover', borderRadius: 6, flex: 'none' }}
          />
        ) : null}
        <div>
          {row.name}
          {row.tags ? (
            <Text size="sm" c="dimmed">
              {row.tags}
            </Text>
          ) : null}
        </div>
      </Group>
    ),
  },
  durationS: { cell: (row: Row) => formatLength(row.durationS) },
  bytes: { cell: (row: Row) => formatBytes(row.bytes) },
};

/** /videos/list: head office's videos and the centre's own. */
export function VideoList() {
  const list = useListing(videos);
  const writes = useSession().holds(videos.module, true);
  const [asked, ask] = useState<Asked | null>(null);
  const restore = useCommand(videoContract.restore, {
    onDone: () => notice.ok('The video is restored.'),
    onError: (error) => notice.error(error),
  });
  const close = () => ask(null);
  return (
    <PageFrame
      title={videos.title}
      count={list.total ?? undefined}
      fill
      primary={writes ? { label: 'Upload videos', to: '/videos/upload' } : undefined}
    >
      <ListingTable
        of={videos}
        list={list}
        cells={cells}
        drawer={VideoDrawer}
        searchHint="Name or tag"
        actions={(row, show) => [
          { label: 'Play', run: () => show(row.id), hidden: row.status !== 'READY' },
          { label: 'Edit', run: () => ask({ step: 'change', row }), hidden: !row.can['edit'], edit: true },
          { label: 'Share link', run: () => ask({ step: 'share', row }), hidden: !row.can['share'] },
          {
            label: 'Archive',
            run: () => ask({ step: 'archive', row }),
            hidden: !row.can['archive'],
            danger: true,
          },
          {
            label: 'Restore',
            run: () => restore.run({ id: row.id }, { ifMatch: row.version }),
            hidden: !row.can['restore'],
          },
        ]}
        empty={{
          title: 'No videos yet.',
          help: 'Upload one, and it can be played and shared from here.',
          ...(writes ? { action: { label: 'Upload videos', to: '/videos/upload' } } : {}),
        }}
      />
      {asked?.step === 'change' ? <ChangeVideo id={asked.row.id} onClose={close} /> : null}
      {asked?.step === 'share' ? <ShareVideo video={asked.row} onClose={close} /> : null}
      {asked?.step === 'archive' ? (
        <CommandDialog
          of={videoContract.archive}
          title={`Archive ${asked.row.name}?`}
          text="It plays no more, and its links end. It can be restored; the links stay ended."
          confirm="Archive"
          danger
          start={{ id: asked.row.id }}
          ifMatch={asked.row.version}
          refresh={['video']}
          done={`${asked.row.name} is archived.`}
          onClose={close}
        />
      ) : null}
    </PageFrame>
  );
}
