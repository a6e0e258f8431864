import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay, formatInstant, weekdayOf } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { DayBlocks, minutesText, nameIn } from '../day/day-blocks.tsx';
import type { DayContent } from '../day/day-content.ts';
import { deliveryContract, type RunningPlan, type SectionView, type TaughtDay } from './delivery.contract.ts';
import { CURRICULUM } from './delivery-paths.ts';
import { type DeliveryState, dayReasons, deliveryStates, skipReasons } from './delivery-states.ts';
import { SkipDay } from './plan-steps.tsx';

const REFRESH = ['section-plan'];

interface Props {
  view: SectionView;
  plan: RunningPlan;
  onChoose: (position: number) => void;
  /** Whether marks stand there that are not saved. */
  onTouched: (touched: boolean) => void;
}

/** The chosen day: what it is about, and Done, Partly or Skipped for each of its blocks. */
export function DayCard({ view, plan, onChoose, onTouched }: Props) {
  const { day } = plan;
  const date = day.date ? `${weekdayOf(day.date)} ${formatDay(day.date)}` : 'No date';
  return (
    <Section
      title={day.content?.title || `Position ${day.position}`}
      help={`${date}${day.date === view.today ? ', today' : ''} · ${placeOf(plan)}`}
      actions={<Steps plan={plan} onChoose={onChoose} />}
    >
      {day.content ? (
        <Stack gap="sm">
          {day.mark ? <Said mark={day.mark} /> : null}
          {day.content.objective ? <Text>{day.content.objective}</Text> : null}
          <Text size="sm" c="dimmed">
            {day.content.themeId ? `${nameIn(day.known.themes, day.content.themeId)} · ` : ''}
            {minutesText(day.content)}
          </Text>
          <Blocks
            key={`${day.id} ${JSON.stringify(day.mark)}`}
            view={view}
            day={day}
            content={day.content}
            onTouched={onTouched}
          />
        </Stack>
      ) : (
        <Text c="dimmed">{opensText(day.opensAt)}</Text>
      )}
    </Section>
  );
}

/** "Week 7, day 3 · position 33 of 200". */
const placeOf = ({ day, days }: RunningPlan): string =>
  `Week ${day.weekNo}, day ${day.dayNo} · position ${day.position} of ${days}`;

const opensText = (opensAt: string | null): string =>
  opensAt ? `This week opens on ${formatInstant(opensAt)}.` : 'This week is not open yet.';

const Steps = ({ plan, onChoose }: { plan: RunningPlan; onChoose: (position: number) => void }) => (
  <Group gap="xs" className="no-print">
    <Button
      size="xs"
      variant="default"
      disabled={plan.day.position <= 1}
      onClick={() => onChoose(plan.day.position - 1)}
    >
      Previous day
    </Button>
    <Button
      size="xs"
      variant="default"
      disabled={plan.day.position >= plan.days}
      onClick={() => onChoose(plan.day.position + 1)}
    >
      Next day
    </Button>
  </Group>
);

const Said = ({ mark }: { mark: NonNullable<TaughtDay['mark']> }) => (
  <Group gap="sm">
    <StatusTag area="delivery" state={mark.state} />
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {[mark.reason ? dayReasons[mark.reason] : null, mark.note, mark.by ? `by ${mark.by}` : null]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  </Group>
);

interface BlockSaid {
  state: DeliveryState;
  reason: keyof typeof skipReasons | null;
}

const isReason = (text: string | null): text is keyof typeof skipReasons =>
  text !== null && text in skipReasons;

interface BlocksProps extends Pick<Props, 'view' | 'onTouched'> {
  day: TaughtDay;
  content: DayContent;
}

function Blocks({ view, day, content, onTouched }: BlocksProps) {
  const [said, setSaid] = useState<ReadonlyMap<string, BlockSaid>>(
    () =>
      new Map(
        (day.mark?.blocks ?? []).map(({ id, state, reason }) => [
          id,
          { state, reason: isReason(reason) ? reason : null },
        ]),
      ),
  );
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    onTouched(touched);
    return () => onTouched(false);
  });
  const [skipping, setSkipping] = useState(false);
  const { section } = view;
  const say = (id: string, state: DeliveryState, reason: BlockSaid['reason'] = null) => {
    setTouched(true);
    setSaid((now) => new Map(now).set(id, { state, reason }));
  };
  const save = useCommand(deliveryContract.save, {
    refresh: REFRESH,
    waits: {
      title: `Curriculum of ${section.label}`,
      link: `${CURRICULUM}?section=${section.id}&position=${day.position}`,
      onKept: () => {
        setTouched(false);
        notice.ok('No network: this waits on the device and is sent once.');
      },
    },
    onDone: ({ state }) => {
      setTouched(false);
      notice.ok(`Saved: ${deliveryStates[state].toLowerCase()}.`);
    },
    onError: (error) => notice.error(error),
  });
  const missing = content.blocks.some(({ id, optional }) => !optional && !said.has(id));
  const unreasoned = [...said.values()].some(({ state, reason }) => state === 'SKIPPED' && reason === null);
  const send = () =>
    void save.run({
      sectionId: section.id,
      dayId: day.id,
      blocks: content.blocks.flatMap(({ id }) => {
        const one = said.get(id);
        return one ? [{ id, ...one }] : [];
      }),
    });
  const may = day.can['mark'] ?? false;
  return (
    <Stack gap="sm">
      <DayBlocks
        content={content}
        known={day.known}
        foot={(block) => (
          <OneBlock
            title={block.title}
            said={said.get(block.id)}
            may={may}
            onSay={(state, reason) => say(block.id, state, reason)}
          />
        )}
      />
      {may ? (
        <Group gap="sm" className="no-print">
          <Button onClick={send} loading={save.running} disabled={!touched || missing || unreasoned}>
            Save
          </Button>
          <Button
            variant="default"
            disabled={!missing}
            onClick={() => {
              for (const { id } of content.blocks) if (!said.has(id)) say(id, 'DONE');
            }}
          >
            All others done
          </Button>
          <Button variant="default" onClick={() => setSkipping(true)}>
            Skip the day
          </Button>
          {touched && (missing || unreasoned) ? (
            <Text size="sm" c="dimmed">
              {missing ? 'Say of each block whether it was done.' : 'Say why a block was skipped.'}
            </Text>
          ) : null}
        </Group>
      ) : null}
      {skipping ? <SkipDay view={view} day={day} onClose={() => setSkipping(false)} /> : null}
    </Stack>
  );
}

const reasonOptions = Object.entries(skipReasons).map(([value, label]) => ({ value, label }));
const colours = { DONE: 'success', PARTLY: 'warning', SKIPPED: 'danger' } as const;

function OneBlock({
  title,
  said,
  may,
  onSay,
}: {
  title: string;
  said: BlockSaid | undefined;
  may: boolean;
  onSay: (state: DeliveryState, reason?: BlockSaid['reason']) => void;
}) {
  if (!may) return said ? <StatusTag area="delivery" state={said.state} /> : null;
  return (
    <Stack gap="xs">
      <Button.Group aria-label={`${title}: taught`}>
        {(Object.keys(deliveryStates) as DeliveryState[]).map((state) => (
          <Button
            key={state}
            size="xs"
            variant={said?.state === state ? 'light' : 'default'}
            {...(said?.state === state ? { color: colours[state] } : {})}
            aria-pressed={said?.state === state}
            onClick={() => onSay(state)}
          >
            {deliveryStates[state]}
          </Button>
        ))}
      </Button.Group>
      {said?.state === 'SKIPPED' ? (
        <div style={{ maxWidth: 280 }}>
          <FieldInput
            kind="choice"
            name="reason"
            label="Reason"
            options={reasonOptions}
            value={said.reason}
            onChange={(value) =>
              onSay('SKIPPED', typeof value === 'string' && isReason(value) ? value : null)
            }
          />
        </div>
      ) : null}
    </Stack>
  );
}
