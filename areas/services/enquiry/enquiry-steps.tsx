// The dialogs of a service enquiry: what may be done with it stands in its `can`.
import { todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import type { serviceEnquiries } from './service-enquiry.listing.ts';

export type EnquiryRow = ListingRow<typeof serviceEnquiries.endpoints.list>;
export type Step = 'log' | 'note' | 'lose' | 'revive' | 'contact' | 'wish';
export const REFRESH = ['service-enquiry'];

export function EnquiryStep({ row, step, onClose }: { row: EnquiryRow; step: Step; onClose: () => void }) {
  const ahead = { nextOn: { earliest: todayIst(new Date()) } };
  const shared = { refresh: REFRESH, onClose };
  switch (step) {
    case 'log':
      return (
        <CommandDialog
          of={contract.log}
          title={`Log a contact about ${row.childName}`}
          text={`${row.service}, wanted from ${row.wantedFrom.split('-').reverse().join('-')}`}
          confirm="Save contact"
          start={{ id: row.id, channel: 'CALL' }}
          fields={ahead}
          done="Logged."
          {...shared}
        />
      );
    case 'note':
      return (
        <CommandDialog
          of={contract.note}
          title={`Note on ${row.childName}`}
          confirm="Add note"
          start={{ id: row.id }}
          done="Added."
          {...shared}
        />
      );
    case 'lose':
      return (
        <CommandDialog
          of={contract.lose}
          title={`Close ${row.code} as lost?`}
          text="It leaves the follow-ups. It can be taken up again later."
          confirm="Close as lost"
          danger
          start={{ id: row.id }}
          ifMatch={row.version}
          done="Closed as lost."
          {...shared}
        />
      );
    case 'revive':
      return (
        <CommandDialog
          of={contract.revive}
          title={`Take ${row.code} up again`}
          confirm="Take up again"
          start={{ id: row.id }}
          ifMatch={row.version}
          fields={ahead}
          done="It is open again."
          {...shared}
        />
      );
    case 'wish':
      return (
        <CommandDialog
          of={contract.changeWish}
          title="Change what is wanted"
          confirm="Save"
          start={{
            id: row.id,
            serviceId: row.serviceId,
            wantedFrom: row.wantedFrom,
            wantedTo: row.wantedTo,
            direction: row.direction,
            stopText: row.stopText,
          }}
          ifMatch={row.version}
          done="Saved."
          {...shared}
        />
      );
    case 'contact':
      return <ContactDialog row={row} onClose={onClose} />;
  }
}

function ContactDialog({ row, onClose }: { row: EnquiryRow; onClose: () => void }) {
  const query = useQuery(contract.get, { id: row.id });
  if (!query.data) return null;
  return (
    <CommandDialog
      of={contract.changeContact}
      title={`Contact of ${row.childName}`}
      confirm="Save contact"
      start={{ id: row.id, ...query.data.contact }}
      ifMatch={query.data.row.version}
      refresh={REFRESH}
      done="Saved."
      onClose={onClose}
    />
  );
}
