import { daysBetween, formatDate, todayIst } from '@aangan/contract/period.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { UNUSED_DAYS } from '../role/role-words.ts';
import type { ItemState, ReviewItem } from './access-review.contract.ts';

const looks: Readonly<Record<ItemState, readonly ['info' | 'success' | 'danger' | 'neutral', string]>> = {
  OPEN: ['info', 'Open'],
  KEEP: ['success', 'Kept'],
  END: ['danger', 'Ended'],
  LAPSED: ['danger', 'Ended, nobody decided'],
  GONE: ['neutral', 'Had ended before'],
};

/** 'today', 'yesterday', '143 days ago'. */
function agoWords(day: string): string {
  const days = daysBetween(day, todayIst(new Date()));
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

function LastUse({ row }: { row: ReviewItem }) {
  if (row.lastUsedOn === null) return <Tag tone="warning">no use seen</Tag>;
  const long = daysBetween(row.lastUsedOn, todayIst(new Date())) >= UNUSED_DAYS;
  return long ? <Tag tone="warning">{agoWords(row.lastUsedOn)}</Tag> : agoWords(row.lastUsedOn);
}

export const reviewColumns: Column<ReviewItem>[] = [
  { id: 'name', label: 'Person', minWidth: 170, cell: (row) => row.name, second: (row) => row.designation },
  { id: 'role', label: 'Role', minWidth: 190, cell: (row) => row.role, second: (row) => row.where },
  {
    id: 'used',
    label: 'Last used',
    minWidth: 170,
    cell: (row) => <LastUse row={row} />,
    second: (row) => row.lastUsedModule,
  },
  dayColumn('since', 'Since', (row) => row.since),
  textColumn('givenBy', 'Given by', (row) => row.givenBy, { minWidth: 140, hidden: true }),
  textColumn('reviewer', 'Decides', (row) => row.reviewer ?? 'Super admins', { minWidth: 140 }),
  {
    id: 'state',
    label: 'Result',
    width: 200,
    card: 'state',
    cell: (row) => <Tag tone={looks[row.state][0]}>{looks[row.state][1]}</Tag>,
    second: (row) =>
      row.decidedAt === null
        ? null
        : [row.decidedBy, formatDate(todayIst(new Date(row.decidedAt)))].filter(Boolean).join(', '),
  },
  textColumn('note', 'Note', (row) => row.note, { minWidth: 160, hidden: true }),
];
