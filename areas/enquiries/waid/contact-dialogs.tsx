import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { waidContract } from './waid.contract.ts';
import type { waContacts } from './waid.listing.ts';

interface DialogProps {
  contact: ListingRow<typeof waContacts.endpoints.list>;
  onClose: () => void;
}

/** The enquiry of a contact, prefilled with what WhatsApp told. */
export function ContactEnquiry({ contact, onClose }: DialogProps) {
  const { franchisee } = useSession();
  const { id, profileName, firstText, centreLabel } = contact;
  const centre = franchisee?.id ?? (centreLabel ? contact.franchiseeId : null);
  return (
    <CommandDialog
      of={waidContract.createEnquiry}
      title={`Enquiry of ${profileName ?? contact.waId}`}
      confirm="Create enquiry"
      start={{
        id,
        ...(centre !== null && { franchiseeId: centre }),
        ...(profileName && { guardianName: profileName }),
        note: firstText ? `WhatsApp: ${firstText}` : null,
      }}
      fields={{
        franchiseeId: franchisee ? { as: () => null } : { chosenLabel: centreLabel },
        mobile: { when: () => !contact.hasNumber, optional: false },
      }}
      refresh={['enquiry']}
      done={(out) =>
        out.askedAgain
          ? `This family is known: ${out.enquiryCode} asked again.`
          : `${out.enquiryCode} is made.`
      }
      onClose={onClose}
    />
  );
}

/** This contact is the family of an enquiry that is there already. */
export const LinkContact = ({ contact, onClose }: DialogProps) => (
  <CommandDialog
    of={waidContract.link}
    title={`Whose is ${contact.profileName ?? contact.waId}?`}
    text="The number joins the family, and the message stands in the enquiry’s timeline."
    confirm="Link"
    start={{ id: contact.id }}
    fields={{ enquiryCode: { placeholder: 'ENQ-014-2627-00042' } }}
    refresh={['enquiry']}
    done="Linked. The number belongs to this family now."
    onClose={onClose}
  />
);
