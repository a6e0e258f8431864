// The calls of the centre: when, with whom (masked), which way, what came of it.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useMemo } from 'react';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';

type Row = OutputOf<typeof followUpWorkContract.callLog>['rows'][number];

const results = {
  RINGING: ['info', 'Not logged yet'],
  ANSWERED: ['success', 'Answered'],
  NO_ANSWER: ['warning', 'No answer'],
  BUSY: ['warning', 'Busy'],
  FAILED: ['danger', 'Not reachable'],
  MISSED: ['danger', 'Missed'],
} as const;

const resultOf = (status: string) =>
  status in results ? results[status as keyof typeof results] : (['neutral', status] as const);

const talkTime = (seconds: number | null): string =>
  seconds === null ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const columns: Column<Row>[] = [
  instantColumn('startedAt', 'Time', (row) => row.startedAt),
  { id: 'number', label: 'Number', width: 160, cell: (row) => row.number ?? '–' },
  textColumn('direction', 'Direction', (row) => (row.direction === 'IN' ? 'They called' : 'We called'), {
    width: 120,
  }),
  {
    id: 'status',
    label: 'Result',
    width: 150,
    card: 'state',
    cell: (row) => {
      const [tone, label] = resultOf(row.status);
      return <Tag tone={tone}>{label}</Tag>;
    },
  },
  {
    id: 'outcome',
    label: 'What came of it',
    minWidth: 170,
    cell: (row) => {
      const outcome = outcomes.find((one) => one === row.outcome);
      return outcome ? outcomeLabels[outcome].label : <span className="quiet">–</span>;
    },
  },
  textColumn('talk', 'Talk time', (row) => talkTime(row.talkS), { width: 100, align: 'end' }),
  textColumn('agent', 'By', (row) => row.agentName, { width: 150 }),
  {
    id: 'child',
    label: 'Enquiry',
    minWidth: 180,
    cell: (row) => row.childName ?? '–',
    second: (row) => row.enquiryCode,
  },
];

export function CallsTab() {
  const { owners = [] } = useEnquiryChoices().data ?? {};
  const list = useList(followUpWorkContract.callLog, {
    filters: useMemo(
      () => [
        {
          name: 'agent',
          label: 'By',
          kind: 'choice' as const,
          options: [
            { value: 'me', label: 'Me' },
            ...owners.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        {
          name: 'direction',
          label: 'Direction',
          kind: 'choice' as const,
          options: [
            { value: 'OUT', label: 'We called' },
            { value: 'IN', label: 'They called' },
          ],
        },
        { name: 'date', label: 'Day', kind: 'date' as const },
      ],
      [owners],
    ),
  });
  return (
    <DataTable
      name="call-log"
      label="Calls"
      list={list}
      columns={columns}
      searchable={false}
      rowLink={(row) => (row.enquiryCode ? `/forms/edit/${row.enquiryCode}` : null)}
      empty={{ title: 'No call yet', help: 'Calls stand here as soon as one is begun or logged.' }}
    />
  );
}
