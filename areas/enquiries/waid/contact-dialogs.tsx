import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { type ContactRow, waidContract } from './waid.contract.ts';

interface DialogProps {
  contact: ContactRow;
  onClose: () => void;
}

/** The enquiry of a contact, prefilled with what WhatsApp told. */
export function ContactEnquiry({ contact, onClose }: DialogProps) {
  const { franchisee } = useSession();
  const choices = useQuery(enquiryContract.choices, {}, { fresh: 300_000 });
  const form = useForm(waidContract.createEnquiry, {
    start: {
      id: contact.id,
      franchiseeId: franchisee?.id ?? (contact.centreLabel ? contact.franchiseeId : null),
      guardianName: contact.profileName,
      note: contact.firstText ? `WhatsApp: ${contact.firstText}` : null,
    },
    toInput: ({ classId, ...values }) => ({ ...values, classId: classId ? Number(classId) : null }),
    refresh: ['enquiry'],
    onDone: (out) => {
      notice.ok(
        out.askedAgain
          ? `This family is known: ${out.enquiryCode} asked again.`
          : `${out.enquiryCode} is made.`,
      );
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Enquiry of ${contact.profileName ?? contact.waId}`}>
      <Form form={form}>
        <Stack gap="md">
          {!franchisee && (
            <Field
              name="franchiseeId"
              label="Centre"
              kind="reference"
              to="franchisee"
              chosenLabel={contact.centreLabel}
            />
          )}
          <Field name="guardianName" label="Parent’s name" kind="text" max={80} />
          {!contact.hasNumber && <Field name="mobile" label="Mobile" kind="phone" />}
          <Field name="childFirstName" label="Child’s first name" kind="text" max={60} optional />
          <Field
            name="classId"
            label="Class"
            kind="choice"
            optional
            options={(choices.data?.classes ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
          />
          <Field name="pincode" label="Pincode" kind="text" max={6} optional />
          <Field name="note" label="Note" kind="longText" max={1000} optional />
        </Stack>
        <SaveBar label="Create enquiry" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

/** This contact is the family of an enquiry that is there already. */
export function LinkContact({ contact, onClose }: DialogProps) {
  const form = useForm(waidContract.link, {
    start: { id: contact.id },
    refresh: ['enquiry'],
    onDone: () => {
      notice.ok('Linked. The number belongs to this family now.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Whose is ${contact.profileName ?? contact.waId}?`}>
      <Form form={form}>
        <Stack gap="md">
          <Text>The number joins the family, and the message stands in the enquiry’s timeline.</Text>
          <Field
            name="enquiryCode"
            label="Enquiry code"
            kind="text"
            max={40}
            placeholder="ENQ-014-2627-00042"
            autoFocus
          />
        </Stack>
        <SaveBar label="Link" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
