// The steps a person may take from this stage; the dialog asks exactly what the step must carry.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { enquiryContract } from './enquiry.contract.ts';
import { actionLabels, needsOf, programmes, type UserAction } from './enquiry.states.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';

interface Moved {
  id: string;
  version: number;
  stage: string;
  actions: UserAction[];
  classId: number | null;
  programme: string | null;
  can: Record<string, boolean>;
}
const lossActions: ReadonlySet<UserAction> = new Set(['close', 'drop-off', 'wrong-class']);

export function StagePanel({
  enquiry,
  asked,
  onAsked,
}: {
  enquiry: Moved;
  asked: UserAction | null;
  onAsked: (action: UserAction | null) => void;
}) {
  if (enquiry.actions.length === 0)
    return <Text className="quiet">No further step by hand: this stage comes from admissions.</Text>;
  if (enquiry.can['move'] !== true) return <Text className="quiet">Your role reads enquiries only.</Text>;
  return (
    <>
      <Group gap="xs">
        {enquiry.actions.map((action) => (
          <Button
            key={action}
            size="compact-md"
            variant={lossActions.has(action) ? 'light' : 'default'}
            {...(lossActions.has(action) ? { color: 'danger' } : {})}
            onClick={() => onAsked(action)}
          >
            {actionLabels[action]}
          </Button>
        ))}
      </Group>
      {asked && enquiry.actions.includes(asked) && (
        <StepDialog key={asked} enquiry={enquiry} action={asked} onClose={() => onAsked(null)} />
      )}
    </>
  );
}

function StepDialog({
  enquiry,
  action,
  onClose,
}: {
  enquiry: Moved;
  action: UserAction;
  onClose: () => void;
}) {
  const { classes = [], lostReasons = [] } = useEnquiryChoices().data ?? {};
  const [values, setValues] = useState<Record<string, string | null>>({
    classId: enquiry.classId === null ? null : String(enquiry.classId),
    programme: enquiry.programme,
  });
  const move = useCommand(enquiryContract.moveStage, {
    refresh: ['follow-up'],
    onDone: (out) => {
      notice.ok(`Now in ${out.stage}.`);
      onClose();
    },
  });
  const needs = needsOf[action];
  const errors = move.error?.fields ?? {};
  const set = (name: string) => (value: unknown) =>
    setValues((old) => ({ ...old, [name]: typeof value === 'string' && value !== '' ? value : null }));
  const field = (name: string) => ({ value: values[name] ?? null, onChange: set(name), error: errors[name] });
  const reason = lostReasons.find((one) => one.id === values['lostReasonId']);
  const run = () =>
    void move.run(
      {
        id: enquiry.id,
        action,
        note: values['note'] ?? null,
        reason: values['reason'] ?? null,
        appointmentAt: values['appointmentAt'] ?? null,
        lostReasonId: values['lostReasonId'] ?? null,
        competitor: values['competitor'] ?? null,
        classId: values['classId'] ? Number(values['classId']) : null,
        programme: programmes.find((one) => one === values['programme']) ?? null,
        nextFollowUpOn: values['nextFollowUpOn'] ?? null,
      },
      { ifMatch: enquiry.version },
    );
  return (
    <Modal opened onClose={onClose} title={actionLabels[action]}>
      <Stack gap="md">
        {needs.includes('appointmentAt') && (
          <FieldInput kind="dateTime" label="Time of the visit" {...field('appointmentAt')} />
        )}
        {needs.includes('classId') && (
          <FieldInput
            kind="choice"
            label="Class"
            options={classes.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field('classId')}
          />
        )}
        {needs.includes('programme') && (
          <FieldInput
            kind="choice"
            label="Programme"
            options={programmes.map((value) => ({ value, label: value }))}
            {...field('programme')}
          />
        )}
        {needs.includes('lostReasonId') && (
          <FieldInput
            kind="choice"
            label="Reason"
            options={lostReasons.map(({ id, name }) => ({ value: id, label: name }))}
            {...field('lostReasonId')}
          />
        )}
        {reason?.needsCompetitor && (
          <FieldInput kind="text" label="Which school" max={60} {...field('competitor')} />
        )}
        {needs.includes('reason') && (
          <FieldInput
            kind="longText"
            label="Why"
            max={300}
            help="At least 10 characters"
            {...field('reason')}
          />
        )}
        {!needs.includes('reason') && (
          <FieldInput
            kind="longText"
            label="Note"
            optional={!needs.includes('note')}
            max={1000}
            {...(needs.includes('note') ? { help: 'At least 10 characters' } : {})}
            {...field('note')}
          />
        )}
        {!needs.includes('lostReasonId') && !needs.includes('appointmentAt') && (
          <FieldInput kind="date" label="Next follow-up" optional {...field('nextFollowUpOn')} />
        )}
        {move.error && (
          <Alert color="danger" variant="light" role="alert">
            {move.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={run} loading={move.running}>
            {actionLabels[action]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
