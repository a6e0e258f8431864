// Tabs of the matrix screen for what is only kept: categories and canned replies.
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import type { ReactNode } from 'react';
import { cannedReply } from './canned-reply.record.ts';
import { ticketCategory } from './ticket-category.record.ts';

export const Categories = ({ tabs }: { tabs: ReactNode }) => (
  <PageFrame title="Ticket matrix">
    {tabs}
    <RecordTab
      record={ticketCategory}
      help="What centres ask a department about, for example Kit under LOGISTICS."
      refresh={['ticket-category', 'ticket-matrix']}
    />
  </PageFrame>
);

export const CannedReplies = ({ tabs }: { tabs: ReactNode }) => (
  <PageFrame title="Ticket matrix">
    {tabs}
    <RecordTab record={cannedReply} help="Texts that agents send again and again." />
  </PageFrame>
);
