import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { type Column, instantColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { sessionLabels } from '../look.tsx';
import { applicationContract } from './application.contract.ts';
import { applicationLabels } from './application.states.ts';

const ApplicationPanel = part(() => import('./application-panel.tsx'), 'ApplicationPanel');

type Row = OutputOf<typeof applicationContract.list>['rows'][number];

const columns: Column<Row>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 190,
    cell: (row) => row.childName,
    second: (row) => row.applicationNo,
  },
  {
    id: 'class',
    label: 'Class',
    width: 140,
    cell: (row) => row.className,
    second: (row) => sessionLabels[row.daySession] ?? null,
  },
  {
    id: 'parent',
    label: 'Parent',
    minWidth: 170,
    cell: (row) => row.parentName,
    second: (row) => row.mobile,
  },
  { id: 'pages', label: 'Filled', width: 90, cell: (row) => `${row.pagesDone}/${row.pagesTotal}` },
  {
    id: 'fee',
    label: 'Fee',
    width: 170,
    align: 'end',
    cell: (row) => (
      <Group component="span" gap="sm" wrap="nowrap" justify="flex-end">
        <StatusTag area="form-fee" state={row.feeStatus} />
        <Money paise={row.feeAmount} />
      </Group>
    ),
  },
  instantColumn('submittedAt', 'Handed in', (row) => row.submittedAt),
  stateColumn('application', (row) => row.status),
];

const tiles = [
  { status: 'SUBMITTED', label: 'To review' },
  { status: 'AWAITING_FEE', label: 'Waiting for the fee' },
  { status: 'IN_PROGRESS', label: 'Being filled' },
  { status: 'LINK_SENT', label: 'Link not opened' },
] as const;

export function ApplicationDesk() {
  const counts = useQuery(applicationContract.counts, {});
  const list = useList(applicationContract.list, {
    filters: [
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        several: true,
        options: Object.entries(applicationLabels).map(([value, label]) => ({ value, label })),
      },
    ],
  });
  const resend = useCommand(applicationContract.resend, {
    onDone: (out) => notice.ok(`A fresh link was sent to ${out.sentTo}.`),
    onError: (error) => notice.error(error),
  });
  const [open, show, linkTo] = useParam('application');
  return (
    <PageFrame title="Applications" count={list.total ?? undefined} context="centre-year" fill>
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        <TileRow>
          {tiles.map((tile) => (
            <Tile
              key={tile.status}
              label={tile.label}
              value={counts.data?.byStatus[tile.status] ?? 0}
              loading={counts.isPending}
              to={`/forms/application?status=${tile.status}`}
            />
          ))}
        </TileRow>
        <DataTable
          name="application"
          label="Applications"
          list={list}
          columns={columns}
          fill
          rowLink={(row) => linkTo(row.id)}
          actions={(row) => [
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
      </Stack>
      <Suspense fallback={null}>
        {open ? <ApplicationPanel id={open} onClose={() => show(null)} /> : null}
      </Suspense>
    </PageFrame>
  );
}
