import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import {
  sectionPlanContract as contract,
  deliveryContract,
  type RunningPlan,
  type SectionView,
  type TaughtDay,
} from './delivery.contract.ts';
import { dayReasons, skipReasons } from './delivery-states.ts';

type Section = SectionView['section'];
interface Closes {
  onClose: () => void;
}

export function StartPlan({
  section,
  plan,
  today,
  onClose,
}: Closes & { section: Section; plan: SectionView['startable'][number]; today: string }) {
  return (
    <CommandDialog
      of={contract.start}
      title={`Start ${plan.title}`}
      text={`${section.label} follows it from this day on. The days of the plan fall on the working days of the calendar.`}
      confirm="Start plan"
      start={{ sectionId: section.id, planId: plan.id, startsOn: today }}
      done={`${section.label} follows ${plan.title}.`}
      onClose={onClose}
    />
  );
}

export function ShiftPlan({ plan, onClose }: Closes & { plan: RunningPlan }) {
  return (
    <CommandDialog
      of={contract.shift}
      title="Shift plan"
      text="The day of this position and all later ones move on by as many days of the section."
      confirm="Shift plan"
      start={{ id: plan.id, fromPosition: plan.day.position, idleDays: 1 }}
      fields={{ fromPosition: { max: plan.days } }}
      done="The plan is shifted."
      onClose={onClose}
    />
  );
}

export function EndPlan({ section, plan, onClose }: Closes & { section: Section; plan: RunningPlan }) {
  return (
    <CommandDialog
      of={contract.end}
      title={`End ${plan.title}?`}
      text={`${section.label} follows it no longer, and may start another plan. What was taught stays.`}
      confirm="End plan"
      danger
      start={{ id: plan.id }}
      ifMatch={plan.version}
      done={`${section.label} follows no plan now.`}
      onClose={onClose}
    />
  );
}

const optionsOf = (reasons: Readonly<Record<string, string>>) =>
  Object.entries(reasons).map(([value, label]) => ({ value, label }));

export function SkipDay({ view, day, onClose }: Closes & { view: SectionView; day: TaughtDay }) {
  return (
    <CommandDialog
      of={deliveryContract.skip}
      title="Skip the day"
      text={`None of the blocks of ${day.date ? formatDay(day.date) : `position ${day.position}`} was taught.`}
      confirm="Skip the day"
      start={{ sectionId: view.section.id, dayId: day.id }}
      fields={{
        reason: { options: optionsOf(day.can['closedDay'] ? dayReasons : skipReasons) },
        note: { help: 'Needed for other reasons and for a closed day' },
      }}
      refresh={['section-plan']}
      done="The day is skipped."
      onClose={onClose}
    />
  );
}
