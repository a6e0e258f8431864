// An enquiry that goes on at another centre: which one is asked here, what follows is said by whoever opens it.
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { pipelineContract } from './pipeline.contract.ts';

interface ElsewhereProps {
  enquiry: { id: string; version: number; childName: string };
  onClose: () => void;
}

const { handOver, moveCentre } = pipelineContract;

/** The second level of the skill programme: the centre goes on with the appointment. */
export const HandOverDialog = (props: ElsewhereProps) => (
  <Elsewhere
    {...props}
    by={handOver}
    title="Hand over to centre"
    text="The centre gets the child with the appointment; who qualified it stays on the enquiry."
    action="Hand over"
  />
);

/** The specification's words for a change of centre stand as the title. */
export const MoveCentreDialog = (props: ElsewhereProps) => (
  <Elsewhere
    {...props}
    by={moveCentre}
    title="Centre Change"
    text={`${props.enquiry.childName} goes on at the other centre as a new enquiry. Here it ends as “Moved to another centre”, which counts in no loss rate.`}
    action="Move the enquiry"
  />
);

interface Asking extends ElsewhereProps {
  by: typeof handOver | typeof moveCentre;
  title: string;
  text: string;
  action: string;
}

function Elsewhere({ enquiry, onClose, by, title, text, action }: Asking) {
  const why = by === moveCentre;
  const form = useForm(by, {
    start: why ? { franchiseeId: null, reason: null } : { franchiseeId: null },
    toInput: (values) => ({ ...values, id: enquiry.id }),
    ifMatch: enquiry.version,
    refresh: ['follow-up'],
    onDone: (out) => {
      notice.ok(`${enquiry.childName} goes on at ${out.centre} as ${out.enquiryCode}.`);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form form={form}>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          <Field name="franchiseeId" kind="reference" to="franchisee" label="Centre" />
          {why && <Field name="reason" kind="longText" label="Why" max={300} help="At least 10 characters" />}
        </Stack>
        <SaveBar label={action} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
