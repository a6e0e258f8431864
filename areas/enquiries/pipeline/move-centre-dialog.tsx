import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { pipelineContract } from './pipeline.contract.ts';

interface MoveCentreProps {
  enquiry: { id: string; version: number; childName: string };
  onClose: () => void;
}

/** The specification's words for a change of centre stand as the title. */
export function MoveCentreDialog({ enquiry, onClose }: MoveCentreProps) {
  const form = useForm(pipelineContract.moveCentre, {
    start: { franchiseeId: null, reason: null },
    toInput: (values) => ({ ...values, id: enquiry.id }),
    ifMatch: enquiry.version,
    refresh: ['follow-up'],
    onDone: (out) => {
      notice.ok(`${enquiry.childName} goes on at ${out.centre} as ${out.enquiryCode}.`);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Centre Change">
      <Form form={form}>
        <Stack gap="md">
          <Text size="sm">
            {`${enquiry.childName} goes on at the other centre as a new enquiry. Here it ends as “Moved to another centre”, which counts in no loss rate.`}
          </Text>
          <Field name="franchiseeId" kind="reference" to="franchisee" label="Centre" />
          <Field name="reason" kind="longText" label="Why" max={300} help="At least 10 characters" />
        </Stack>
        <SaveBar label="Move the enquiry" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
