import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { BlurDialog } from './blur-dialog.tsx';
import { galleryContract, type StaffAlbum, type StaffPhoto } from './gallery.contract.ts';
import classes from './gallery.module.css';

interface PhotoPanelProps {
  album: StaffAlbum;
  photo: StaffPhoto;
  /** To the next (1) or the one before (-1) of those that are shown. */
  onStep: (by: number) => void;
}

/** Who is on a picture: children by click or by keys 1 to 9, 0 for nobody; then blur, words, order. */
export function PhotoPanel({ album, photo, onStep }: PhotoPanelProps) {
  const query = useQuery(galleryContract.children, { id: album.id });
  const [names, setNames] = useState<readonly string[]>(photo.children.map(({ enrolmentId }) => enrolmentId));
  const [count, setCount] = useState<number | null>(photo.childrenCount);
  const [blurring, setBlurring] = useState(false);
  const here = query.data?.rows ?? [];
  // Named before by another teacher: shown, kept.
  const others = photo.children
    .filter((child) => !here.some(({ enrolmentId }) => enrolmentId === child.enrolmentId))
    .map((child) => ({ ...child, section: '' }));
  const strip = [...here, ...others];
  const blurred = new Set(
    photo.children.filter(({ how }) => how === 'BLURRED').map(({ enrolmentId }) => enrolmentId),
  );
  const save = useCommand(galleryContract.name, {
    onDone: ({ status, reason }) => {
      if (status === 'READY') onStep(1);
      else notice.warn(reason ?? 'This picture is not ready.');
    },
    onError: (error) => notice.error(error),
  });
  const toggle = (id: string) => {
    const next = names.includes(id) ? names.filter((one) => one !== id) : [...names, id];
    setNames(next);
    // The count follows the names until somebody says that there are more children than names.
    setCount((now) => (now === null || now === names.length || now < next.length ? next.length : now));
  };
  const nobody = () => {
    setNames([]);
    setCount(0);
  };
  const send = () => {
    if (count === null) return notice.warn('Say who is on it, or that no child can be recognised.');
    void save.run(
      { photoId: photo.id, childrenCount: count, enrolmentIds: [...names] },
      { ifMatch: photo.version },
    );
  };
  useKeys({
    pick: (n) => strip[n - 1] && toggle(strip[n - 1]?.enrolmentId ?? ''),
    nobody,
    send,
    step: onStep,
  });
  return (
    <>
      <Section
        title="Who is on it?"
        actions={
          <Group gap={4}>
            <ActionIcon variant="default" aria-label="Picture before" onClick={() => onStep(-1)}>
              <IconArrowLeft {...icon} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label="Next picture" onClick={() => onStep(1)}>
              <IconArrowRight {...icon} />
            </ActionIcon>
          </Group>
        }
      >
        <Stack gap="sm">
          <img
            className={classes.picture}
            src={photo.large}
            alt={photo.caption ?? ''}
            style={{ objectFit: 'contain' }}
          />
          {photo.reason && (
            <Alert color={photo.status === 'BLOCKED' ? 'danger' : 'warning'} variant="light">
              {photo.reason}
            </Alert>
          )}
          <Reports photo={photo} />
          <Stack gap={4}>
            {strip.map((child, n) => (
              <Checkbox
                key={child.enrolmentId}
                checked={names.includes(child.enrolmentId)}
                onChange={() => toggle(child.enrolmentId)}
                label={
                  <>
                    {n < 9 && <span className={classes.key}>{n + 1}</span>}
                    {child.name}
                    {blurred.has(child.enrolmentId)
                      ? ' (blurred)'
                      : child.allowed
                        ? ''
                        : ' (no photo consent)'}
                  </>
                }
              />
            ))}
          </Stack>
          <NumberInput
            label="Children on the picture"
            description="All of them, also those you do not know"
            min={0}
            max={60}
            allowDecimal={false}
            value={count ?? ''}
            onChange={(value) =>
              setCount(value === '' ? null : Math.max(0, Math.min(60, Number(value) || 0)))
            }
          />
          <Group gap="sm">
            <Button loading={save.running} onClick={send}>
              Save names
            </Button>
            <Button variant="default" onClick={nobody}>
              <span className={classes.key}>0</span> Nobody recognisable
            </Button>
            <Button variant="default" onClick={() => setBlurring(true)}>
              Blur
            </Button>
          </Group>
        </Stack>
      </Section>
      <PictureWords album={album} photo={photo} />
      {blurring && <BlurDialog photo={photo} onClose={() => setBlurring(false)} />}
    </>
  );
}

function Reports({ photo }: { photo: StaffPhoto }) {
  const settle = useCommand(galleryContract.settleReports, {
    onDone: () => notice.ok('Shown to the family again when it is ready.'),
    onError: (error) => notice.error(error),
  });
  if (photo.reports.length === 0) return null;
  return (
    <Alert color="danger" variant="light" title="A family finds something wrong with this picture">
      <Stack gap="xs">
        {photo.reports.map(({ note, at }) => (
          <Text key={at} size="sm">
            {note ?? 'No words were written.'}
          </Text>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={settle.running}
            onClick={() => void settle.run({ photoId: photo.id })}
          >
            Looked at, show it again
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** The line below a picture, its place in the album, the cover, and taking it out. */
function PictureWords({ album, photo }: { album: StaffAlbum; photo: StaffPhoto }) {
  const ask = useConfirm();
  const [caption, setCaption] = useState(photo.caption ?? '');
  const onError = (error: unknown) => notice.error(error);
  const write = useCommand(galleryContract.caption, { onDone: () => notice.ok('Saved'), onError });
  const arrange = useCommand(galleryContract.arrange, { onError });
  const remove = useCommand(galleryContract.removePhoto, { onDone: () => notice.ok('Removed'), onError });
  const ids = album.photos.map(({ id }) => id);
  const at = ids.indexOf(photo.id);
  const move = (by: number) => {
    const next = ids.filter((id) => id !== photo.id);
    next.splice(at + by, 0, photo.id);
    void arrange.run({ id: album.id, photoIds: next, coverPhotoId: album.coverPhotoId });
  };
  return (
    <Section title="Picture">
      <Stack gap="sm">
        <TextInput
          label="Line below it"
          maxLength={120}
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button
            variant="default"
            disabled={caption.trim() === (photo.caption ?? '')}
            loading={write.running}
            onClick={() =>
              void write.run(
                { photoId: photo.id, caption: caption.trim() || null },
                { ifMatch: photo.version },
              )
            }
          >
            Save line
          </Button>
          <Button variant="default" disabled={at === 0 || arrange.running} onClick={() => move(-1)}>
            Earlier
          </Button>
          <Button
            variant="default"
            disabled={at === ids.length - 1 || arrange.running}
            onClick={() => move(1)}
          >
            Later
          </Button>
          <Button
            variant="default"
            disabled={album.coverPhotoId === photo.id || arrange.running}
            onClick={() => void arrange.run({ id: album.id, photoIds: ids, coverPhotoId: photo.id })}
          >
            Make it the cover
          </Button>
          <Button
            variant="default"
            color="danger"
            loading={remove.running}
            onClick={async () => {
              const sure = await ask({
                title: 'Remove this picture?',
                text: 'It is gone for families and staff, and cannot be brought back.',
                confirm: 'Remove',
                danger: true,
              });
              if (sure) await remove.run({ photoId: photo.id }, { ifMatch: photo.version });
            }}
          >
            Remove
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

interface Keys {
  pick: (n: number) => void;
  nobody: () => void;
  send: () => void;
  step: (by: number) => void;
}

/** Keys of the panel, while nothing is typed into a field and no dialog is open. */
function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const types = target?.closest('input:not([type=checkbox]), textarea, [role=dialog], [contenteditable]');
      if (types || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[1-9]$/.test(event.key)) latest.current.pick(Number(event.key));
      else if (event.key === '0') latest.current.nobody();
      else if (event.key === 'Enter' && target?.tagName !== 'BUTTON' && target?.tagName !== 'A')
        latest.current.send();
      else if (event.key === 'ArrowRight') latest.current.step(1);
      else if (event.key === 'ArrowLeft') latest.current.step(-1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
