// People who wrote on WhatsApp first, and the enquiry they became (enquiries.md 4, waid-integration).
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { type Column, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { optionsOf } from '../intake/lead-look.tsx';
import { type ContactRow, waidContract } from './waid.contract.ts';
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

const columns: Column<ContactRow>[] = [
  {
    id: 'name',
    label: 'Profile',
    minWidth: 170,
    cell: (row) => row.profileName ?? 'No name',
    second: (row) => row.waId,
  },
  {
    id: 'text',
    label: 'First message',
    minWidth: 240,
    cell: (row) => row.firstText ?? '–',
    second: (row) => (row.ad ? `Ad: ${row.ad}` : null),
  },
  { id: 'messages', label: 'Messages', width: 100, align: 'end', cell: (row) => row.messages },
  instantColumn('lastAt', 'Last message', (row) => row.lastAt, { width: 150 }),
  instantColumn('firstAt', 'First message at', (row) => row.firstAt, { width: 150, hidden: true }),
  stateColumn('wa-contact', (row) => row.state, { label: 'State', width: 150 }),
  {
    id: 'enquiry',
    label: 'Enquiry',
    width: 190,
    cell: (row) => row.enquiryCode ?? '–',
    second: (row) => row.ownerName,
  },
  { id: 'centre', label: 'Centre', minWidth: 150, cell: (row) => row.centreLabel ?? 'Head office' },
  { id: 'channel', label: 'Number', width: 160, cell: (row) => row.channelName ?? '–', hidden: true },
];

const filters = [
  { name: 'state', label: 'State', kind: 'choice', options: optionsOf(contactStates), several: true },
  { name: 'writtenOn', label: 'Last message', kind: 'date', range: true },
] as const;

export function ContactList() {
  const list = useList(waidContract.list, { filters, every: 30_000 });
  const [asked, setAsked] = useState<{ what: 'create' | 'link'; row: ContactRow } | null>(null);
  const options = (text: string) => ({
    onDone: () => notice.ok(text),
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  });
  const ignore = useCommand(
    waidContract.ignore,
    options('Ignored. A new message makes the contact new again.'),
  );
  const block = useCommand(waidContract.block, options('Blocked. Further messages are only counted.'));
  const reopen = useCommand(waidContract.reopen, options('The contact is new again.'));
  return (
    <PageFrame title="WhatsApp leads" count={list.total ?? undefined} context="centre" fill>
      <DataTable
        name="wa-contact"
        label="WhatsApp contacts"
        list={list}
        columns={columns}
        fill
        searchHint="Name, message or number"
        rowLink={(row) => (row.enquiryCode ? `/forms/list/${row.enquiryCode}` : null)}
        actions={(row) => [
          {
            label: 'Create enquiry',
            icon: <IconUserPlus {...smallIcon} />,
            run: () => setAsked({ what: 'create', row }),
            frequent: true,
            hidden: !row.can['create'],
          },
          {
            label: 'Link to an enquiry',
            icon: <IconLink {...smallIcon} />,
            run: () => setAsked({ what: 'link', row }),
            frequent: true,
            hidden: !row.can['link'],
          },
          { label: 'Ignore', run: () => void ignore.run({ id: row.id }), hidden: !row.can['ignore'] },
          { label: 'Take up again', run: () => void reopen.run({ id: row.id }), hidden: !row.can['reopen'] },
          {
            label: 'Block',
            danger: true,
            run: () => void block.run({ id: row.id }),
            hidden: !row.can['block'],
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
