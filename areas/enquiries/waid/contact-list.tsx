// People who wrote on WhatsApp first, and the enquiry they became (enquiries.md 4, waid-integration).
import { useList } from '@aangan/web/list/use-list.ts';
import {
  type ListingRow,
  ListingTable,
  type ListingTableProps,
  listingFilters,
} from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useStep } from '../enquiry/use-step.web.ts';
import { waidContract } from './waid.contract.ts';
import { waContacts } from './waid.listing.ts';
import { contactStates } from './waid-words.ts';

const ContactEnquiry = part(() => import('./contact-dialogs.tsx'), 'ContactEnquiry');
const LinkContact = part(() => import('./contact-dialogs.tsx'), 'LinkContact');

stateTable('wa-contact', {
  NEW: ['info', contactStates.NEW],
  LINKED: ['success', contactStates.LINKED],
  CREATED: ['success', contactStates.CREATED],
  IGNORED: ['neutral', contactStates.IGNORED],
  BLOCKED: ['danger', contactStates.BLOCKED],
});

type Row = ListingRow<typeof waContacts.endpoints.list>;

const cells: ListingTableProps<typeof waContacts.endpoints.list>['cells'] = {
  profileName: { minWidth: 170, cell: (row) => row.profileName ?? 'No name', second: (row) => row.waId },
  firstText: { minWidth: 240, second: (row) => (row.ad ? `Ad: ${row.ad}` : null) },
  messages: { width: 100 },
  lastAt: { width: 150 },
  firstAt: { width: 150 },
  state: { width: 150, cell: (row) => <StatusTag area="wa-contact" state={row.state} /> },
  enquiryCode: { width: 190, second: (row) => row.ownerName },
  centreLabel: { minWidth: 150, cell: (row) => row.centreLabel ?? 'Head office' },
  channelName: { width: 160 },
};
const filters = listingFilters(waContacts);

export function ContactList() {
  const list = useList(waContacts.endpoints.list, { filters, sort: waContacts.sort, every: 30_000 });
  const [asked, setAsked] = useState<{ what: 'create' | 'link'; row: Row } | null>(null);
  const ignore = useStep(waidContract.ignore, 'Ignored. A new message makes the contact new again.');
  const block = useStep(waidContract.block, 'Blocked. Further messages are only counted.');
  const reopen = useStep(waidContract.reopen, 'The contact is new again.');
  return (
    <PageFrame title="WhatsApp leads" count={list.total ?? undefined} context="centre" fill>
      <ListingTable
        of={waContacts}
        list={list}
        cells={cells}
        searchHint="Name, message or number"
        rowLink={(row) => (row.enquiryCode ? `/forms/list/${row.enquiryCode}` : null)}
        actions={(row) => [
          {
            label: 'Create enquiry',
            icon: <IconUserPlus {...smallIcon} />,
            run: () => setAsked({ what: 'create', row }),
            frequent: true,
            hidden: !row.can.create,
          },
          {
            label: 'Link to an enquiry',
            icon: <IconLink {...smallIcon} />,
            run: () => setAsked({ what: 'link', row }),
            frequent: true,
            hidden: !row.can.link,
          },
          { label: 'Ignore', run: () => void ignore.run({ id: row.id }), hidden: !row.can.ignore },
          { label: 'Take up again', run: () => void reopen.run({ id: row.id }), hidden: !row.can.reopen },
          {
            label: 'Block',
            danger: true,
            run: () => void block.run({ id: row.id }),
            hidden: !row.can.block,
          },
        ]}
        empty={{
          title: 'No WhatsApp contact yet',
          help: 'Whoever writes to one of your numbers for the first time appears here.',
        }}
      />
      <Suspense fallback={null}>
        {asked?.what === 'create' && <ContactEnquiry contact={asked.row} onClose={() => setAsked(null)} />}
        {asked?.what === 'link' && <LinkContact contact={asked.row} onClose={() => setAsked(null)} />}
      </Suspense>
    </PageFrame>
  );
}
