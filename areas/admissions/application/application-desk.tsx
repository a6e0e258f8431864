import { useCommand } from '@aangan/web/api/use-command.ts';
import { ListingScreen } from '@aangan/web/listing/listing-screen.tsx';
import type { ListingTableProps } from '@aangan/web/listing/listing-table.tsx';
import { part } from '@aangan/web/part.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Group } from '@mantine/core';
import { sessionLabels } from '../look.tsx';
import { applicationContract } from './application.contract.ts';
import { applications } from './application.listing.ts';

const ApplicationPanel = part(() => import('./application-panel.tsx'), 'ApplicationPanel');

const cells: ListingTableProps<typeof applications.endpoints.list>['cells'] = {
  childName: { minWidth: 190, second: (row) => row.applicationNo },
  className: { width: 140, second: (row) => sessionLabels[row.daySession] ?? null },
  parentName: { minWidth: 170, second: (row) => row.mobile },
  pagesDone: { width: 90, align: 'start', cell: (row) => `${row.pagesDone}/${row.pagesTotal}` },
  feeAmount: {
    width: 170,
    cell: (row) => (
      <Group component="span" gap="sm" wrap="nowrap" justify="flex-end">
        <StatusTag area="form-fee" state={row.feeStatus} />
        <Money paise={row.feeAmount} />
      </Group>
    ),
  },
  submittedAt: { cell: (row) => (row.submittedAt ? <InstantText at={row.submittedAt} ago /> : '–') },
  status: { width: 150 },
};

export function ApplicationDesk() {
  const resend = useCommand(applicationContract.resend, {
    onDone: (out) => notice.ok(`A fresh link was sent to ${out.sentTo}.`),
    onError: (error) => notice.error(error),
  });
  return (
    <ListingScreen
      of={applications}
      cells={cells}
      drawer={ApplicationPanel}
      actions={(row, show) => [
        { label: 'Open', run: () => show(row.id), frequent: true },
        {
          label: 'Send the link again',
          run: async () => void (await resend.run({ id: row.id })),
          hidden: !row.can.resend,
        },
      ]}
      searchHint="Child, parent, mobile or number"
      empty={{
        title: 'No applications here',
        help: 'Send an application link from an enquiry: the parent’s answers arrive here.',
        action: { label: 'Open enquiries', to: '/forms/enquiry/list' },
      }}
    />
  );
}
