import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { type LeadRow, leadIntakeContract } from './lead-intake.contract.ts';
import { outcomeText } from './lead-look.tsx';

/** Sends leads to a centre; one that came without a number is completed here. */
export function AssignDialog({ leads, onClose }: { leads: readonly LeadRow[]; onClose: () => void }) {
  const [first] = leads;
  const one = leads.length === 1;
  const needsNumber = one && first?.mobile === null;
  const form = useForm(leadIntakeContract.assign, {
    start: { ids: leads.map((lead) => lead.id) },
    refresh: ['enquiry'],
    onDone: (out) => {
      notice.ok(outcomeText(out, 'assigned'));
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={one ? `Assign the lead of ${first?.name ?? 'no name'}` : `Assign ${leads.length} leads`}
    >
      <Form form={form}>
        <Stack gap="md">
          <Text>The enquiry counts from the moment the lead arrived. Nothing is sent to the parent.</Text>
          <Field name="franchiseeId" label="Centre" kind="reference" to="franchisee" />
          {needsNumber && <Field name="mobile" label="Mobile of the parent" kind="phone" />}
          {one && first?.name === null && (
            <Field name="guardianName" label="Parent’s name" kind="text" optional max={80} />
          )}
        </Stack>
        <SaveBar label={one ? 'Assign lead' : `Assign ${leads.length} leads`} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
