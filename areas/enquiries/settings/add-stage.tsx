import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, SimpleGrid, Stack } from '@mantine/core';
import { openToStages, stageContract } from './stage.contract.ts';
import { StageFields } from './stage-fields.tsx';

const start = {
  code: '',
  status: 'Prospect',
  needsNote: false,
  needsReason: false,
  needsSubStatus: false,
  needsFollowUp: false,
  needsAppointment: false,
  exitNeeds: [],
  score: 0,
  maxDays: 14,
  colour: 'info',
  active: true,
  setsIntent: false,
  setsWalkIn: false,
};

export function AddStage({ onClose }: { onClose: () => void }) {
  const form = useForm(stageContract.add, {
    start,
    toInput: (values) => (values['status'] === 'Lost' ? { ...values, maxDays: null } : values),
    refresh: ['enquiry'],
    onDone: () => {
      notice.ok('The stage is added.');
      onClose();
    },
  });
  const status = String(form.values['status'] ?? '');
  return (
    <Modal opened onClose={onClose} title="Add stage" size="lg">
      <Form form={form} wide>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Field
              name="code"
              kind="text"
              label="Name"
              max={40}
              autoFocus
              help="It cannot be changed later"
            />
            <Field
              name="status"
              kind="choice"
              label="Status"
              options={openToStages.map((value) => ({ value, label: value }))}
            />
          </SimpleGrid>
          {status === 'Lost' ? null : (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Field name="setsIntent" kind="boolean" label="The family is interested (Warm)" />
              <Field name="setsWalkIn" kind="boolean" label="The family has visited (Hot)" />
            </SimpleGrid>
          )}
          <StageFields status={status} name={String(form.values['code'] ?? '')} />
        </Stack>
        <SaveBar label="Add stage" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
