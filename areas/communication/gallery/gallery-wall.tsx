import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { Link } from 'react-router';
import { galleryContract } from './gallery.contract.ts';
import classes from './gallery.module.css';
import { galleryPaths } from './gallery-paths.ts';

type Album = OutputOf<typeof galleryContract.wall>['rows'][number];

export const monthOf = (day: string): string =>
  new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 7)}-01`),
  );

/** /photogallary/photogallary-view: the published albums by month. */
export function GalleryWall() {
  const [before, setBefore] = useParam('before');
  const query = useQuery(galleryContract.wall, before ? { before } : {}, { keepPrevious: true });
  const { holds } = useSession();
  const add = holds('photogallaryList', true) ? { label: 'Add album', to: galleryPaths.add } : undefined;
  return (
    <PageFrame
      title="Photo gallery"
      context="centre"
      primary={add}
      menu={[{ label: 'All albums as a list', to: galleryPaths.list }]}
    >
      <QueryState query={query}>
        {({ rows, more }) => (
          <Stack gap="md">
            {rows.length === 0 && (
              <EmptyState
                title="No published album"
                help="Albums stand here as soon as they are published."
                action={add}
              />
            )}
            {[...Map.groupBy(rows, ({ onDate }) => monthOf(onDate))].map(([month, albums]) => (
              <Section key={month} title={month}>
                <div className={classes.grid}>
                  {albums.map((album) => (
                    <AlbumTile key={album.id} album={album} />
                  ))}
                </div>
              </Section>
            ))}
            <Group>
              {before && (
                <Button variant="default" onClick={() => setBefore(null)}>
                  To the newest
                </Button>
              )}
              {more && (
                <Button variant="default" onClick={() => setBefore(addDays(rows.at(-1)?.onDate ?? '', 1))}>
                  Earlier albums
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

export function AlbumCover({ cover }: { cover: string | null }) {
  return cover ? (
    <img className={classes.picture} src={cover} alt="" loading="lazy" />
  ) : (
    <span className={classes.picture} style={{ display: 'grid', placeItems: 'center' }}>
      <IconPhoto {...icon} />
    </span>
  );
}

function AlbumTile({ album }: { album: Album }) {
  return (
    <Link className={classes.tile} to={galleryPaths.view(album.id)}>
      <AlbumCover cover={album.cover} />
      <Text component="span" fw={600} className={classes.words}>
        {album.title}
      </Text>
      <Text component="span" className={classes.words} c="dimmed">
        {formatDay(album.onDate)} · {album.sections}
      </Text>
      <Group gap={6}>
        <Text component="span" size="sm">
          {album.ready} {album.ready === 1 ? 'picture' : 'pictures'}
        </Text>
        {album.waiting > 0 && <Tag tone="warning">{`${album.waiting} not shown`}</Tag>}
        {album.audience === 'PUBLIC' && <Tag tone="info">Public</Tag>}
      </Group>
    </Link>
  );
}
