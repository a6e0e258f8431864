import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { communicationModules } from '../modules.ts';
import { announcementContract } from './announcement.contract.ts';
import { announcements } from './announcement.listing.ts';
import { announcementPaths as paths } from './announcement-look.tsx';

type Row = ListingRow<typeof announcements.endpoints.list>;

export const remindedText = (people: number): string =>
  people === 0
    ? 'Nobody is left to remind.'
    : people === 1
      ? '1 person is reminded.'
      : `${people} people are reminded.`;

/** 120 of 334, with a bar. */
export function AckBar({ n, of }: { n: number; of: number }) {
  return (
    <Stack gap={2} miw={90}>
      <Text size="sm">
        {n} of {of}
      </Text>
      <Progress value={of === 0 ? 0 : (n / of) * 100} size="sm" aria-label={`${n} of ${of}`} />
    </Stack>
  );
}

const out = (row: Row) =>
  row.status === 'PUBLISHED' || row.status === 'EXPIRED' || row.status === 'WITHDRAWN';
const cells = {
  title: { second: (row: Row) => (row.pinnedUntil ? 'Pinned' : null), minWidth: 200 },
  target: { minWidth: 180 },
  seen: { cell: (row: Row) => (out(row) ? <AckBar n={row.seen} of={row.recipients} /> : '–') },
  acknowledged: {
    cell: (row: Row) =>
      out(row) && row.ackRequired ? <AckBar n={row.acknowledged} of={row.recipients} /> : '–',
  },
  status: { cell: (row: Row) => <StatusTag area="announcement" state={row.status} /> },
};

/** /announcement/announcement-list: what the centre or head office wrote. */
export function AnnouncementList() {
  const list = useListing(announcements);
  const { holds } = useSession();
  const [asked, setAsked] = useState<{ row: Row; what: 'pin' | 'withdraw' } | null>(null);
  const remind = useCommand(announcementContract.remind, {
    onDone: ({ people }) => notice.ok(remindedText(people)),
    onError: (error) => notice.error(error),
  });
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', to: paths.edit(row.id), hidden: !row.can.edit, edit: true },
    {
      label: 'Copy',
      to: `${paths.add}?copy=${row.id}`,
      hidden: !holds(communicationModules.announcementList, true),
    },
    { label: 'Remind', run: () => remind.run({ id: row.id }), hidden: !row.can.remind },
    { label: 'Pin', run: () => setAsked({ row, what: 'pin' }), hidden: !row.can.pin },
    {
      label: 'Withdraw',
      run: () => setAsked({ row, what: 'withdraw' }),
      hidden: !row.can.withdraw,
      danger: true,
    },
  ];
  const add = holds(communicationModules.announcementList, true)
    ? { label: 'Add announcement', to: paths.add }
    : undefined;
  return (
    <PageFrame title="Announcement list" count={list.total ?? undefined} fill context="centre" primary={add}>
      <ListingTable
        of={announcements}
        list={list}
        cells={cells}
        rowLink={(row) => paths.view(row.id)}
        actions={actions}
        empty={{
          title: 'No announcement yet.',
          help: 'What you tell families and staff stands here, with who has read it.',
          action: add,
        }}
      />
      {asked && <AnnouncementDialog what={asked.what} row={asked.row} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

interface DialogProps {
  what: 'pin' | 'withdraw' | 'approve' | 'return' | 'reopen';
  row: { id: string; version: number; title: string };
  onClose: () => void;
}

/** The dialogs of one announcement, from the list and from its page. */
export function AnnouncementDialog({ what, row, onClose }: DialogProps) {
  const shared = { start: { id: row.id }, ifMatch: row.version, refresh: ['announcement', 'home'], onClose };
  if (what === 'pin')
    return (
      <CommandDialog
        of={announcementContract.pin}
        title={`Pin “${row.title}”`}
        text="It stands above the others until the end of that day. Without a day it is unpinned."
        confirm="Save"
        done="Saved"
        {...shared}
      />
    );
  if (what === 'withdraw')
    return (
      <CommandDialog
        of={announcementContract.withdraw}
        title={`Withdraw “${row.title}”?`}
        text="Its readers do not see it any more, and what has not been sent stays here."
        confirm="Withdraw"
        danger
        done="Withdrawn"
        {...shared}
      />
    );
  if (what === 'approve')
    return (
      <CommandDialog
        of={announcementContract.approve}
        title={`Approve “${row.title}”`}
        text="It goes out at its time, or now when that has passed."
        confirm="Approve"
        done="Approved"
        {...shared}
      />
    );
  if (what === 'return')
    return (
      <CommandDialog
        of={announcementContract.sendBack}
        title={`Send “${row.title}” back`}
        confirm="Send back"
        done="Sent back"
        {...shared}
      />
    );
  return (
    <CommandDialog
      of={announcementContract.reopen}
      title={`Reopen “${row.title}”`}
      confirm="Reopen"
      done="Reopened"
      {...shared}
    />
  );
}
