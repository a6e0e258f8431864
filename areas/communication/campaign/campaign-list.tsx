import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { campaignContract } from './campaign.contract.ts';
import { campaigns } from './campaign.listing.ts';
import { campaignLabels, outReasons } from './campaign.states.ts';
import './campaign-look.tsx';

type Row = ListingRow<typeof campaigns.endpoints.list>;

export const composePath = (page: 'SEND_SMS' | 'SEND_EMAIL', id?: string): string => {
  const base = page === 'SEND_SMS' ? '/communications/sms' : '/communications/email/send';
  return id ? `${base}?campaign-draft=${id}` : base;
};

const options = Object.entries(campaignLabels).map(([value, label]) => ({ value, label }));

const cells = {
  title: { minWidth: 180, second: (row: Row) => row.template },
  status: { cell: (row: Row) => <StatusTag area="campaign" state={row.status} /> },
};

/** Campaigns as a tab: whom they went to, and how many arrived. */
export function CampaignList({ page, empty }: { page: 'SEND_SMS' | 'SEND_EMAIL'; empty: string }) {
  const list = useList(campaigns.endpoints.list, {
    filters: [{ name: 'status', label: 'Status', kind: 'choice', options }],
    sort: campaigns.sort,
    input: { page },
  });
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', to: composePath(row.page, row.id), hidden: !row.can.edit, edit: true },
  ];
  return (
    <ListingTable
      of={campaigns}
      list={list}
      cells={cells}
      drawer={CampaignDrawer}
      actions={actions}
      empty={{ title: empty, help: 'What you send to many people stands here, with how many it reached.' }}
    />
  );
}

function CampaignDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(campaignContract.get, { id }, { fresh: 0 });
  const [asked, setAsked] = useState<'approve' | 'return' | 'cancel' | null>(null);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.title ?? 'Campaign'}>
      <QueryState query={query}>
        {(row) => {
          const shared = {
            start: { id },
            ifMatch: row.version,
            refresh: ['campaign'],
            onClose: () => setAsked(null),
          };
          return (
            <Stack gap="md">
              <Group gap="sm">
                {row.can['approve'] && <Button onClick={() => setAsked('approve')}>Approve</Button>}
                {row.can['return'] && (
                  <Button variant="default" onClick={() => setAsked('return')}>
                    Send back
                  </Button>
                )}
                {row.can['edit'] && (
                  <Button variant="default" component={Link} to={composePath(row.page, id)}>
                    Edit
                  </Button>
                )}
                {row.can['cancel'] && (
                  <Button variant="default" onClick={() => setAsked('cancel')}>
                    Cancel campaign
                  </Button>
                )}
              </Group>
              {row.reached !== null && row.reached > 0 && row.sent + row.failed > 0 && (
                <Progress.Root size="lg" aria-label="Progress">
                  <Progress.Section value={(row.delivered / row.reached) * 100} color="teal" />
                  <Progress.Section value={((row.sent - row.delivered) / row.reached) * 100} />
                  <Progress.Section value={(row.failed / row.reached) * 100} color="danger" />
                </Progress.Root>
              )}
              <Facts
                items={[
                  { label: 'Status', value: <StatusTag area="campaign" state={row.status} /> },
                  { label: 'For', value: row.target },
                  { label: 'Template', value: row.template },
                  { label: 'Matched', value: row.matched, hidden: row.matched === null },
                  { label: 'Reached', value: row.reached, hidden: row.reached === null },
                  {
                    label: 'SMS units',
                    value: row.units,
                    hidden: row.page !== 'SEND_SMS' || row.units === null,
                  },
                  {
                    label: 'Sent',
                    value: `${row.sent}, of them ${row.delivered} delivered`,
                    hidden: row.sent === 0,
                  },
                  { label: 'Waiting', value: row.waiting, hidden: row.waiting === 0 },
                  { label: 'Not sent', value: row.failed, hidden: row.failed === 0 },
                  {
                    label: 'Goes out',
                    value: <InstantText at={row.scheduledAt} />,
                    hidden: !row.scheduledAt,
                  },
                  { label: 'By', value: row.by },
                  { label: 'Approved by', value: row.approvedBy, hidden: !row.approvedBy },
                  { label: 'Cancelled because', value: row.cancelReason, hidden: !row.cancelReason },
                  ...row.out.map(({ reason, n }) => ({ label: outReasons[reason], value: n })),
                ]}
              />
              <Section title="Text">
                <Text style={{ whiteSpace: 'pre-wrap' }}>{row.text}</Text>
              </Section>
              <HistoryPanel kind="campaign" id={id} />
              {asked === 'approve' && (
                <CommandDialog
                  of={campaignContract.approve}
                  title={`Approve “${row.title}”`}
                  text={`It is sent to ${row.reached === 1 ? '1 person' : `${row.reached ?? 0} people`}: once approved, or at its time if it has one.`}
                  confirm="Approve"
                  done="Approved"
                  {...shared}
                />
              )}
              {asked === 'return' && (
                <CommandDialog
                  of={campaignContract.sendBack}
                  title={`Send “${row.title}” back`}
                  confirm="Send back"
                  done="Sent back"
                  {...shared}
                />
              )}
              {asked === 'cancel' && (
                <CommandDialog
                  of={campaignContract.cancel}
                  title={`Cancel “${row.title}”?`}
                  text="What has left stays; what waits is not sent."
                  confirm="Cancel campaign"
                  danger
                  done="Cancelled"
                  {...shared}
                />
              )}
            </Stack>
          );
        }}
      </QueryState>
    </Drawer>
  );
}
