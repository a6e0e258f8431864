import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { dayOf, formatDay, weekdayOf } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { DayCard } from './day-card.tsx';
import { sectionPlanContract as contract, type RunningPlan, type SectionView } from './delivery.contract.ts';
import classes from './delivery.module.css';
import { OwnNote } from './own-note.tsx';
import { PlanRail } from './plan-rail.tsx';
import { StartPlan } from './plan-steps.tsx';

/** One section: its week, the day of today or the chosen one, and how far it is. */
export function SectionPanel({ sectionId }: { sectionId: string }) {
  const [position, setPosition] = useParam('position');
  const confirm = useConfirm();
  // What was said of the day and not saved, by its part.
  const unsaved = useRef({ marks: false, note: false });
  const isUnsaved = () => unsaved.current.marks || unsaved.current.note;
  const choose = async (at: number) => {
    const go =
      !isUnsaved() ||
      (await confirm({
        title: 'Leave this day?',
        text: 'What you said of it is not saved.',
        confirm: 'Leave without saving',
        danger: true,
      }));
    if (go) setPosition(String(at));
  };
  const chosen = Number(position);
  const query = useQuery(
    contract.get,
    { sectionId, ...(Number.isInteger(chosen) && chosen > 0 ? { position: chosen } : {}) },
    { fresh: 0, keepPrevious: true },
  );
  return (
    <QueryState query={query}>
      {(view) =>
        view.plan === null ? (
          <NoPlan view={view} />
        ) : (
          <TwoColumns
            main={
              <>
                <UnsavedGuard guards={isUnsaved} />
                <WeekStrip plan={view.plan} today={view.today} onChoose={(at) => void choose(at)} />
                <DayCard
                  view={view}
                  plan={view.plan}
                  onChoose={(at) => void choose(at)}
                  onTouched={(touched) => {
                    unsaved.current.marks = touched;
                  }}
                />
              </>
            }
            rail={
              <>
                <PlanRail view={view} plan={view.plan} />
                <OwnNote
                  key={view.plan.day.id}
                  sectionId={view.section.id}
                  day={view.plan.day}
                  onTouched={(touched) => {
                    unsaved.current.note = touched;
                  }}
                />
              </>
            }
          />
        )
      }
    </QueryState>
  );
}

function NoPlan({ view }: { view: SectionView }) {
  const [starting, setStarting] = useState<SectionView['startable'][number] | null>(null);
  const { startable, section } = view;
  const open = startable.some(({ opensAt }) => opensAt === null);
  const [next] = startable.flatMap(({ opensAt }) => opensAt ?? []).sort();
  return (
    <Section title={section.label}>
      <Stack gap="sm" align="flex-start">
        <Text>
          {startable.length === 0
            ? 'No plan for this class yet.'
            : !open && next
              ? `No plan is open for ${section.label}. Weeks open on ${formatDay(dayOf(next))}.`
              : `${section.label} follows no plan yet.`}
        </Text>
        {view.can['start']
          ? startable.map((plan) => (
              <Button key={plan.id} onClick={() => setStarting(plan)}>{`Start ${plan.title}`}</Button>
            ))
          : null}
      </Stack>
      {starting ? (
        <StartPlan section={section} plan={starting} today={view.today} onClose={() => setStarting(null)} />
      ) : null}
    </Section>
  );
}

function WeekStrip({
  plan,
  today,
  onChoose,
}: {
  plan: RunningPlan;
  today: string;
  onChoose: (position: number) => void;
}) {
  const strip = useRef<HTMLElement>(null);
  // On a phone the chosen day may stand outside the strip.
  useEffect(() => {
    const chosen = strip.current?.querySelector(`[data-position="${plan.day.position}"]`);
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [plan.day.position]);
  return (
    <nav ref={strip} aria-label={`Week ${plan.day.weekNo}`} className={classes.week}>
      {plan.week.map((day) => (
        <button
          key={day.position}
          type="button"
          className={classes.day}
          data-position={day.position}
          aria-current={day.position === plan.day.position ? 'date' : undefined}
          onClick={() => onChoose(day.position)}
        >
          <span className={classes.date}>
            {day.date ? `${weekdayOf(day.date)} ${formatDay(day.date)}` : 'No date'}
            {day.date === today ? ', today' : ''}
          </span>
          <span className={classes.title}>{day.title ?? `Position ${day.position}`}</span>
          {day.state ? <StatusTag area="delivery" state={day.state} /> : null}
        </button>
      ))}
    </nav>
  );
}
