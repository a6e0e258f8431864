import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import type { Deed } from '@aangan/web/ui/deed.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';

type Franchisee = OutputOf<typeof franchiseeContract.view>;
type StepName = keyof typeof franchiseeLife;

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
  const forward = forwards.find((name) => allowed.includes(name));
  const deed = (name: StepName): Deed => ({
    label: labels[name],
    run: () => setOpen(name),
    ...(dangers.includes(name) ? { danger: true } : {}),
  });
  return {
    primary: forward ? deed(forward) : null,
    deeds: allowed.filter((name) => name !== forward).map(deed),
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
  const owned = franchisee.model === 'FOFO';
  const form = useForm(franchiseeLife.sign, {
    start: { signedOn: today, kind: 'INDIVIDUAL' },
    ifMatch: franchisee.version,
    toInput: ({ signedOn, legalName, kind, pan, email, mobile }) => ({
      franchiseeId: franchisee.id,
      signedOn,
      partner: owned
        ? { legalName, kind, pan, ...(email ? { email } : {}), ...(mobile ? { mobile } : {}) }
        : null,
    }),
    refresh: ['checklist'],
    onDone: () => {
      notice.ok('Signed. The checklist has begun.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Sign ${franchisee.label}`}>
      <Form form={form}>
        <Stack>
          <Field name="signedOn" kind="date" label="Signed on" latest={today} />
          {owned ? (
            <>
              <Field name="legalName" kind="text" label="Partner's legal name" max={120} />
              <Field name="kind" kind="choice" label="Kind" options={kinds} />
              <Field
                name="pan"
                kind="text"
                label="PAN"
                max={10}
                help="A partner with this PAN is found again"
              />
              <Field name="email" kind="email" label="Partner's e-mail" optional />
              <Field name="mobile" kind="phone" label="Partner's mobile" optional />
            </>
          ) : null}
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
const MOST_DAYS = 180;

function SuspendDialog({ franchisee, onClose }: { franchisee: Franchisee; onClose: () => void }) {
  const today = todayIst(serverNow());
  const form = useForm(franchiseeLife.suspend, {
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
          <Field name="until" kind="date" label="Until" earliest={today} latest={addDays(today, MOST_DAYS)} />
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
