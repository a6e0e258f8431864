import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { Action } from '@aangan/web/ui/action.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { planContract as contract, type Plan, windowContract } from './plan.contract.ts';

export const REFRESH = ['curriculum-plan', 'curriculum-day', 'curriculum-week'];
export const planPath = (id: string, weekId?: string): string =>
  `/learning-cms/curriculum-cms/${id}${weekId ? `/${weekId}` : ''}`;

const uploadPath = (id: string): string => `/learning/bulkUploadCurriculumCMS/${id}`;

interface Named {
  id: string;
  name: string;
}

/** "New plan" for who may, and its dialog: a plan for the year of the top bar, in one of these folders. */
export function useNewPlan(from: { can: { create: boolean }; folders: readonly Named[] } | undefined) {
  const [adding, setAdding] = useState(false);
  const action: Action = {
    label: 'New plan',
    icon: <IconPlus {...icon} />,
    hidden: !from?.can.create,
    run: () => setAdding(true),
  };
  return {
    action,
    dialog: adding && from ? <NewPlan folders={from.folders} onClose={() => setAdding(false)} /> : null,
  };
}

function NewPlan({ folders, onClose }: { folders: readonly Named[]; onClose: () => void }) {
  const navigate = useNavigate();
  const [only] = folders.length === 1 ? folders : [];
  return (
    <CommandDialog
      of={contract.create}
      title="New plan"
      text="An empty plan of weeks and days, for the year chosen at the top."
      confirm="Make plan"
      start={{ weeks: 40, daysPerWeek: 5, ...(only && { folderId: only.id }) }}
      fields={{
        folderId: { kind: 'choice', options: folders.map(({ id, name }) => ({ value: id, label: name })) },
      }}
      refresh={REFRESH}
      done={({ id }) => {
        void navigate(planPath(id));
        return 'The plan is there.';
      }}
      onClose={onClose}
    />
  );
}

export type Asked = 'copy' | 'resize' | 'return' | 'archive' | 'window';

/** The dialog that was asked for, for one plan. */
export function PlanDialog({ plan, asked, onClose }: { plan: Plan; asked: Asked; onClose: () => void }) {
  const navigate = useNavigate();
  const shared = { ifMatch: plan.version, refresh: REFRESH, onClose };
  switch (asked) {
    case 'copy':
      return (
        <CommandDialog
          of={contract.copyYear}
          title={`Copy ${plan.title}`}
          text="All weeks and days, as drafts of a new plan for the year chosen at the top."
          confirm="Copy plan"
          start={{ id: plan.id }}
          refresh={REFRESH}
          done={({ id }) => {
            void navigate(planPath(id));
            return 'The plan is copied.';
          }}
          onClose={onClose}
        />
      );
    case 'resize':
      return (
        <CommandDialog
          {...shared}
          of={contract.resize}
          title={`Change ${plan.title}`}
          text="New weeks come at the end, empty. Weeks with content are not taken away."
          confirm="Save"
          start={{ id: plan.id, title: plan.title, weeks: plan.weeks }}
          done="Saved."
        />
      );
    case 'return':
      return (
        <CommandDialog
          {...shared}
          of={contract.sendBack}
          title={`Return ${plan.title}`}
          text="The author changes it and hands it in again."
          confirm="Return plan"
          start={{ id: plan.id }}
          done="The author is told."
        />
      );
    case 'archive':
      return (
        <CommandDialog
          {...shared}
          of={contract.archive}
          title={`Archive ${plan.title}`}
          text="It can be read, but no longer taught."
          confirm="Archive plan"
          danger
          start={{ id: plan.id }}
          done="The plan is archived."
        />
      );
    case 'window':
      return (
        <CommandDialog
          of={windowContract.open}
          title={`Open weeks of ${plan.title}`}
          confirm="Open weeks"
          start={{
            planId: plan.id,
            audience: 'STAFF',
            fromWeek: 1,
            toWeek: plan.weeks,
            opensAt: new Date().toISOString(),
          }}
          refresh={[...REFRESH, 'publish-window']}
          done="The window is set."
          onClose={onClose}
        />
      );
  }
}

type Step = 'submit' | 'approve' | 'publish' | 'unpublish' | 'restore';
const steps: Readonly<Record<Step, { label: string; text: string; done: string }>> = {
  submit: {
    label: 'Submit for review',
    text: 'Another person reviews it. Meanwhile nobody changes its days.',
    done: 'The reviewers are told.',
  },
  approve: {
    label: 'Approve',
    text: 'All its days become their first published revision.',
    done: 'The plan is approved.',
  },
  publish: {
    label: 'Publish',
    text: 'Staff see the weeks whose window is open.',
    done: 'The plan is published.',
  },
  unpublish: {
    label: 'Unpublish',
    text: 'Teachers no longer see it until it is published again.',
    done: 'The plan is taken back.',
  },
  restore: { label: 'Restore', text: 'It is published again.', done: 'The plan is published again.' },
};

/** `NEXT`: the step a plan waits for; `BESIDE`: stands on its card, too; `MORE`: in its menu. */
export type PlanAction = Action & { place: 'NEXT' | 'BESIDE' | 'MORE' };

/** What may be done with a plan, the next step first; `ask` opens the dialogs of those that need more. */
export function usePlanActions(): (plan: Plan, ask: (asked: Asked) => void) => PlanAction[] {
  const confirm = useConfirm();
  const options = (step: Step) => ({
    refresh: REFRESH,
    onDone: () => notice.ok(steps[step].done),
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  });
  const run = {
    submit: useCommand(contract.submit, options('submit')),
    approve: useCommand(contract.approve, options('approve')),
    publish: useCommand(contract.publish, options('publish')),
    unpublish: useCommand(contract.unpublish, options('unpublish')),
    restore: useCommand(contract.restore, options('restore')),
  };
  return (plan, ask) => {
    const step = (name: Step): PlanAction => ({
      place: name === 'unpublish' ? 'MORE' : 'NEXT',
      label: steps[name].label,
      hidden: !plan.can[name],
      run: async () => {
        const { label, text } = steps[name];
        // The server names the days that are not ready: no question before a refusal.
        const refused = name === 'submit' && plan.ready < plan.days;
        if (refused || (await confirm({ title: `${label}: ${plan.title}?`, text, confirm: label })))
          await run[name].run({ id: plan.id }, { ifMatch: plan.version });
      },
    });
    const dialog = (asked: Asked, label: string, may: boolean | undefined): PlanAction => ({
      place: asked === 'return' || asked === 'window' ? 'BESIDE' : 'MORE',
      label,
      hidden: !may,
      run: () => ask(asked),
      danger: asked === 'archive',
    });
    return [
      step('submit'),
      step('approve'),
      dialog('return', 'Return', plan.can['return']),
      step('publish'),
      dialog('window', 'Open weeks', plan.can['windows']),
      step('restore'),
      dialog('resize', 'Change title or weeks', plan.can['change']),
      { place: 'MORE', label: 'Upload curriculum', hidden: !plan.can['change'], to: uploadPath(plan.id) },
      dialog('copy', 'Copy', plan.can['copy']),
      step('unpublish'),
      dialog('archive', 'Archive', plan.can['archive']),
    ];
  };
}

/** Which plan a dialog is open for. */
export function usePlanDialog() {
  const [open, setOpen] = useState<{ plan: Plan; asked: Asked } | null>(null);
  return {
    ask: (plan: Plan) => (asked: Asked) => setOpen({ plan, asked }),
    dialog: open ? <PlanDialog {...open} onClose={() => setOpen(null)} /> : null,
  };
}
