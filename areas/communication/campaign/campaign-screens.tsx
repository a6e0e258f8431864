import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { conversations } from '../conversation/conversation.listing.ts';
import { Inbox } from '../conversation/inbox.tsx';
import { communicationModules } from '../modules.ts';
import { suppressionContract } from './campaign.contract.ts';
import { CampaignList } from './campaign-list.tsx';
import { Compose } from './compose.tsx';
import { messageRate } from './message-rate.record.ts';
import { OutboxTable } from './outbox-table.tsx';
import { smsHeader } from './sms-header.record.ts';

/** /communications/sms: compose, campaigns, inbox, outbox, settings. */
export function SmsWorkspace() {
  const { franchisee } = useSession();
  const waiting = useQuery(conversations.endpoints.counts, {}, { every: 60_000 }).data?.byStatus['WAITING'];
  return (
    <PageFrame title="Send SMS" context="centre">
      <PageTabs
        tabs={[
          {
            value: 'compose',
            label: 'Compose',
            content: <Compose page="SEND_SMS" listPath="/communications/sms?tab=campaigns" />,
          },
          {
            value: 'campaigns',
            label: 'Campaigns',
            content: <CampaignList page="SEND_SMS" empty="No campaign yet." />,
          },
          { value: 'inbox', label: 'Inbox', count: waiting, content: <Inbox /> },
          { value: 'outbox', label: 'Outbox', content: <OutboxTable channel={null} /> },
          { value: 'settings', label: 'Settings', content: <Settings />, hidden: franchisee !== null },
        ]}
      />
    </PageFrame>
  );
}

function Settings() {
  return (
    <Stack gap="xl">
      <RecordTab
        record={smsHeader}
        help="Senders as the operators' registry has them."
        start={{ active: true }}
      />
      <RecordTab record={messageRate} help="What a hundred units cost from a day on." />
    </Stack>
  );
}

/** /communications/email: what was sent, the outbox, and the addresses that do not work. */
export function EmailList() {
  const { holds } = useSession();
  const add = holds(communicationModules.sendEmail, true)
    ? { label: 'New e-mail', to: '/communications/email/send' }
    : undefined;
  return (
    <PageFrame title="E-mail" context="centre" primary={add}>
      <PageTabs
        tabs={[
          {
            value: 'sent',
            label: 'Sent',
            content: <CampaignList page="SEND_EMAIL" empty="No e-mail yet." />,
          },
          { value: 'outbox', label: 'Outbox', content: <OutboxTable channel="EMAIL" /> },
          { value: 'bounces', label: 'Bounces', content: <Bounces /> },
        ]}
      />
    </PageFrame>
  );
}

/** /communications/email/send. */
export const SendEmail = () => (
  <PageFrame title="Send e-mail" context="centre" crumbs={[{ label: 'E-mail', to: '/communications/email' }]}>
    <Compose page="SEND_EMAIL" listPath="/communications/email" />
  </PageFrame>
);

const reasons: Readonly<Record<string, string>> = {
  HARD_BOUNCE: 'Does not exist',
  SOFT_BOUNCE: 'Did not take it five times',
  COMPLAINT: 'Marked it as spam',
  UNSUBSCRIBED: 'Stopped news and offers',
  STOPPED: 'Wrote STOP',
  DND: 'Do-not-call register',
  WRONG_PERSON: 'Somebody else’s address',
  INVALID: 'No valid address',
};

function Bounces() {
  const query = useQuery(suppressionContract.list, { limit: 200 });
  const [asked, setAsked] = useState<{ id: string; scope: 'ALL' | 'MARKETING'; address: string } | null>(
    null,
  );
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No address is stopped."
            help="Addresses that bounce or ask for no more stand here."
          />
        ) : (
          <Section title="Addresses that are not written to" flush>
            <ShortTable
              label="Bounces"
              rows={rows}
              keyOf={({ id, scope }) => `${id}${scope}`}
              columns={[
                {
                  id: 'address',
                  label: 'Address',
                  cell: ({ address }) => address,
                  second: ({ person }) => person,
                },
                {
                  id: 'reason',
                  label: 'Reason',
                  cell: ({ reason }) => reasons[reason] ?? reason,
                  second: ({ scope }) => (scope === 'ALL' ? 'Every message' : 'News and offers'),
                },
                { id: 'since', label: 'Since', cell: ({ since }) => <InstantText at={since} /> },
                {
                  id: 'release',
                  label: '',
                  align: 'end',
                  cell: (row) =>
                    row.can['release'] ? (
                      <Button variant="default" size="compact-sm" onClick={() => setAsked(row)}>
                        Release
                      </Button>
                    ) : null,
                },
              ]}
            />
            {asked && (
              <CommandDialog
                of={suppressionContract.release}
                title={`Write to ${asked.address} again?`}
                confirm="Release"
                start={{ messageId: asked.id, scope: asked.scope }}
                refresh={['suppression']}
                done="Released"
                onClose={() => setAsked(null)}
              />
            )}
          </Section>
        )
      }
    </QueryState>
  );
}
