import { useQuery } from '@aangan/web/api/use-query.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { buckets } from '../enquiry/bucket.ts';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { stageLabel, statusWithCode } from '../enquiry/stage-label.ts';
import '../enquiry/enquiry-look.tsx';
import { leadReallocationContract, type ReallocationRow } from './lead-reallocation.contract.ts';
import type { MoveAsked } from './move-dialog.tsx';

const MoveDialog = part(() => import('./move-dialog.tsx'), 'MoveDialog');

const bucketLabels: Readonly<Record<string, string>> = buckets;

const columns: Column<ReallocationRow>[] = [
  textColumn('child', 'Child', (row) => row.childName, {
    minWidth: 170,
    second: (row) => [row.enquiryCode, row.className].filter(Boolean).join(' · '),
  }),
  {
    id: 'owner',
    label: 'Owner',
    minWidth: 170,
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        <span>{row.ownerName}</span>
        {row.ownerState === 'LEAVE' && <Tag tone="warning">On leave</Tag>}
        {row.ownerState === 'DISABLED' && <Tag tone="danger">Left</Tag>}
      </Group>
    ),
    second: (row) => (row.ownerSince ? <InstantText at={row.ownerSince} ago /> : null),
  },
  stateColumn('enquiry', (row) => row.spancoStatus, { second: (row) => stageLabel(row.stage), width: 190 }),
  textColumn('bucket', 'Follow-up', (row) => (row.bucket ? (bucketLabels[row.bucket] ?? row.bucket) : '–'), {
    width: 190,
    second: (row) => (row.overdueDays > 0 ? `overdue ${row.overdueDays} d` : null),
  }),
  instantColumn('lastContact', 'Last contact', (row) => row.lastContactAt, { width: 150 }),
  textColumn('moves', 'Times moved', (row) => row.moves, { width: 110, align: 'end' }),
];

export function MoveTab() {
  const { holds } = useSession();
  const mayWrite = holds(leadReallocationContract.start.module, true);
  const people = useQuery(leadReallocationContract.people, {}, { fresh: 60_000 });
  const filters = useMemo(
    () => [
      {
        name: 'owner',
        label: 'Owner',
        kind: 'choice' as const,
        options: (people.data?.rows ?? []).map((one) => ({
          value: one.id,
          label: `${one.name} (${one.open})`,
        })),
      },
      {
        name: 'bucket',
        label: 'Follow-up',
        kind: 'choice' as const,
        options: [
          { value: 'due', label: 'Due' },
          { value: 'overdue', label: 'Overdue' },
          ...Object.entries(buckets)
            .filter(([slug]) => slug !== 'closed')
            .map(([value, label]) => ({ value, label })),
        ],
      },
      {
        name: 'spancoStatus',
        label: 'Status',
        kind: 'choice' as const,
        options: spancoStatuses
          .filter((one) => one !== 'Order' && one !== 'Lost')
          .map((value) => ({ value, label: statusWithCode(value) })),
      },
      { name: 'idleDays', label: 'No contact for (days)', kind: 'integer' as const },
    ],
    [people.data],
  );
  const list = useList(leadReallocationContract.list, { filters });
  const [asked, setAsked] = useState<MoveAsked | null>(null);
  const all = list.total?.n ?? 0;
  return (
    <>
      <DataTable
        name="lead-reallocation"
        label="Enquiries with an owner"
        list={list}
        columns={columns}
        searchHint="Child, parent, code or number"
        rowLink={(row) => `/forms/list/${row.enquiryCode}`}
        tools={
          mayWrite && all > 0 && list.q === '' ? (
            <Button
              variant="default"
              leftSection={<IconArrowsExchange {...smallIcon} />}
              onClick={() => setAsked({ filters: list.filters, n: all })}
            >
              {`Move all ${all}${list.total?.more ? '+' : ''}`}
            </Button>
          ) : null
        }
        {...(mayWrite
          ? {
              bulk: [
                {
                  label: (n: number) => `Move ${n}`,
                  icon: <IconArrowsExchange {...smallIcon} />,
                  run: (rows: readonly ReallocationRow[]) =>
                    setAsked({ ids: rows.map((row) => row.id), n: rows.length }),
                },
              ],
            }
          : {})}
        empty={{
          title: 'No enquiry with an owner',
          help: 'Open enquiries stand here with their owners, oldest next date first.',
        }}
      />
      <Suspense fallback={null}>
        {asked && (
          <MoveDialog asked={asked} people={people.data?.rows ?? []} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </>
  );
}
