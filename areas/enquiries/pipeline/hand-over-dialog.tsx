import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { pipelineContract } from './pipeline.contract.ts';

interface HandOverProps {
  enquiry: { id: string; version: number; childName: string };
  onClose: () => void;
}

/** The second level of the skill programme: the centre goes on with the appointment. */
export function HandOverDialog({ enquiry, onClose }: HandOverProps) {
  const form = useForm(pipelineContract.handOver, {
    start: { franchiseeId: null },
    toInput: (values) => ({ ...values, id: enquiry.id }),
    ifMatch: enquiry.version,
    refresh: ['follow-up'],
    onDone: (out) => {
      notice.ok(`${enquiry.childName} goes on at ${out.centre} as ${out.enquiryCode}.`);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Hand over to centre">
      <Form form={form}>
        <Stack gap="md">
          <Text size="sm">
            The centre gets the child with the appointment; who qualified it stays on the enquiry.
          </Text>
          <Field name="franchiseeId" kind="reference" to="franchisee" label="Centre" />
        </Stack>
        <SaveBar label="Hand over" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
