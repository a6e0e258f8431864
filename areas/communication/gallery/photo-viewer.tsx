import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { galleryContract } from './gallery.contract.ts';
import classes from './gallery.module.css';
import { galleryWords } from './gallery-words.tsx';

type View = OutputOf<typeof galleryContract.view>;

/** /gallery/photogallary-view-images/{ID}: an album picture by picture; a picture's id opens its album there. */
export function PhotoViewer() {
  const { ID = '' } = useParams();
  const t = useText(galleryWords);
  const query = useQuery(galleryContract.view, { id: ID }, { fresh: 0 });
  const view = query.data;
  useEffect(() => {
    // Without a network it is told at the next visit.
    if (view?.family)
      void call(galleryContract.markSeen, { id: view.id }, { background: true }).catch(() => null);
  }, [view?.family, view?.id]);
  return (
    <PageFrame title={view?.title ?? t('title')}>
      <QueryState query={query}>
        {(shown) =>
          shown.photos.length === 0 ? (
            <EmptyState title={t('empty')} help={t('emptyHelp')} />
          ) : (
            <Pictures key={shown.at} view={shown} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

/** Pixels of a swipe. */
const SWIPE = 50;

function Pictures({ view }: { view: View }) {
  const t = useText(galleryWords);
  const navigate = useNavigate();
  const [at, setAt] = useState(
    Math.max(
      0,
      view.photos.findIndex(({ id }) => id === view.at),
    ),
  );
  const [reporting, setReporting] = useState(false);
  const last = view.photos.length - 1;
  const now = Math.min(at, last);
  const photo = view.photos[now];
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const start = useRef<number | null>(null);
  const download = useCommand(galleryContract.download, {
    onDone: ({ url }) => window.location.assign(url),
    onError: (error) => notice.error(error),
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement | null)?.closest('input, textarea, [role=dialog]')) return;
      if (event.key === 'ArrowRight') setAt((n) => Math.min(last, n + 1));
      if (event.key === 'ArrowLeft') setAt((n) => Math.max(0, n - 1));
      if (event.key === 'Escape') void navigate(-1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [last, navigate]);
  if (!photo) return null;
  const swipe = (event: PointerEvent) => {
    const moved = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    if (Math.abs(moved) > SWIPE) go(now + (moved < 0 ? 1 : -1));
  };
  return (
    <Stack gap="md">
      <div
        className={classes.viewer}
        onPointerDown={(event) => {
          start.current = event.clientX;
        }}
        onPointerUp={swipe}
      >
        <img
          src={photo.large}
          alt={photo.caption ?? `${view.title}, ${now + 1} ${t('of')} ${last + 1}`}
          width={photo.width}
          height={photo.height}
          style={{ width: 'auto', height: 'auto' }}
          draggable={false}
        />
      </div>
      <Group justify="space-between">
        <Group gap="sm">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('before')}
            disabled={now === 0}
            onClick={() => go(now - 1)}
          >
            <IconChevronLeft {...icon} />
          </ActionIcon>
          <Text className="figures" aria-live="polite">
            {now + 1} {t('of')} {last + 1}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('next')}
            disabled={now === last}
            onClick={() => go(now + 1)}
          >
            <IconChevronRight {...icon} />
          </ActionIcon>
          <Text c="dimmed" size="sm">
            {formatDay(view.onDate)}
          </Text>
        </Group>
        {view.family && (
          <Group gap="sm">
            <Button
              variant="default"
              loading={download.running}
              onClick={() => void download.run({ photoId: photo.id })}
            >
              {t('download')}
            </Button>
            <Button variant="subtle" onClick={() => setReporting(true)}>
              {t('wrong')}
            </Button>
          </Group>
        )}
      </Group>
      {photo.caption && <Text>{photo.caption}</Text>}
      {view.photos.length > 1 && (
        <Group gap={6}>
          {view.photos.map((one, n) => (
            <button
              key={one.id}
              type="button"
              className={classes.tile}
              style={{ width: 64, opacity: n === now ? 1 : 0.6 }}
              aria-label={`${n + 1} ${t('of')} ${last + 1}`}
              aria-pressed={n === now}
              onClick={() => go(n)}
            >
              <img className={classes.picture} src={one.small} alt="" loading="lazy" />
            </button>
          ))}
        </Group>
      )}
      {reporting && (
        <CommandDialog
          of={galleryContract.report}
          title={t('wrongTitle')}
          text={t('wrongText')}
          confirm={t('wrongSend')}
          start={{ photoId: photo.id }}
          refresh={['gallery']}
          done={t('wrongDone')}
          onClose={() => setReporting(false)}
        />
      )}
    </Stack>
  );
}
