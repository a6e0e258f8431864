// The steps of a person's employment, each with its question: from the list and from the drawer.
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { staffContract } from './staff.contract.ts';

export type StaffStep = 'approve' | 'reject' | 'suspend' | 'restore' | 'leaveService' | 'stay' | 'rejoin';

interface StepWords {
  label: string;
  danger?: true;
  title: (name: string) => string;
  text: string;
  done: (name: string) => string;
  fields?: ReactNode;
  start?: () => Readonly<Record<string, unknown>>;
}

const today = () => todayIst(serverNow());
const reason = <Field name="reason" kind="longText" label="Reason" max={300} autoFocus />;

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
    text: 'The roles at this centre end. The person is told the reason.',
    done: (name) => `${name} is rejected.`,
    fields: reason,
  },
  suspend: {
    label: 'Suspend',
    danger: true,
    title: (name) => `Suspend ${name}?`,
    text: 'The screens for approved staff close at once. The person is told the reason.',
    done: (name) => `${name} is suspended.`,
    fields: reason,
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
    fields: (
      <>
        <Field name="on" kind="date" label="Last day" />
        <Field name="reason" kind="longText" label="Reason" max={300} />
        <Field name="rehire" kind="boolean" label="May be taken back later" />
      </>
    ),
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
    fields: <Field name="on" kind="date" label="Joins on" />,
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
  const { label, danger, title, text, done, fields, start } = steps[step];
  const form = useForm(staffContract[step], {
    start: { id: person.id, ...start?.() },
    ifMatch: person.version,
    refresh: ['home'],
    onDone: () => {
      notice.ok(done(person.name));
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={title(person.name)} centered>
      <Form form={form}>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          {fields}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={form.saving} {...(danger ? { color: 'danger' } : {})}>
              {label}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
