import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import type { Action } from '@aangan/web/ui/action.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Franchisee } from './franchisee-detail.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';
import { SignDialog } from './sign-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

type StepName = Exclude<keyof typeof franchiseeLife, 'suspendPreview'>;

const labels: Readonly<Record<StepName, string>> = {
  sign: 'Sign',
  startSetup: 'Start set-up',
  activate: 'Activate',
  suspend: 'Suspend',
  resume: 'Resume',
  abandon: 'Give up',
  close: 'Close',
  approveClose: 'Approve closing',
  withdrawClose: 'Take back the request to close',
  reopen: 'Reopen',
};
const forwards: readonly StepName[] = ['approveClose', 'sign', 'startSetup', 'activate', 'resume'];
const dangers: readonly StepName[] = ['suspend', 'abandon', 'close'];

export interface Steps {
  /** The step that moves the centre forward. */
  primary: Action | null;
  actions: readonly Action[];
  next: boolean;
  open: StepName | null;
  close: () => void;
}

/** Buttons of the steps the server allows; which dialog is open. */
export function useSteps(franchisee: Franchisee): Steps {
  const [open, setOpen] = useState<StepName | null>(null);
  const allowed = (Object.keys(labels) as StepName[]).filter((name) => franchisee.can[name]);
  const forward = forwards.find((name) => allowed.includes(name));
  const action = (name: StepName): Action => ({
    label: labels[name],
    run: () => setOpen(name),
    ...(dangers.includes(name) ? { danger: true } : {}),
  });
  return {
    primary: forward ? action(forward) : null,
    actions: allowed.filter((name) => name !== forward).map(action),
    next: forward !== undefined,
    open,
    close: () => setOpen(null),
  };
}

type PlainName = Exclude<StepName, 'sign' | 'suspend' | 'close'>;

const texts: Readonly<Record<PlainName, string>> = {
  startSetup: 'The academic years open for this centre and its owner can be invited.',
  activate: 'The centre opens today: it takes enquiries and admissions from now on.',
  resume: 'Everything that was blocked works again at once.',
  abandon: 'The centre is closed before it opened. It stays in the register.',
  approveClose:
    'On the day all access of its people ends, its pincodes become free and its links end. Parents keep reading for a year.',
  withdrawClose: 'The centre goes on as before.',
  reopen: 'The centre goes back to set-up with a new checklist.',
};

export function StepDialogs({ steps, franchisee }: { steps: Steps; franchisee: Franchisee }) {
  const { open, close } = steps;
  if (open === 'sign') return <SignDialog franchisee={franchisee} onClose={close} />;
  if (open === 'suspend') return <SuspendDialog franchisee={franchisee} onClose={close} />;
  if (open === 'close') return <CloseDialog franchisee={franchisee} onClose={close} />;
  if (open === null) return null;
  return <PlainStep step={open} franchisee={franchisee} onClose={close} />;
}

function PlainStep({
  step,
  franchisee,
  onClose,
}: {
  step: PlainName;
  franchisee: Franchisee;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const asks = step === 'abandon' || step === 'reopen';
  const run = async (reason: string) => {
    const options = { ifMatch: franchisee.version };
    const franchiseeId = franchisee.id;
    if (step === 'abandon' || step === 'reopen')
      await call(franchiseeLife[step], { franchiseeId, reason }, options);
    else if (step === 'approveClose' || step === 'withdrawClose')
      await call(franchiseeLife[step], { franchiseeId }, options);
    else await call(franchiseeLife[step], { franchiseeId }, options);
    notice.ok(`${labels[step]}: done.`);
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${labels[step]}: ${franchisee.label}?`}
      text={
        step === 'approveClose' && franchisee.closing
          ? `Closes on ${formatDay(franchisee.closing.on)}, asked by ${franchisee.closing.askedBy ?? 'a colleague'}: ${franchisee.closing.reason}. ${texts[step]}`
          : texts[step]
      }
      confirm={labels[step]}
      danger={step === 'abandon' || step === 'approveClose'}
      run={run}
      reason={asks ? { label: 'Reason', required: true, max: 500 } : undefined}
    />
  );
}

function CloseDialog({ franchisee, onClose }: { franchisee: Franchisee; onClose: () => void }) {
  const today = todayIst(serverNow());
  const form = useForm(franchiseeLife.close, {
    start: { franchiseeId: franchisee.id, on: today },
    ifMatch: franchisee.version,
    onDone: () => {
      notice.ok('Asked. Somebody else approves the closing.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Close ${franchisee.label}`}>
      <Form form={form}>
        <Stack>
          <Field
            name="on"
            kind="date"
            label="Last day"
            earliest={today}
            help="Children, fees and orders must be settled by then"
          />
          <Field name="reason" kind="longText" label="Reason" max={500} />
        </Stack>
        <SaveBar label="Ask to close" danger will="Another person approves it" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
