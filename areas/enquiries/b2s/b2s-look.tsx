// How outcomes look, and where the numbers of the report lead.
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { type FilterValues, listLink } from '@aangan/web/list/list-state.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { choiceFilter, optionsOf, optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { cohorts, type Outcome, outcomes } from './b2s-outcome.ts';

stateTable('b2s', {
  NOT_CONTACTED: ['neutral', outcomes.NOT_CONTACTED],
  CONTACTED: ['info', outcomes.CONTACTED],
  COMMITTED: ['shipped', outcomes.COMMITTED],
  CONFIRMED: ['success', outcomes.CONFIRMED],
  JOINED: ['delivery', outcomes.JOINED],
  LOST: ['danger', outcomes.LOST],
});
stateTable('b2s-season', {
  DRAFT: ['neutral', 'Draft'],
  ACTIVE: ['success', 'Active'],
  CLOSED: ['neutral', 'Closed'],
});
stateTable('b2s-file', {
  QUEUED: ['info', 'Waiting'],
  RUNNING: ['info', 'Being made'],
  READY: ['success', 'Ready'],
  FAILED: ['danger', 'Failed'],
  CANCELLED: ['neutral', 'Cancelled'],
  EXPIRED: ['neutral', 'Expired'],
});

/** Colours of the stacked bars, from far to lost. */
export const outcomeColours: Readonly<Record<Outcome, string>> = {
  JOINED: 'var(--a-delivery-text)',
  CONFIRMED: 'var(--a-success-text)',
  COMMITTED: 'var(--a-accent)',
  CONTACTED: 'var(--a-info-line)',
  NOT_CONTACTED: 'var(--a-neutral-line)',
  LOST: 'var(--a-danger-line)',
};

const BOARD = '/B2SReport/dashboard';
/** The children behind a number, with the board's filters and these on top. */
export type MembersLink = (more: FilterValues) => string;
export const membersLink = (filters: FilterValues): string => listLink(BOARD, { tab: 'members', ...filters });

export function b2sFilters(choices: {
  centres: readonly { id: number; companyName: string }[];
  classes: readonly { id: number | null; name: string }[];
}): ListFilter[] {
  return [
    choiceFilter('kind', 'Cohort', optionsOf(cohorts)),
    choiceFilter(
      'classId',
      'Class',
      choices.classes.flatMap(({ id, name }) => (id === null ? [] : optionsOfRows([{ id, name }]))),
    ),
    ...(choices.centres.length > 1
      ? [
          choiceFilter(
            'centre',
            'Centre',
            choices.centres.map(({ id, companyName }) => ({ value: String(id), label: companyName })),
          ),
          { name: 'zoneId', label: 'Zone', kind: 'reference' as const, to: 'zone', several: false },
        ]
      : []),
  ];
}

/** Further filters of the members behind a number. */
export const memberFilters = (lostReasons: readonly { key: string; label: string }[]): ListFilter[] => [
  choiceFilter('outcome', 'Outcome', optionsOf(outcomes)),
  { name: 'dueThisWeek', label: 'Due this week', kind: 'boolean' },
  choiceFilter(
    'lostReason',
    'Lost reason',
    lostReasons.map(({ key, label }) => ({ value: key, label })),
  ),
];

/** '5 days behind', '3 days ahead', 'on pace'. */
export function paceText(days: number): string {
  if (days === 0) return 'on pace';
  const n = Math.abs(days);
  return `${n} ${n === 1 ? 'day' : 'days'} ${days < 0 ? 'behind' : 'ahead'}`;
}
export const paceTone = (days: number | undefined) =>
  days === undefined ? 'neutral' : days <= -14 ? 'danger' : days < 0 ? 'warning' : 'success';
