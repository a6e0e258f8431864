import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { ActionIcon, Button, Chip, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { FileTiles } from '../entry-file/file-tiles.tsx';
import { submissionContract } from './homework.contract.ts';
import { type Sticker, stickerNames, stickers } from './homework.states.ts';
import './homework-look.tsx';

type Row = OutputOf<typeof submissionContract.ofChild>['rows'][number];

/** /class/reviewHomework/{studentId}/{subjectId}: a child's work in a subject; keys 1–9 give a sticker, Enter the next child. */
export function ReviewHomework() {
  const { studentId = '', subjectId = '' } = useParams();
  const query = useQuery(submissionContract.ofChild, { studentId, subjectId }, { fresh: 0 });
  const [open, setOpen] = useState<string | null>(null);
  return (
    <PageFrame
      title={
        query.data ? `${query.data.name}${query.data.subject ? `, ${query.data.subject}` : ''}` : 'Review'
      }
      crumbs={[{ label: 'Homework', to: '/class/viewHomework' }]}
    >
      <QueryState query={query}>
        {({ rows }) => {
          const row = rows.find(({ id }) => id === open) ?? rows.find((one) => one.can['review']) ?? rows[0];
          if (!row) return <EmptyState title="Nothing handed in for this subject." />;
          return (
            <TwoColumns
              main={<Work key={row.id} row={row} />}
              rail={
                <Section title="Handed in">
                  <Stack gap="sm">
                    {rows.map((one) => (
                      <UnstyledButton
                        key={one.id}
                        onClick={() => setOpen(one.id)}
                        aria-current={one.id === row.id ? 'true' : undefined}
                      >
                        <Text
                          fw={one.id === row.id ? 600 : 400}
                        >{`${one.title}, attempt ${one.attempt}`}</Text>
                        <Group gap="xs">
                          <StatusTag area="submission" state={one.status} />
                          <Text size="sm" c="dimmed">
                            <InstantText at={one.handedInAt} />
                          </Text>
                        </Group>
                      </UnstyledButton>
                    ))}
                  </Stack>
                </Section>
              }
            />
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

function Work({ row }: { row: Row }) {
  const { subjectId = '' } = useParams();
  const navigate = useNavigate();
  const [sticker, setSticker] = useState<Sticker | null>(row.sticker);
  const [comment, setComment] = useState(row.comment ?? '');
  const [returning, setReturning] = useState(false);
  const next = () => {
    if (row.next) void navigate(`/class/reviewHomework/${row.next.studentId}/${subjectId}`);
  };
  const review = useCommand(submissionContract.review, {
    refresh: ['homework'],
    onDone: () => {
      notice.ok('Reviewed');
      next();
    },
    onError: (error) => notice.error(error),
  });
  const done = () => {
    if (!row.can['review']) next();
    else if (!review.running)
      void review.run({ id: row.id, sticker, comment: comment.trim() || null }, { ifMatch: row.version });
  };
  useKeys({ pick: (n) => row.can['review'] && setSticker(stickerNames[n] ?? null), enter: done });
  const pictures = row.files.filter(({ picture }) => picture);
  return (
    <Stack gap="md">
      <Section title={row.title}>
        <Stack gap="md">
          <Group gap="sm">
            <StatusTag area="submission" state={row.status} />
            {row.late && <Tag tone="warning">Late</Tag>}
            <Text size="sm" c="dimmed">
              Due <DateText day={row.dueOn} />,{' '}
              {row.byKind === 'STAFF' ? 'collected by the teacher' : 'handed in by the family'}
            </Text>
          </Group>
          {row.note && <Text>{row.note}</Text>}
          {pictures.map((file) => (
            <Picture key={file.fileId} name={file.name} url={file.url} />
          ))}
          <FileTiles files={row.files.filter(({ picture }) => !picture)} />
        </Stack>
      </Section>
      <Section title="Review" help="Keys 1 to 9 choose a sticker, Enter saves and opens the next child">
        <Stack gap="md">
          <Chip.Group value={sticker} onChange={(value) => setSticker(value as Sticker)}>
            <Group gap="xs">
              {stickerNames.map((name) => (
                <Chip key={name} value={name} disabled={!row.can['review']}>
                  {stickers[name]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Textarea
            label="Comment"
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            maxLength={500}
            autosize
            minRows={2}
            disabled={!row.can['review']}
          />
          <Group gap="sm">
            {row.can['review'] && (
              <Button loading={review.running} onClick={done}>
                {row.next ? `Reviewed, then ${row.next.name}` : 'Reviewed'}
              </Button>
            )}
            {row.can['return'] && (
              <Button variant="default" onClick={() => setReturning(true)}>
                Return
              </Button>
            )}
            {row.next && (
              <Button variant="subtle" onClick={next}>
                Next: {row.next.name}
              </Button>
            )}
          </Group>
        </Stack>
      </Section>
      {returning && (
        <CommandDialog
          of={submissionContract.return}
          title="Return to the family?"
          text="The family reads the comment and may try again, three times in all."
          confirm="Return"
          start={{ id: row.id, ...(comment.trim() ? { comment } : {}) }}
          ifMatch={row.version}
          refresh={['homework', 'submission']}
          done="Returned"
          onClose={() => setReturning(false)}
        />
      )}
    </Stack>
  );
}

/** Keys of the page while nobody types or presses a button. */
function useKeys({ pick, enter }: { pick: (n: number) => void; enter: () => void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement | null; // a key's target is an element
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        at?.closest('input, textarea, button, a, [role=dialog]')
      )
        return;
      if (/^[1-9]$/.test(event.key)) pick(Number(event.key) - 1);
      else if (event.key === 'Enter') enter();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

const MOST_ZOOM = 4;

/** A picture of work: larger, smaller, turned. */
function Picture({ name, url }: { name: string; url: string }) {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  return (
    <Stack gap={6}>
      <Group gap={6}>
        <ActionIcon
          variant="default"
          aria-label="Larger"
          onClick={() => setZoom((now) => Math.min(MOST_ZOOM, now + 0.5))}
        >
          <IconZoomIn {...icon} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="Smaller"
          onClick={() => setZoom((now) => Math.max(1, now - 0.5))}
        >
          <IconZoomOut {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Turn" onClick={() => setTurns((now) => now + 1)}>
          <IconRotateClockwise {...icon} />
        </ActionIcon>
      </Group>
      <div style={{ overflow: 'auto', maxHeight: '60vh', maxWidth: '100%' }}>
        <img
          src={url}
          alt={name}
          style={{
            display: 'block',
            width: `${zoom * 100}%`,
            maxWidth: zoom === 1 ? 640 : 'none',
            rotate: `${turns * 90}deg`,
          }}
        />
      </div>
    </Stack>
  );
}
