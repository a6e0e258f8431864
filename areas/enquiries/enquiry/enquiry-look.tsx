// How enquiries look in lists: states, columns, the shared filters.
import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import {
  type Column,
  instantColumn,
  type RowAction,
  stateColumn,
  textColumn,
} from '@aangan/web/table/column.tsx';
import { stateTable, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { buckets } from './bucket.ts';
import { type EnquiryRow, enquiryContract } from './enquiry.contract.ts';
import { spancoStatuses, stages } from './enquiry.states.ts';
import { classCategories } from './enquiry-filters.ts';

stateTable('enquiry', {
  Suspect: ['neutral', 'Suspect'],
  Prospect: ['info', 'Prospect'],
  Approach: ['shipped', 'Approach'],
  Negotiation: ['warning', 'Negotiation'],
  Closing: ['confirm', 'Closing'],
  Order: ['success', 'Order'],
  Lost: ['danger', 'Lost'],
});

const flames = { COLD: ['neutral', 'Cold'], WARM: ['warning', 'Warm'], HOT: ['danger', 'Hot'] } as const;
export function Flame({ temperature }: { temperature: string }) {
  const [tone, label] = flames[temperature === 'HOT' || temperature === 'WARM' ? temperature : 'COLD'];
  return <Tag tone={tone}>{label}</Tag>;
}

export const ageText = (dob: string | null, approx = false): string | null => {
  const age = dob ? ageOn(dob, todayIst(new Date())) : null;
  return age ? `${approx ? 'about ' : ''}${formatAge(age)}` : null;
};

/** The next date; a late one says by how many days. */
export function NextDate({ row }: { row: Pick<EnquiryRow, 'nextFollowUpOn' | 'overdueDays'> }) {
  if (!row.nextFollowUpOn) return <span className="quiet">–</span>;
  return (
    <Group gap="xs" wrap="nowrap">
      <DateText day={row.nextFollowUpOn} />
      {row.overdueDays > 0 && <Tag tone="danger">{`${row.overdueDays} d`}</Tag>}
    </Group>
  );
}

export const enquiryColumns: Column<EnquiryRow>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 190,
    cell: (row) => row.childName,
    second: (row) => [row.enquiryCode, ageText(row.childDob, row.dobApprox)].filter(Boolean).join(' · '),
  },
  {
    id: 'class',
    label: 'Class',
    width: 140,
    cell: (row) => row.className ?? '–',
    second: (row) => row.classCategory,
  },
  {
    id: 'parent',
    label: 'Parent',
    minWidth: 160,
    cell: (row) => row.guardianName,
    second: (row) => row.mobileMasked,
  },
  { id: 'source', label: 'Source', width: 150, cell: (row) => row.sourceName, second: (row) => row.campaign },
  stateColumn('enquiry', (row) => row.spancoStatus),
  { id: 'stage', label: 'Stage', width: 200, cell: (row) => row.stage, second: (row) => row.subStatus },
  {
    id: 'temperature',
    label: 'Temperature',
    width: 110,
    cell: (row) => <Flame temperature={row.temperature} />,
  },
  textColumn('owner', 'Owner', (row) => row.ownerName ?? 'Nobody', { width: 140 }),
  instantColumn('capturedAt', 'Captured', (row) => row.capturedAt, { sort: 'capturedAt' }),
  { id: 'next', label: 'Next follow-up', width: 160, cell: (row) => <NextDate row={row} /> },
  textColumn('attempts', 'Attempts', (row) => row.attempts, { width: 90, align: 'end' }),
  {
    id: 'lastNote',
    label: 'Last note',
    minWidth: 200,
    cell: (row) => (
      <Text lineClamp={1} fz="sm">
        {row.lastNote ?? '–'}
      </Text>
    ),
    hidden: true,
  },
  {
    id: 'duplicate',
    label: 'Duplicate?',
    width: 110,
    cell: (row) =>
      row.possibleDuplicate ? <Tag tone="warning">Duplicate?</Tag> : <span className="quiet">–</span>,
    hidden: true,
  },
];

export const enquiryActions = (row: EnquiryRow): RowAction[] => [
  { label: 'Open', to: `/forms/edit/${row.enquiryCode}`, frequent: true, hidden: row.can['move'] !== true },
  {
    label: 'Log a follow-up',
    to: `/forms/followup/${row.enquiryCode}`,
    frequent: true,
    hidden: row.can['log'] !== true,
  },
  {
    label: 'Edit',
    to: `/forms/enquiry/edit/${row.enquiryCode}`,
    hidden: row.can['edit'] !== true,
    edit: true,
  },
];

export const useEnquiryChoices = () => useQuery(enquiryContract.choices, {}, { fresh: 300_000 });

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The specification's shared filters; their names are the address keys. */
export function useEnquiryFilters(): ListFilter[] {
  const choices = useEnquiryChoices();
  return useMemo(() => {
    const { sources = [], owners = [], subStatuses = [] } = choices.data ?? {};
    return [
      {
        name: 'spancoStatus',
        label: 'Status',
        kind: 'choice',
        options: plain(spancoStatuses),
        several: true,
      },
      { name: 'stage', label: 'Stage', kind: 'choice', options: plain(stages), several: true },
      {
        name: 'bucket',
        label: 'Follow-up',
        kind: 'choice',
        options: [
          { value: 'due', label: 'Due' },
          { value: 'overdue', label: 'Overdue' },
          ...Object.entries(buckets).map(([value, label]) => ({ value, label })),
        ],
        several: true,
      },
      {
        name: 'assignedTo',
        label: 'Owner',
        kind: 'choice',
        options: [
          { value: 'me', label: 'Me' },
          { value: 'none', label: 'Nobody' },
          ...owners.map(({ id, name }) => ({ value: id, label: name })),
        ],
        several: true,
      },
      {
        name: 'source',
        label: 'Source',
        kind: 'choice',
        options: sources.map(({ id, name }) => ({ value: id, label: name })),
        several: true,
      },
      {
        name: 'spancoSubStatus',
        label: 'Sub-status',
        kind: 'choice',
        options: plain([...new Set(subStatuses.map((one) => one.name))]),
        several: true,
      },
      {
        name: 'studentClassCategory',
        label: 'Class category',
        kind: 'choice',
        options: classCategories.map((value) => ({
          value,
          label: value === 'ordinary' ? 'Ordinary class' : value,
        })),
        several: true,
      },
      { name: 'fromDate', label: 'Captured from', kind: 'date' },
      { name: 'toDate', label: 'Captured until', kind: 'date' },
      { name: 'open', label: 'Open only', kind: 'boolean' },
      { name: 'appointmentOn', label: 'Appointment on', kind: 'date' },
    ];
  }, [choices.data]);
}
