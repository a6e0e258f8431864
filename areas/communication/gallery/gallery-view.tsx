import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { galleryContract, type StaffAlbum } from './gallery.contract.ts';
import classes from './gallery.module.css';
import { publishedText, WithdrawAlbum } from './gallery-list.tsx';
import './gallery-look.tsx';
import { galleryPaths } from './gallery-paths.ts';
import { audiences } from './photo-names.ts';

/** /photogallary/view-photogallary/{photoGalleryID}: the album as its families see it, and how many did. */
export function GalleryView() {
  const { photoGalleryID = '' } = useParams();
  const query = useQuery(galleryContract.get, { id: photoGalleryID }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data?.title ?? 'Album'}
      context="centre"
      crumbs={[{ label: 'Photo albums', to: galleryPaths.list }]}
    >
      <QueryState query={query}>{(album) => <Album album={album} />}</QueryState>
    </PageFrame>
  );
}

function Album({ album }: { album: StaffAlbum }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const publish = useCommand(galleryContract.publish, {
    onDone: (done) => notice.ok(publishedText(done)),
    onError: (error) => notice.error(error),
  });
  const ready = album.photos.filter(({ status }) => status === 'READY');
  const waiting = album.photos.length - ready.length;
  return (
    <Stack gap="md">
      <Group gap="sm">
        {album.can['publish'] && (
          <Button
            disabled={ready.length === 0}
            loading={publish.running}
            onClick={() => void publish.run({ id: album.id }, { ifMatch: album.version })}
          >
            {album.status === 'WITHDRAWN' ? 'Restore' : 'Publish'}
          </Button>
        )}
        {album.can['edit'] && (
          <Button variant="default" component={Link} to={galleryPaths.edit(album.id)}>
            Edit
          </Button>
        )}
        {album.can['withdraw'] && (
          <Button variant="default" onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        )}
      </Group>
      {album.status === 'WITHDRAWN' && (
        <Alert color="warning" variant="light" title="Families do not see this album">
          {album.withdrawReason}
        </Alert>
      )}
      <Section title="Album">
        <Facts
          items={[
            { label: 'Status', value: <StatusTag area="gallery" state={album.status} /> },
            { label: 'Day', value: <DateText day={album.onDate} /> },
            { label: 'Sections', value: album.sections },
            { label: 'Shown to', value: audiences[album.audience] },
            { label: 'Event', value: album.event, hidden: album.event === null },
            {
              label: 'Published',
              value: <InstantText at={album.publishedAt} />,
              hidden: album.publishedAt === null,
            },
            {
              label: 'Seen',
              value: `${album.seen} of ${album.families} families`,
              hidden: album.status !== 'PUBLISHED',
            },
          ]}
        />
      </Section>
      <Section
        title={`${ready.length} ${ready.length === 1 ? 'picture' : 'pictures'} that families see`}
        {...(waiting > 0
          ? { help: `${waiting} ${waiting === 1 ? 'is' : 'are'} not shown: names or consent are missing.` }
          : {})}
      >
        <Stack gap="md">
          {album.description && <Text style={{ whiteSpace: 'pre-wrap' }}>{album.description}</Text>}
          {ready.length === 0 && <Text c="dimmed">No picture is ready yet.</Text>}
          <div className={classes.grid}>
            {ready.map((photo) => (
              <Link key={photo.id} className={classes.tile} to={galleryPaths.images(photo.id)}>
                <img
                  className={classes.picture}
                  src={photo.small}
                  alt={photo.caption ?? `Picture of ${album.title}`}
                  loading="lazy"
                />
                {photo.caption && <span className={classes.words}>{photo.caption}</span>}
              </Link>
            ))}
          </div>
        </Stack>
      </Section>
      {withdrawing && <WithdrawAlbum album={album} onClose={() => setWithdrawing(false)} />}
    </Stack>
  );
}
