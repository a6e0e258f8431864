// How enquiries look in lists: states, columns, the shared filters.
import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Group } from '@mantine/core';
import {
  IconBuildingCommunity,
  IconCopy,
  IconEye,
  IconLayoutSidebarRight,
  IconPencil,
  IconPhone,
  IconUserShare,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { boardListFilters } from '../dashboard/board-list-filters.tsx';
import { registerListFilters } from '../pipeline/register-list-filters.web.ts';
import { buckets } from './bucket.ts';
import { choiceFilter, optionsOf, optionsOfRows } from './choice-filter.web.ts';
import { type EnquiryRow, enquiryContract } from './enquiry.contract.ts';
import { spancoStatuses } from './enquiry.states.ts';
import { classCategories } from './enquiry-filters.ts';
import { stageLabel, statusLabel, statusWithCode } from './stage-label.ts';

stateTable('enquiry', {
  Suspect: ['neutral', statusLabel('Suspect')],
  Prospect: ['info', statusLabel('Prospect')],
  Approach: ['shipped', statusLabel('Approach')],
  Negotiation: ['warning', statusLabel('Negotiation')],
  Closing: ['confirm', statusLabel('Closing')],
  Order: ['success', statusLabel('Order')],
  Lost: ['danger', statusLabel('Lost')],
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

/** What a screen can ask about a row; what it cannot is not offered. */
interface RowQuestions {
  assign?: (row: EnquiryRow) => void;
  moveCentre?: (row: EnquiryRow) => void;
}

export const enquiryActions = (row: EnquiryRow, ask: RowQuestions = {}): RowAction[] => [
  {
    label: 'Open',
    to: `/forms/edit/${row.enquiryCode}`,
    icon: <IconEye {...smallIcon} />,
    frequent: true,
    hidden: row.can['move'] !== true,
  },
  {
    label: 'Log a follow-up',
    to: `/forms/followup/${row.enquiryCode}`,
    icon: <IconPhone {...smallIcon} />,
    frequent: true,
    key: 'f',
    hidden: row.can['log'] !== true,
  },
  {
    label: 'Show on the board',
    to: `/forms/list/${row.enquiryCode}`,
    icon: <IconLayoutSidebarRight {...smallIcon} />,
  },
  {
    label: 'Edit',
    to: `/forms/enquiry/edit/${row.enquiryCode}`,
    icon: <IconPencil {...smallIcon} />,
    hidden: row.can['edit'] !== true,
    edit: true,
  },
  {
    label: 'Give to somebody',
    key: 'a',
    icon: <IconUserShare {...smallIcon} />,
    run: () => ask.assign?.(row),
    hidden: ask.assign === undefined || row.can['edit'] !== true,
  },
  {
    label: 'Mark as duplicate',
    key: 'm',
    icon: <IconCopy {...smallIcon} />,
    to: `/forms/edit/${row.enquiryCode}?tab=duplicates`,
    hidden: row.can['edit'] !== true,
  },
  {
    label: 'Move to another centre',
    icon: <IconBuildingCommunity {...smallIcon} />,
    run: () => ask.moveCentre?.(row),
    hidden: ask.moveCentre === undefined || row.can['moveCentre'] !== true,
  },
];

export const useEnquiryChoices = () => useQuery(enquiryContract.choices, {}, { fresh: 300_000 });

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The specification's shared filters; their names are the address keys. */
export function useEnquiryFilters(): ListFilter[] {
  const choices = useEnquiryChoices();
  const { franchisee, centres } = useSession();
  return useMemo(() => {
    const {
      sources = [],
      owners = [],
      subStatuses = [],
      lostReasons = [],
      classes = [],
      links = [],
      stages = [],
      programmes = [],
    } = choices.data ?? {};
    return [
      choiceFilter(
        'spancoStatus',
        'Status',
        spancoStatuses.map((value) => ({ value, label: statusWithCode(value) })),
      ),
      choiceFilter(
        'stage',
        'Stage',
        stages.map(({ code }) => ({ value: code, label: stageLabel(code) })),
      ),
      choiceFilter('bucket', 'Follow-up', optionsOf({ due: 'Due', overdue: 'Overdue', ...buckets })),
      choiceFilter('assignedTo', 'Owner', [
        ...optionsOf({ me: 'Me', none: 'Nobody' }),
        ...optionsOfRows(owners),
      ]),
      choiceFilter('source', 'Source', optionsOfRows(sources)),
      choiceFilter('spancoSubStatus', 'Sub-status', plain([...new Set(subStatuses.map((one) => one.name))])),
      choiceFilter(
        'studentClassCategory',
        'Class category',
        classCategories.map((value) => ({ value, label: value === 'ordinary' ? 'Ordinary class' : value })),
      ),
      { name: 'fromDate', label: 'Captured from', kind: 'date' },
      { name: 'toDate', label: 'Captured until', kind: 'date' },
      { name: 'open', label: 'Open only', kind: 'boolean' },
      { name: 'appointmentOn', label: 'Appointment on', kind: 'date' },
      ...registerListFilters(programmes),
      ...boardListFilters({ lostReasons, classes, links, centres: franchisee ? [] : centres }),
    ];
  }, [choices.data, franchisee, centres]);
}
