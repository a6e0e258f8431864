import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Text } from '@mantine/core';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { childColumn } from '../enquiry/child-column.tsx';
import { choiceFilter, optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { useStep } from '../enquiry/use-step.web.ts';
import { LiveBar } from '../live/live-bar.tsx';
import { enquiriesText } from './allocation-look.tsx';
import { leadAllocationContract, type QueueRow } from './lead-allocation.contract.ts';
import { useRuleRun } from './use-rule-run.web.ts';

const AssignPicker = part(() => import('./assign-picker.tsx'), 'AssignPicker');

const columns: Column<QueueRow>[] = [
  childColumn(170),
  textColumn('class', 'Class', (row) => row.className ?? '–', { width: 130, second: (row) => row.pincode }),
  { id: 'source', label: 'Source', width: 130, cell: (row) => row.sourceName, second: (row) => row.campaign },
  instantColumn('capturedAt', 'Waiting since', (row) => row.capturedAt, { width: 150 }),
  {
    id: 'due',
    label: 'Answer due',
    width: 150,
    cell: (row) =>
      row.slaDueAt === null ? (
        <span className="quiet">–</span>
      ) : Date.parse(row.slaDueAt) < Date.now() ? (
        <Tag tone="danger">Late</Tag>
      ) : (
        <InstantText at={row.slaDueAt} />
      ),
  },
  {
    id: 'reason',
    label: 'Reason unassigned',
    minWidth: 220,
    cell: (row) => (
      <Text fz="sm" lineClamp={2} title={row.reason} style={{ whiteSpace: 'normal' }}>
        {row.reason}
      </Text>
    ),
  },
  textColumn('suggested', 'Suggested', (row) => row.suggested?.name, { width: 140 }),
];

export function QueueTab() {
  const { holds, franchisee } = useSession();
  const mayWrite = holds(leadAllocationContract.assign.module, true);
  const choices = useEnquiryChoices();
  const filters = useMemo(
    () => [
      choiceFilter('sourceId', 'Source', optionsOfRows(choices.data?.sources)),
      {
        name: 'classId',
        label: 'Class',
        kind: 'choice' as const,
        options: optionsOfRows(choices.data?.classes),
        several: false,
      },
      { name: 'capturedOn', label: 'Captured', kind: 'date' as const, range: true },
      ...(franchisee
        ? []
        : [
            {
              name: 'franchiseeId',
              label: 'Centre',
              kind: 'reference' as const,
              to: 'franchisee',
              several: false,
            },
          ]),
    ],
    [choices.data, franchisee],
  );
  const list = useList(leadAllocationContract.queue, {
    filters,
    // Of one centre the bar tells what came; over several the list reads itself again.
    ...(franchisee ? {} : { every: 30_000 }),
  });
  const [asked, setAsked] = useState<readonly QueueRow[] | null>(null);
  const assign = useStep(leadAllocationContract.assign, (out) => `${enquiriesText(out.assigned)} given.`, [
    'enquiry',
  ]);
  const run = useRuleRun();
  const ask = (rows: readonly QueueRow[]) => {
    const several = new Set(rows.map((row) => row.franchiseeId)).size > 1;
    if (several) notice.info('Choose enquiries of one centre.');
    else setAsked(rows);
  };
  return (
    <>
      <LiveBar view="unallocated" list={list} />
      <DataTable
        name="lead-queue"
        label="Enquiries without an owner"
        list={list}
        columns={columns}
        searchable={false}
        rowLink={(row) => `/forms/list/${row.enquiryCode}`}
        actions={(row) => [
          {
            label: row.suggested ? `Give to ${row.suggested.name.split(' ')[0]}` : 'Give to the suggested',
            icon: <IconUserCheck {...smallIcon} />,
            run: () => void assign.run({ ids: [row.id], userId: row.suggested?.id ?? '' }),
            frequent: true,
            hidden: row.can['assign'] !== true || row.suggested === null,
          },
          {
            label: 'Choose a person',
            icon: <IconUserPlus {...smallIcon} />,
            run: () => ask([row]),
            frequent: true,
            key: 'a',
            hidden: row.can['assign'] !== true,
          },
        ]}
        {...(mayWrite
          ? {
              bulk: [
                { label: (n: number) => `Give ${n}`, run: (rows: readonly QueueRow[]) => ask(rows) },
                {
                  label: (n: number) => `Run rules for ${n}`,
                  run: (rows: readonly QueueRow[]) => run.run({ ids: rows.map((row) => row.id) }),
                },
              ],
            }
          : {})}
        empty={{
          title: 'Every enquiry has an owner.',
          help: 'Leads that no rule can give to somebody wait here, with the reason.',
        }}
      />
      <Suspense fallback={null}>
        {asked && <AssignPicker leads={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
