import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import type { Deed } from '@aangan/web/ui/deed.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { franchiseeContract } from './franchisee.contract.ts';

type Franchisee = OutputOf<typeof franchiseeContract.view>;
type StepName = 'sign' | 'startSetup' | 'activate' | 'suspend' | 'resume' | 'abandon';

const labels: Readonly<Record<StepName, string>> = {
  sign: 'Sign',
  startSetup: 'Start set-up',
  activate: 'Activate',
  suspend: 'Suspend',
  resume: 'Resume',
  abandon: 'Give up',
};

export interface Steps {
  /** The step that moves the centre forward. */
  primary: Deed | null;
  deeds: readonly Deed[];
  next: boolean;
  open: StepName | null;
  close: () => void;
}

/** Buttons of the steps the server allows; which dialog is open. */
export function useSteps(franchisee: Franchisee): Steps {
  const [open, setOpen] = useState<StepName | null>(null);
  const allowed = (Object.keys(labels) as StepName[]).filter((name) => franchisee.can[name]);
  const forward = allowed.find(
    (name) => name === 'sign' || name === 'startSetup' || name === 'activate' || name === 'resume',
  );
  const deed = (name: StepName): Deed => ({
    label: labels[name],
    run: () => setOpen(name),
    ...(name === 'suspend' || name === 'abandon' ? { danger: true } : {}),
  });
  return {
    primary: forward ? deed(forward) : null,
    deeds: [
      ...(forward && franchisee.can.update
        ? [{ label: 'Edit', to: `/franchisee/edit/${franchisee.id}` }]
        : []),
      ...allowed.filter((name) => name !== forward).map(deed),
    ],
    next: forward !== undefined,
    open,
    close: () => setOpen(null),
  };
}

const texts: Readonly<Record<'startSetup' | 'activate' | 'resume' | 'abandon', string>> = {
  startSetup: 'The academic years open for this centre and its owner can be invited.',
  activate: 'The centre opens today: it takes enquiries and admissions from now on.',
  resume: 'Everything that was blocked works again at once.',
  abandon: 'The centre is closed before it opened. It stays in the register.',
};

export function StepDialogs({ steps, franchisee }: { steps: Steps; franchisee: Franchisee }) {
  const { open, close } = steps;
  if (open === 'sign') return <SignDialog franchisee={franchisee} onClose={close} />;
  if (open === 'suspend') return <SuspendDialog franchisee={franchisee} onClose={close} />;
  if (open === null) return null;
  return <PlainStep step={open} franchisee={franchisee} onClose={close} />;
}

function PlainStep({
  step,
  franchisee,
  onClose,
}: {
  step: 'startSetup' | 'activate' | 'resume' | 'abandon';
  franchisee: Franchisee;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const run = async (reason: string) => {
    const options = { ifMatch: franchisee.version };
    if (step === 'abandon')
      await call(franchiseeContract.abandon, { franchiseeId: franchisee.id, reason }, options);
    else
      await call(
        franchiseeContract[step],
        { franchiseeId: franchisee.id, ...(reason ? { reason } : {}) },
        options,
      );
    notice.ok(`${labels[step]}: done.`);
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${labels[step]} ${franchisee.label}?`}
      text={texts[step]}
      confirm={labels[step]}
      danger={step === 'abandon'}
      run={run}
      reason={step === 'abandon' ? { label: 'Reason', required: true, max: 500 } : undefined}
    />
  );
}

const kinds = [
  ['INDIVIDUAL', 'Individual'],
  ['HUF', 'HUF'],
  ['PROPRIETOR', 'Proprietor'],
  ['PARTNERSHIP', 'Partnership'],
  ['LLP', 'LLP'],
  ['COMPANY', 'Company'],
  ['TRUST', 'Trust'],
].map(([value = '', label = '']) => ({ value, label }));

function SignDialog({ franchisee, onClose }: { franchisee: Franchisee; onClose: () => void }) {
  const today = todayIst(serverNow());
  const form = useForm(franchiseeContract.sign, {
    start: { signedOn: today, kind: 'INDIVIDUAL' },
    ifMatch: franchisee.version,
    toInput: ({ signedOn, legalName, kind, pan }) => ({
      franchiseeId: franchisee.id,
      signedOn,
      partner: { legalName, kind, pan },
    }),
    onDone: () => {
      notice.ok('Signed.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Sign ${franchisee.label}`}>
      <Form form={form}>
        <Stack>
          <Field name="signedOn" kind="date" label="Signed on" latest={today} />
          <Field name="legalName" kind="text" label="Partner's legal name" max={120} />
          <Field name="kind" kind="choice" label="Kind" options={kinds} />
          <Field name="pan" kind="text" label="PAN" max={10} help="A partner with this PAN is found again" />
        </Stack>
        <SaveBar label="Sign" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

const causes = [
  { value: 'DUES', label: 'Dues' },
  { value: 'AUDIT', label: 'Audit' },
  { value: 'LEGAL', label: 'Legal' },
  { value: 'REQUEST', label: 'Own request' },
];
const blocks = [
  { value: 'PUBLIC_ENQUIRY', label: 'New enquiries from the public' },
  { value: 'NEW_ADMISSION', label: 'New admissions' },
  { value: 'KIT_ORDER', label: 'Kit orders' },
  { value: 'NEW_USER', label: 'New users' },
  { value: 'TRAINING_REGISTER', label: 'Registering for trainings' },
  { value: 'PAYOUT', label: 'Payouts' },
];

function SuspendDialog({ franchisee, onClose }: { franchisee: Franchisee; onClose: () => void }) {
  const form = useForm(franchiseeContract.suspend, {
    start: { franchiseeId: franchisee.id, kind: 'DUES', blocks: ['NEW_ADMISSION', 'KIT_ORDER'] },
    ifMatch: franchisee.version,
    onDone: () => {
      notice.ok('Suspended.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Suspend ${franchisee.label}`}>
      <Form form={form}>
        <Stack>
          <Field name="kind" kind="choice" label="Why" options={causes} />
          <Field name="reason" kind="longText" label="Reason, as the owner reads it" max={500} />
          <Field name="until" kind="date" label="Until" earliest={todayIst(serverNow())} />
          <Field
            name="blocks"
            kind="choices"
            label="What is blocked"
            options={blocks}
            help="Fees, attendance, transport and parents' access always go on"
          />
        </Stack>
        <SaveBar label="Suspend" danger onCancel={onClose} />
      </Form>
    </Modal>
  );
}
