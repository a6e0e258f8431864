// Asks exactly what a step must carry, and takes it.
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { stageLabel } from '../enquiry/stage-label.ts';
import { useDialogStep } from '../enquiry/use-step.web.ts';
import { type Choices, NeedField } from './need-field.tsx';
import { type MovingEnquiry, type NextStep, needsFor, stepContacts, stepLabel } from './next-steps.ts';

const keyOf = (step: NextStep): string => `${step.action} ${step.to}`;
interface StepDialogProps {
  enquiry: MovingEnquiry;
  /** Ways to the place that was chosen; with several the person says which. */
  steps: readonly NextStep[];
  onClose: () => void;
}

export function StepDialog({ enquiry, steps, onClose }: StepDialogProps) {
  const { data } = useEnquiryChoices();
  const [chosen, setChosen] = useState(steps[0] ? keyOf(steps[0]) : '');
  const step = steps.find((one) => keyOf(one) === chosen) ?? steps[0];
  if (!step) return null;
  return (
    <Modal opened onClose={onClose} title={`${enquiry.childName}: ${stepLabel(step)}`}>
      <Stack gap="md">
        <Text size="sm" className="quiet">
          {[...new Set([enquiry.stage, step.to])].map(stageLabel).join(' → ')}
        </Text>
        {steps.length > 1 && (
          <FieldInput
            kind="choice"
            label="What happened"
            value={chosen}
            onChange={(value) => setChosen(String(value ?? ''))}
            options={steps.map((one) => ({ value: keyOf(one), label: stepLabel(one) }))}
          />
        )}
        {data && <StepForm key={chosen} enquiry={enquiry} step={step} choices={data} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

type Values = Readonly<Record<string, unknown>>;

interface StepFormProps {
  enquiry: MovingEnquiry;
  step: NextStep;
  choices: Choices;
  onClose: () => void;
}

/** What a step asks for, and the step. */
export function StepForm({ enquiry, step, choices, onClose }: StepFormProps) {
  const [values, setValues] = useState<Values>({
    classId: enquiry.classId === null ? null : String(enquiry.classId),
    programme: enquiry.programme,
  });
  const said = (out: { stage: string }) => `${enquiry.childName} is now in ${out.stage}.`;
  const refresh = ['follow-up', 'appointment'];
  const move = useDialogStep(enquiryContract.moveStage, said, { onClose, refresh });
  const needs = needsFor(
    step,
    { stage: enquiry.stage, status: enquiry.spancoStatus },
    { stages: choices.stages, known: enquiry },
  );
  const errors = move.error?.fields ?? {};
  const field = (name: string) => ({
    value: values[name] ?? null,
    onChange: (value: unknown) => setValues((old) => ({ ...old, [name]: value === '' ? null : value })),
    error: errors[name],
  });
  const lost = step.status === 'Lost';
  const text = (name: string): string | null => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const run = () =>
    void move.run(
      {
        id: enquiry.id,
        action: step.action,
        toStage: step.to,
        contact: stepContacts.find((one) => one === text('contact')) ?? null,
        interested: values['interested'] === true,
        withoutAppointment: values['withoutAppointment'] === true,
        note: text('note'),
        reason: text('reason'),
        appointmentAt: text('appointmentAt'),
        lostReasonId: text('lostReasonId'),
        competitor: text('competitor'),
        classId: needs.includes('classId') && text('classId') ? Number(text('classId')) : null,
        programme: needs.includes('programme') ? text('programme') : null,
        childDob: text('childDob'),
        ...(text('pincode') ? { pincode: text('pincode') } : {}),
        subStatus: text('subStatus'),
        nextFollowUpOn: text('nextFollowUpOn'),
      },
      { ifMatch: enquiry.version },
    );
  return (
    <>
      {needs.map((need) => (
        <NeedField
          key={need}
          need={need}
          choices={choices}
          status={step.status}
          enquiry={enquiry}
          field={field}
        />
      ))}
      {needs.includes('contact') && step.action !== 'counsel-offline' && step.action !== 'counsel-online' && (
        <FieldInput kind="boolean" label="They are interested" {...field('interested')} />
      )}
      {choices.lostReasons.find((one) => one.id === values['lostReasonId'])?.needsCompetitor && (
        <FieldInput kind="text" label="Which school" max={60} {...field('competitor')} />
      )}
      {!needs.includes('subStatus') && !lost && step.action === 'enter' && (
        <NeedField need="subStatus" optional choices={choices} status={step.status} field={field} />
      )}
      {!needs.includes('note') && !needs.includes('reason') && (
        <FieldInput kind="longText" label="Note" optional max={1000} {...field('note')} />
      )}
      {!lost && !needs.includes('appointmentAt') && !needs.includes('nextFollowUpOn') && (
        <FieldInput
          kind="date"
          label="Next follow-up"
          optional
          help="Empty: the next working day"
          {...field('nextFollowUpOn')}
        />
      )}
      <DialogFoot
        error={
          move.error?.status === 412
            ? 'Somebody else changed this enquiry meanwhile. Close this and look again: nothing was overwritten.'
            : move.error
        }
        fieldsTell
        onCancel={onClose}
        cancel={step.action === 'close' ? 'Keep it open' : undefined}
      >
        <Button onClick={run} loading={move.running} {...(lost ? { color: 'danger' } : {})}>
          {step.action === 'close' ? 'Close the enquiry' : stepLabel(step)}
        </Button>
      </DialogFoot>
    </>
  );
}
