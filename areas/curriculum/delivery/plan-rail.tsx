import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatDay, formatPercent } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { AMBER_BP, GREEN_BP } from './adherence.ts';
import { sectionPlanContract as contract, type RunningPlan, type SectionView } from './delivery.contract.ts';
import { shiftReasons } from './delivery-states.ts';
import { EndPlan, ShiftPlan } from './plan-steps.tsx';

const DueDays = part(() => import('./due-days.tsx'), 'DueDays');

/** The plan a section follows: adherence with its days, and the shifts. */
export function PlanRail({ view, plan }: { view: SectionView; plan: RunningPlan }) {
  const [asked, ask] = useState<'days' | 'shift' | 'end' | null>(null);
  const close = () => ask(null);
  const { figures } = plan;
  const unshift = useCommand(contract.unshift, {
    onDone: () => notice.ok('The shift is taken back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title={plan.title} help={`Since ${formatDay(plan.startsOn)}`}>
      <Stack gap="md">
        <AdherenceBar bp={figures.adherenceBp} />
        <Facts
          min={90}
          items={[
            { label: 'Due', value: figures.due },
            { label: 'Done', value: figures.done },
            { label: 'Partly', value: figures.partly },
            { label: 'Skipped', value: figures.skipped },
            { label: 'Not marked', value: figures.unmarked },
            { label: 'Behind', value: figures.behind },
          ]}
        />
        <Group gap="sm" className="no-print">
          <Button
            size="xs"
            variant="default"
            disabled={figures.due + figures.excluded === 0}
            onClick={() => ask('days')}
          >
            Days due
          </Button>
          {view.can['shift'] ? (
            <Button size="xs" variant="default" onClick={() => ask('shift')}>
              Shift plan
            </Button>
          ) : null}
          {view.can['end'] ? (
            <Button size="xs" variant="default" onClick={() => ask('end')}>
              End plan
            </Button>
          ) : null}
        </Group>
        {plan.shifts.length > 0 ? (
          <div>
            {plan.shifts.map((shift) => (
              <Line
                key={shift.id}
                end={
                  view.can['shift'] ? (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      loading={unshift.running}
                      onClick={() => void unshift.run({ id: shift.id }, { ifMatch: shift.version })}
                    >
                      Take back
                    </Button>
                  ) : null
                }
              >
                <Text size="sm">
                  {`${shift.idleDays} ${shift.idleDays === 1 ? 'day' : 'days'} from position ${shift.fromPosition}`}
                </Text>
                <Text size="sm" c="dimmed">
                  {[shiftReasons[shift.reason], shift.note, shift.by].filter(Boolean).join(' · ')}
                </Text>
              </Line>
            ))}
          </div>
        ) : null}
      </Stack>
      <Suspense fallback={null}>
        {asked === 'days' ? <DueDays section={view.section} onClose={close} /> : null}
      </Suspense>
      {asked === 'shift' ? <ShiftPlan plan={plan} onClose={close} /> : null}
      {asked === 'end' ? <EndPlan section={view.section} plan={plan} onClose={close} /> : null}
    </Section>
  );
}

function AdherenceBar({ bp }: { bp: number | null }) {
  if (bp === null) return <Text c="dimmed">No day was due yet.</Text>;
  const colour = bp >= GREEN_BP ? 'success' : bp >= AMBER_BP ? 'warning' : 'danger';
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text>Adherence</Text>
        <Text fw={600} className="figures">
          {formatPercent(bp)}
        </Text>
      </Group>
      <Progress value={bp / 100} color={colour} aria-label={`Adherence ${formatPercent(bp)}`} />
    </div>
  );
}
