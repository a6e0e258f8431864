// The steps of a person's employment, each with its question: from the list and from the drawer.
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { staffContract } from './staff.contract.ts';

export type StaffStep = 'approve' | 'reject' | 'suspend' | 'restore' | 'leaveService' | 'stay' | 'rejoin';

interface StepWords {
  label: string;
  danger?: true;
  title: (name: string) => string;
  text: string;
  done: (name: string) => string;
  start?: () => Readonly<Record<string, unknown>>;
}

const today = () => todayIst(serverNow());

const steps: Readonly<Record<StaffStep, StepWords>> = {
  approve: {
    label: 'Approve',
    title: (name) => `Approve ${name}?`,
    text: 'The needed documents must be verified. The screens for approved staff open at once.',
    done: (name) => `${name} is approved.`,
  },
  reject: {
    label: 'Reject',
    danger: true,
    title: (name) => `Reject ${name}?`,
    text: 'The roles at this centre end. The person is given the reason.',
    done: (name) => `${name} is rejected.`,
  },
  suspend: {
    label: 'Suspend',
    danger: true,
    title: (name) => `Suspend ${name}?`,
    text: 'The screens for approved staff close at once. The person is given the reason.',
    done: (name) => `${name} is suspended.`,
  },
  restore: {
    label: 'Restore',
    title: (name) => `Restore ${name}?`,
    text: 'The needed documents are checked again. The screens for approved staff open at once.',
    done: (name) => `${name} is approved again.`,
  },
  leaveService: {
    label: 'Leave service',
    danger: true,
    title: (name) => `Set the last day of ${name}`,
    text: 'When the last day is over, the approval and the roles at this centre end.',
    done: (name) => `The last day of ${name} is set.`,
    start: () => ({ on: today(), rehire: true }),
  },
  stay: {
    label: 'Remove last day',
    title: (name) => `Remove the last day of ${name}?`,
    text: 'The employment goes on as before.',
    done: (name) => `${name} stays.`,
  },
  rejoin: {
    label: 'Rejoin',
    title: (name) => `Take ${name} back?`,
    text: 'The person waits for approval again and gets the role of the category back.',
    done: (name) => `${name} waits for approval.`,
    start: () => ({ on: today() }),
  },
};

/** The steps that the server allows on a row, in their order. */
export const stepsOf = (can: Readonly<Record<string, boolean>>) =>
  (Object.keys(steps) as StaffStep[])
    .filter((step) => can[step])
    .map((step) => ({ step, label: steps[step].label, danger: steps[step].danger ?? false }));

interface Person {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

export function StepDialog({
  step,
  person,
  onClose,
}: {
  step: StaffStep;
  person: Person;
  onClose: () => void;
}) {
  const { label, danger = false, title, text, done, start } = steps[step];
  return (
    <CommandDialog
      of={staffContract[step] as Endpoint}
      title={title(person.name)}
      text={text}
      confirm={label}
      danger={danger}
      start={{ id: person.id, ...start?.() }}
      ifMatch={person.version}
      refresh={['home']}
      done={done(person.name)}
      onClose={onClose}
    />
  );
}
