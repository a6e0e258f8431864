import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { conversations } from './conversation.listing.ts';
import { ConversationDrawer } from './conversation-drawer.tsx';
import './conversation-look.tsx';

type Row = ListingRow<typeof conversations.endpoints.list>;

const cells = {
  name: { minWidth: 200, second: (row: Row) => row.children || row.number },
  unread: { cell: (row: Row) => (row.unread > 0 ? <Tag tone="info">{row.unread}</Tag> : null) },
  owner: { cell: (row: Row) => row.owner ?? 'Nobody yet' },
  status: { cell: (row: Row) => <StatusTag area="conversation" state={row.status} /> },
};

/** What families wrote on WhatsApp, as a tab: one conversation a number. */
export function Inbox() {
  const list = useListing(conversations);
  return (
    <ListingTable
      of={conversations}
      list={list}
      cells={cells}
      drawer={ConversationDrawer}
      searchHint="Name"
      empty={{
        title: 'Nobody has written yet.',
        help: 'What families write to you on WhatsApp stands here, one conversation for each number.',
      }}
    />
  );
}
