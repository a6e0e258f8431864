// Tabs of the matrix screen for what is only kept: categories and canned replies.
import type { AnyRecord } from '@aangan/contract/record.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import type { Row } from '@aangan/web/record/record-columns.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { cannedReply } from './canned-reply.record.ts';
import { ticketCategory } from './ticket-category.record.ts';

export const Categories = ({ tabs }: { tabs: ReactNode }) => (
  <Kept
    record={ticketCategory}
    tabs={tabs}
    empty={{
      title: 'No categories yet',
      help: 'Add what centres ask about most, for example Kit under LOGISTICS.',
    }}
  />
);

export const CannedReplies = ({ tabs }: { tabs: ReactNode }) => (
  <Kept
    record={cannedReply}
    tabs={tabs}
    empty={{ title: 'No canned replies yet', help: 'Add texts that agents send again and again.' }}
  />
);

function Kept({
  record,
  tabs,
  empty,
}: {
  record: AnyRecord;
  tabs: ReactNode;
  empty: { title: string; help: string };
}) {
  const list = useList(record);
  const [edited, edit] = useState<Row | 'new' | null>(null);
  const mayWrite = useSession().holds(record.module, true);
  const add = {
    label: `Add ${record.title.toLowerCase()}`,
    run: () => edit('new'),
    icon: <IconPlus {...icon} />,
  };
  return (
    <PageFrame
      title="Ticket matrix"
      count={list.total ?? undefined}
      fill
      primary={mayWrite ? add : undefined}
    >
      {tabs}
      <RecordTab
        record={record}
        list={list as ListModel<Row>}
        edited={edited}
        edit={edit}
        start={{ active: true }}
        empty={empty}
      />
    </PageFrame>
  );
}
