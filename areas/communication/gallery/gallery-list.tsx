import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Anchor, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { galleryContract } from './gallery.contract.ts';
import { galleries } from './gallery.listing.ts';
import './gallery-look.tsx';
import { galleryPaths } from './gallery-paths.ts';

type Row = ListingRow<typeof galleries.endpoints.list>;

// The figures lead to the pictures they count.
const linked = (key: 'ready' | 'blocked' | 'toName', show: string) => ({
  cell: (row: Row) =>
    row[key] > 0 && row.can.edit ? (
      <Anchor
        component={Link}
        to={`${galleryPaths.edit(row.id)}?show=${show}`}
        onClick={(event) => event.stopPropagation()}
        // Wide enough for a finger.
        style={{ display: 'inline-block', minWidth: 24, lineHeight: '24px' }}
      >
        {row[key]}
      </Anchor>
    ) : (
      row[key]
    ),
});

const cells = {
  title: {
    cell: (row: Row) => (
      <Group gap="sm" wrap="nowrap">
        {row.cover && (
          <img
            src={row.cover}
            alt=""
            loading="lazy"
            style={{ width: 44, height: 33, objectFit: 'cover', borderRadius: 6, flex: 'none' }}
          />
        )}
        <span>{row.title}</span>
      </Group>
    ),
  },
  ready: linked('ready', 'READY'),
  blocked: linked('blocked', 'BLOCKED'),
  toName: linked('toName', 'NEEDS_NAMES'),
  seen: { cell: (row: Row) => (row.status === 'PUBLISHED' ? `${row.seen} of ${row.families}` : '–') },
};

export const publishedText = ({
  ready,
  waiting,
  families,
}: {
  ready: number;
  waiting: number;
  families: number;
}) =>
  `${ready} ${ready === 1 ? 'picture' : 'pictures'} published to ${families} ${families === 1 ? 'child' : 'children'}.${waiting > 0 ? ` ${waiting} wait.` : ''}`;

/** /photogallary/photogallary-list */
export function GalleryList() {
  const list = useListing(galleries);
  const { holds } = useSession();
  const [withdrawing, setWithdrawing] = useState<Row | null>(null);
  const publish = useCommand(galleryContract.publish, {
    onDone: (done) => notice.ok(publishedText(done)),
    onError: (error) => notice.error(error),
  });
  const add = holds('photogallaryList', true) ? { label: 'Add album', to: galleryPaths.add } : undefined;
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', to: galleryPaths.edit(row.id), hidden: !row.can.edit, edit: true },
    {
      label: row.status === 'WITHDRAWN' ? 'Restore' : 'Publish',
      run: () => publish.run({ id: row.id }, { ifMatch: row.version }),
      hidden: !row.can.publish,
    },
    { label: 'Withdraw', run: () => setWithdrawing(row), hidden: !row.can.withdraw, danger: true },
  ];
  return (
    <PageFrame
      title={galleries.title}
      count={list.total ?? undefined}
      fill
      context="centre-year"
      primary={add}
      menu={[{ label: 'Photo gallery', to: galleryPaths.wall }]}
    >
      <ListingTable
        of={galleries}
        list={list}
        cells={cells}
        actions={actions}
        rowLink={(row) => galleryPaths.view(row.id)}
        empty={{
          title: 'Make the first album.',
          help: 'Pictures of a day, shown to the families when everybody on them has the consent.',
          action: add,
        }}
      />
      {withdrawing && <WithdrawAlbum album={withdrawing} onClose={() => setWithdrawing(null)} />}
    </PageFrame>
  );
}

export function WithdrawAlbum({
  album,
  onClose,
}: {
  album: { id: string; title: string; version: number };
  onClose: () => void;
}) {
  return (
    <CommandDialog
      of={galleryContract.withdraw}
      title={`Withdraw “${album.title}”?`}
      text="Families do not see it any more. It stays for the staff and can be restored."
      confirm="Withdraw"
      danger
      start={{ id: album.id }}
      ifMatch={album.version}
      refresh={['gallery']}
      done="Withdrawn"
      onClose={onClose}
    />
  );
}
