import { choices } from '@aangan/contract/fields.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';

export const allocationStates = { CURRENT: 'Current', COMING: 'To come', ENDED: 'Ended' } as const;

/** Ranges are half-open: the last day is the one before `to_on`. One that ended on its first day shows that day. */
export const lastDayOf = (from: Day, to: Day | null): Day | null =>
  to === null ? null : to > from ? addDays(to, -1) : from;

export const weeklyOffField = choices({
  label: 'Weekly off',
  options: weekdayLabels,
  optional: true,
  help: 'Days without visits, in every week',
});
