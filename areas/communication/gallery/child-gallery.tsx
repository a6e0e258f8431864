import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { galleryContract } from './gallery.contract.ts';
import classes from './gallery.module.css';
import { galleryPaths } from './gallery-paths.ts';
import { AlbumCover, monthOf } from './gallery-wall.tsx';
import { galleryWords } from './gallery-words.tsx';

type Gallery = OutputOf<typeof galleryContract.ofChild>;

/** /gallery/student-view/{studentAdmissionId}: albums of the child's sections, and the pictures the child is on. */
export function ChildGallery() {
  const { studentAdmissionId = '' } = useParams();
  const t = useText(galleryWords);
  // A consent may have been taken back since: pictures are never shown from memory.
  const query = useQuery(galleryContract.ofChild, { id: studentAdmissionId }, { fresh: 0 });
  return (
    <PageFrame title={query.data ? `${t('title')}: ${query.data.name}` : t('title')}>
      <QueryState query={query}>
        {(gallery) => (
          <Stack gap="md">
            {!gallery.consent && (
              <Alert color="info" variant="light" title={t('noConsent')}>
                {t('noConsentHelp')}
              </Alert>
            )}
            <PageTabs
              tabs={[
                { value: 'albums', label: t('albums'), content: <Albums gallery={gallery} /> },
                {
                  value: 'mine',
                  label: t('mine'),
                  count: gallery.mine.length,
                  content: <Mine gallery={gallery} />,
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Albums({ gallery }: { gallery: Gallery }) {
  const t = useText(galleryWords);
  if (gallery.albums.length === 0) return <EmptyState title={t('empty')} help={t('emptyHelp')} />;
  return (
    <Stack gap="md">
      {[...Map.groupBy(gallery.albums, ({ onDate }) => monthOf(onDate))].map(([month, albums]) => (
        <Section key={month} title={month}>
          <div className={classes.grid}>
            {albums.map((album) => (
              <Link key={album.id} className={classes.tile} to={galleryPaths.images(album.id)}>
                <AlbumCover cover={album.cover} />
                <Group gap={6} wrap="nowrap">
                  <Text component="span" fw={600} className={classes.words}>
                    {album.title}
                  </Text>
                  {album.isNew && <Tag tone="info">{t('fresh')}</Tag>}
                </Group>
                <Text component="span" className={classes.words} c="dimmed">
                  {formatDay(album.onDate)} · {album.photos} {t('pictures')}
                </Text>
              </Link>
            ))}
          </div>
        </Section>
      ))}
    </Stack>
  );
}

function Mine({ gallery }: { gallery: Gallery }) {
  const t = useText(galleryWords);
  if (gallery.mine.length === 0) return <EmptyState title={t('noMine')} help={t('emptyHelp')} />;
  return (
    <Section>
      <div className={classes.grid}>
        {gallery.mine.map((photo) => (
          <Link key={photo.id} className={classes.tile} to={galleryPaths.images(photo.id)}>
            <img
              className={classes.picture}
              src={photo.small}
              alt={photo.caption ?? `${photo.album}, ${formatDay(photo.onDate)}`}
              loading="lazy"
            />
            <Text component="span" className={classes.words} c="dimmed">
              {photo.album}
            </Text>
          </Link>
        ))}
      </div>
    </Section>
  );
}
