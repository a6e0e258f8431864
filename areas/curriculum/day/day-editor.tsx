import { newId } from '@aangan/web/api/new-id.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Menu, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import '../curriculum-look.tsx';
import { BlockCard } from './block-card.tsx';
import { dayContract as contract, type DayView } from './day.contract.ts';
import { minutesText } from './day-blocks.tsx';
import { type BlockKind, blockKinds, type DayBlock, type DayContent, isTeachable } from './day-content.ts';
import { editDay, viewDay, weekGlance } from './day-paths.ts';
import { DAY_REFRESH, NewPreview, ReviewBar } from './day-review.tsx';
import { reviewContract } from './review.contract.ts';
import { StaleDay } from './stale-day.tsx';
import { type Saved, useAutosave } from './use-autosave.tsx';

/** /learning/editDayGlanceDetails/{folderMapID}/{position}: the day at a position of a plan. */
export function EditDayAt() {
  const { folderMapID = '', position = '' } = useParams();
  const query = useQuery(contract.at, { planId: folderMapID, position: Number(position) });
  if (query.data) return <EditOne key={query.data.id} id={query.data.id} />;
  return (
    <PageFrame title="Write a day">
      <QueryState query={query}>{() => null}</QueryState>
    </PageFrame>
  );
}

/** /learning-cms/edit-day-glance/{dayId}. */
export function EditDay() {
  const { dayId = '' } = useParams();
  return <EditOne key={dayId} id={dayId} />;
}

function EditOne({ id }: { id: string }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  const day = query.data;
  const [previewing, setPreviewing] = useState(false);
  const [round, setRound] = useState(0);
  return (
    <PageFrame
      title={day ? `Week ${day.weekNo}, day ${day.dayNo}` : 'Write a day'}
      crumbs={
        day ? [{ label: day.plan, to: `/learning-cms/curriculum-cms/${day.planId}/${day.weekId}` }] : []
      }
      menu={[
        { label: 'View', to: viewDay(id) },
        { label: 'Week at a glance', to: weekGlance(id) },
        { label: 'Preview', hidden: !day?.can['preview'], run: () => setPreviewing(true) },
      ]}
    >
      <QueryState query={query}>
        {(shown) =>
          shown.can['edit'] ? (
            // What was typed belongs to the day as it was read now, not to an older answer.
            query.isFetchedAfterMount && (
              <Editor
                key={round}
                day={shown}
                onTheirs={async () => {
                  await query.refetch();
                  setRound(round + 1);
                }}
              />
            )
          ) : (
            <Alert color="info" variant="light" title="This day cannot be changed now">
              {shown.look === 'PENDING'
                ? 'Its change waits for a review.'
                : 'Its plan is in review or archived.'}{' '}
              <Link to={viewDay(id)}>See the day</Link>
            </Alert>
          )
        }
      </QueryState>
      {previewing ? <NewPreview dayId={id} onClose={() => setPreviewing(false)} /> : null}
    </PageFrame>
  );
}

const emptyBlock = (kind: BlockKind): DayBlock => ({
  id: newId(),
  kind,
  title: '',
  body: '',
  minutes: 15,
  optional: false,
  share: false,
  files: [],
  videoId: null,
  skillIds: [],
  materials: [],
});

function Editor({ day, onTheirs }: { day: DayView; onTheirs: () => Promise<void> }) {
  const [content, setContent] = useState<DayContent>(day.content);
  const { saved, change, flush, version, unsaved, stepped, resume } = useAutosave({
    id: day.id,
    version: day.version,
    refresh: DAY_REFRESH,
  });
  const put = (part: Partial<DayContent>) => {
    const next = { ...content, ...part };
    setContent(next);
    change(next);
  };
  const putBlock = (at: number, block: DayBlock | null) =>
    put({ blocks: content.blocks.flatMap((one, i) => (i === at ? (block ? [block] : []) : [one])) });
  const move = (at: number, by: -1 | 1) => {
    const blocks = [...content.blocks];
    const [block] = blocks.splice(at, 1);
    if (block) blocks.splice(at + by, 0, block);
    put({ blocks });
  };
  return (
    <>
      <UnsavedGuard guards={unsaved} />
      <TwoColumns
        main={
          <Stack gap="md">
            <Section title="Day">
              <Stack gap="md">
                <TextInput
                  label="Title"
                  value={content.title}
                  maxLength={80}
                  onChange={(event) => put({ title: event.currentTarget.value })}
                />
                <Textarea
                  label="Objective"
                  value={content.objective}
                  maxLength={500}
                  autosize
                  minRows={2}
                  onChange={(event) => put({ objective: event.currentTarget.value })}
                />
                <Select
                  label="Theme"
                  clearable
                  searchable
                  value={content.themeId}
                  data={day.known.themes.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(themeId) => put({ themeId })}
                />
                <Textarea
                  label="Note to families"
                  value={content.familyNoteEn}
                  maxLength={500}
                  autosize
                  onChange={(event) => put({ familyNoteEn: event.currentTarget.value })}
                />
                <Textarea
                  label="Note to families in Hindi"
                  value={content.familyNoteHi}
                  maxLength={500}
                  autosize
                  onChange={(event) => put({ familyNoteHi: event.currentTarget.value })}
                />
              </Stack>
            </Section>
            {content.blocks.map((block, at) => (
              <BlockCard
                key={block.id}
                block={block}
                known={day.known}
                first={at === 0}
                last={at === content.blocks.length - 1}
                onChange={(changed) => putBlock(at, changed)}
                onMove={(by) => move(at, by)}
                onRemove={() => putBlock(at, null)}
              />
            ))}
            {content.blocks.length < 30 ? (
              <AddBlock onAdd={(kind) => put({ blocks: [...content.blocks, emptyBlock(kind)] })} />
            ) : null}
          </Stack>
        }
        rail={
          <Stack gap="md">
            <ReviewBar day={day} />
            <Section title="Draft">
              <Stack gap="sm">
                <SavedText saved={saved} retry={() => void flush()} />
                <Text>{minutesText(content)}</Text>
                <Group>
                  <StatusTag area="curriculum-day" state={day.look} />
                </Group>
                <Steps
                  day={day}
                  teachable={isTeachable(content)}
                  flush={flush}
                  version={version}
                  onStep={stepped}
                />
              </Stack>
            </Section>
            <Section title="Place">
              <Stack gap="xs">
                <Text size="sm">
                  Position {day.position} of {day.days}
                </Text>
                <Group gap="xs">
                  <Neighbour to={day.previousId} label="Previous day" />
                  <Neighbour to={day.nextId} label="Next day" />
                </Group>
              </Stack>
            </Section>
          </Stack>
        }
      />
      {saved.state === 'stale' ? (
        <StaleDay
          id={day.id}
          onTheirs={() => void onTheirs()}
          onMine={(over) => void resume(over, content)}
        />
      ) : null}
    </>
  );
}

const AddBlock = ({ onAdd }: { onAdd: (kind: BlockKind) => void }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button variant="default" leftSection={<IconPlus {...smallIcon} />} style={{ alignSelf: 'start' }}>
        Add block
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {Object.entries(blockKinds).map(([kind, label]) => (
        <Menu.Item key={kind} onClick={() => onAdd(kind as BlockKind)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

const Neighbour = ({ to, label }: { to: string | null; label: string }) =>
  to ? (
    <Button component={Link} to={editDay(to)} variant="default" size="xs">
      {label}
    </Button>
  ) : null;

function SavedText({ saved, retry }: { saved: Saved; retry: () => void }) {
  switch (saved.state) {
    case 'clean':
      return <Text c="dimmed">What you write is saved as you go.</Text>;
    case 'waiting':
    case 'saving':
      return <Text c="dimmed">Saving the draft…</Text>;
    case 'saved':
      return <Text c="dimmed">Draft saved {saved.at}</Text>;
    case 'stale':
      return <Text c="danger">Somebody else changed this day.</Text>;
    case 'failed':
      return (
        <Group gap="xs">
          <Text c="danger">{saved.text}</Text>
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      );
  }
}

interface StepsProps {
  day: DayView;
  teachable: boolean;
  flush: () => Promise<boolean>;
  version: () => number;
  onStep: () => void;
}

/** In a plan in the making a day is marked as ready; a change of a published one is handed in. */
function Steps({ day, teachable, flush, version, onStep }: StepsProps) {
  const ready = useCommand(contract.setReady, {
    refresh: DAY_REFRESH,
    onDone: () => {
      onStep();
      notice.ok('Saved.');
    },
    onError: (error) => notice.error(error),
  });
  const request = useCommand(reviewContract.request, {
    refresh: DAY_REFRESH,
    onDone: () => notice.ok('The reviewers are told.'),
    onError: (error) => notice.error(error),
  });
  if (day.planStatus !== 'DRAFT')
    return (
      <Button
        loading={request.running}
        disabled={!teachable || (day.look !== 'CHANGED' && day.look !== 'DRAFT')}
        onClick={async () => {
          if (await flush()) await request.run({ id: day.id }, { ifMatch: version() });
        }}
      >
        Request review
      </Button>
    );
  return (
    <Button
      variant={day.ready ? 'default' : 'filled'}
      loading={ready.running}
      disabled={!day.ready && !teachable}
      onClick={async () => {
        if (await flush()) await ready.run({ id: day.id, ready: !day.ready }, { ifMatch: version() });
      }}
    >
      {day.ready ? 'Not ready yet' : 'Mark as ready'}
    </Button>
  );
}
