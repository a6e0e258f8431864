import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatDay } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import '../curriculum-look.tsx';
import { formatLength } from '../video/video-length.ts';
import { recordedContract as contract, type RecordedClass } from './recorded.contract.ts';
import classes from './recorded.module.css';

const Player = part(() => import('./recorded-player.tsx'), 'RecordedPlayer');
const ChangeRecorded = part(() => import('./recorded-dialogs.tsx'), 'ChangeRecorded');

interface CardsProps {
  rows: readonly RecordedClass[];
  /** Names the class, week and day of each: where cards of several stand side by side. */
  placed?: boolean;
}

/** Recorded classes as cards; one plays in a drawer over them. */
export function RecordedCards({ rows, placed = false }: CardsProps) {
  const [open, show] = useParam('play');
  const [changing, setChanging] = useState<RecordedClass | null>(null);
  const playing = rows.find(({ id }) => id === open);
  return (
    <>
      <div className={classes.cards}>
        {rows.map((row) => (
          <RecordedCard
            key={row.id}
            row={row}
            placed={placed}
            onPlay={() => show(row.id)}
            onChange={() => setChanging(row)}
          />
        ))}
      </div>
      <Suspense fallback={null}>
        {playing ? <Player row={playing} onClose={() => show(null)} /> : null}
        {changing ? <ChangeRecorded row={changing} onClose={() => setChanging(null)} /> : null}
      </Suspense>
    </>
  );
}

const placeOf = ({ className, weekNo, dayNo }: RecordedClass): string =>
  [className, weekNo === null ? null : `week ${weekNo}`, dayNo === null ? null : `day ${dayNo}`]
    .filter(Boolean)
    .join(', ');

function RecordedCard({
  row,
  placed,
  onPlay,
  onChange,
}: {
  row: RecordedClass;
  placed: boolean;
  onPlay: () => void;
  onChange: () => void;
}) {
  const confirm = useConfirm();
  const remove = useCommand(contract.remove, {
    onDone: () => notice.ok('The recorded class is removed.'),
    onError: (error) => notice.error(error),
  });
  const ask = async () => {
    const sure = await confirm({
      title: `Remove ${row.title}?`,
      text: 'Nobody finds it here any more. The video stays.',
      confirm: 'Remove',
      danger: true,
    });
    if (sure) await remove.run({ id: row.id }, { ifMatch: row.version });
  };
  const seen = row.durationS > 0 ? Math.min(100, Math.round((row.lastPosition / row.durationS) * 100)) : 0;
  return (
    <article className={classes.card}>
      <button type="button" className={classes.play} onClick={onPlay}>
        <VisuallyHidden>Play {row.title}</VisuallyHidden>
        {row.posterUrl ? <img src={row.posterUrl} alt="" loading="lazy" /> : null}
        <span className={classes.icon}>
          <IconPlayerPlay {...icon} />
        </span>
        <span className={classes.length}>{formatLength(row.durationS)}</span>
      </button>
      {seen > 0 ? <Progress value={seen} size="xs" aria-label={`Seen up to ${seen} %`} /> : null}
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div>
          <div className={classes.title}>{row.title}</div>
          <Text size="sm" c="dimmed">
            {[placed ? placeOf(row) : null, formatDay(row.recordedOn)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {row.can['edit'] ? (
          <ActionMenu
            label={`More for ${row.title}`}
            size="md"
            actions={[
              { label: 'Change', run: onChange },
              { label: 'Remove', danger: true, run: () => void ask() },
            ]}
          />
        ) : null}
      </Group>
      {row.state === 'OPEN' ? null : (
        <Group gap="xs">
          <StatusTag area="recorded-class" state={row.state} />
        </Group>
      )}
    </article>
  );
}
