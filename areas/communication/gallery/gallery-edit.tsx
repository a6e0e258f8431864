import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { galleryContract, type StaffAlbum } from './gallery.contract.ts';
import { AlbumForm } from './gallery-form.tsx';
import { publishedText, WithdrawAlbum } from './gallery-list.tsx';
import './gallery-look.tsx';
import classes from './gallery.module.css';
import { galleryPaths } from './gallery-paths.ts';
import { PhotoDrop } from './photo-drop.tsx';
import { audiences, photoLabels } from './photo-names.ts';
import { PhotoPanel } from './photo-panel.tsx';
import { PhotoTile } from './photo-tile.tsx';

/** /photogallary/edit-photogallary/{photoGalleryID}: pictures in, who is on them, and the publication. */
export function EditGallery() {
  const { photoGalleryID = '' } = useParams();
  const query = useQuery(galleryContract.get, { id: photoGalleryID }, { fresh: 0, keepPrevious: true });
  return (
    <PageFrame
      title={query.data?.title ?? 'Album'}
      context="centre-year"
      crumbs={[{ label: 'Photo albums', to: galleryPaths.list }]}
    >
      <QueryState query={query}>
        {(album) =>
          album.can['edit'] ? (
            <Desk album={album} />
          ) : (
            <EmptyState
              title="Another teacher keeps this album"
              help="You can look at it, but its pictures are named by the teachers of its sections."
              action={{ label: 'Look at it', to: galleryPaths.view(album.id) }}
            />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

const SHOWN = ['NEEDS_NAMES', 'BLOCKED', 'READY'] as const;

function Desk({ album }: { album: StaffAlbum }) {
  const [editing, setEditing] = useState(false);
  const [show, setShow] = useParam('show');
  const [chosen, setChosen] = useParam('photo');
  const photos = SHOWN.some((status) => status === show)
    ? album.photos.filter(({ status, id }) => status === show || id === chosen)
    : album.photos;
  const photo = album.photos.find(({ id }) => id === chosen) ?? null;
  const panel = useRef<HTMLDivElement>(null);
  const stacked = useMediaQuery('(max-width: 1023.98px)');
  // Then the panel stands below all pictures.
  useEffect(() => {
    if (stacked && chosen) panel.current?.scrollIntoView({ block: 'start' });
  }, [stacked, chosen]);
  const step = (by: number) => {
    const at = photos.findIndex(({ id }) => id === chosen);
    setChosen(photos[at + by]?.id ?? null);
  };
  return (
    <Stack gap="md">
      {editing ? (
        <AlbumForm album={album} onSaved={() => setEditing(false)} onCancel={() => setEditing(false)} />
      ) : (
        <Head album={album} onEdit={() => setEditing(true)} />
      )}
      <TwoColumns
        main={
          <Section
            title="Pictures"
            actions={
              <Chip.Group
                value={show ?? ''}
                onChange={(value) => setShow(value === show || value === '' ? null : String(value))}
              >
                <Group gap="xs">
                  {SHOWN.map((status) => (
                    <Chip key={status} value={status} size="sm">
                      {photoLabels[status]} {album.photos.filter((one) => one.status === status).length}
                    </Chip>
                  ))}
                  {show && (
                    <Chip value="" size="sm">
                      All
                    </Chip>
                  )}
                </Group>
              </Chip.Group>
            }
          >
            <Stack gap="md">
              <PhotoDrop galleryId={album.id} />
              {album.photos.length === 0 && (
                <Text c="dimmed">
                  No pictures yet. Each one is shown to nobody until you say who is on it.
                </Text>
              )}
              <div className={classes.grid}>
                {photos.map((one) => (
                  <PhotoTile
                    key={one.id}
                    photo={one}
                    chosen={one.id === chosen}
                    cover={one.id === album.coverPhotoId}
                    onChoose={() => setChosen(one.id)}
                  />
                ))}
              </div>
            </Stack>
          </Section>
        }
        rail={
          <>
            {photo ? (
              <Stack ref={panel} gap="md" style={{ scrollMarginTop: 120 }}>
                <PhotoPanel key={`${photo.id} ${photo.version}`} album={album} photo={photo} onStep={step} />
              </Stack>
            ) : (
              <Section title="Who is on it?">
                <Text c="dimmed">
                  {album.photos.length === 0
                    ? 'Add pictures first.'
                    : 'Choose a picture to say who is on it. On a keyboard, 1 to 9 name children and 0 means nobody recognisable.'}
                </Text>
              </Section>
            )}
            <HistoryPanel kind="gallery" id={album.id} />
          </>
        }
      />
    </Stack>
  );
}

function Head({ album, onEdit }: { album: StaffAlbum; onEdit: () => void }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const publish = useCommand(galleryContract.publish, {
    onDone: (done) => notice.ok(publishedText(done)),
    onError: (error) => notice.error(error),
  });
  const count = (status: string) => album.photos.filter((one) => one.status === status).length;
  const [ready, toName, blocked] = [count('READY'), count('NEEDS_NAMES'), count('BLOCKED')];
  const rest = [
    toName > 0 ? `${toName} ${toName === 1 ? 'waits' : 'wait'} for names` : null,
    blocked > 0 ? `${blocked} blocked` : null,
  ].filter((part) => part !== null);
  return (
    <Section
      title="Album"
      actions={
        <Group gap="sm">
          <Button variant="default" onClick={onEdit}>
            Change
          </Button>
          <Button variant="default" component={Link} to={galleryPaths.view(album.id)}>
            As families see it
          </Button>
          {album.can['withdraw'] && (
            <Button variant="default" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
          )}
          {album.can['publish'] && (
            <Button
              disabled={ready === 0}
              loading={publish.running}
              onClick={() => void publish.run({ id: album.id }, { ifMatch: album.version })}
            >
              {ready === 0 ? 'Publish' : `Publish the ${ready}`}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="sm">
        <Facts
          items={[
            { label: 'Status', value: <StatusTag area="gallery" state={album.status} /> },
            { label: 'Day', value: <DateText day={album.onDate} /> },
            { label: 'Sections', value: album.sections },
            { label: 'Shown to', value: audiences[album.audience] },
            { label: 'Event', value: album.event, hidden: album.event === null },
            {
              label: 'Withdrawn because',
              value: album.withdrawReason,
              hidden: album.withdrawReason === null,
            },
          ]}
        />
        {album.photos.length > 0 && (
          <Text fw={600}>
            {ready} {ready === 1 ? 'picture' : 'pictures'} ready
            {rest.length > 0 ? `, ${rest.join(', ')}` : ''}.
          </Text>
        )}
      </Stack>
      {withdrawing && <WithdrawAlbum album={album} onClose={() => setWithdrawing(false)} />}
    </Section>
  );
}
