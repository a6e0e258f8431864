import { addDays, type Day } from '@aangan/contract/period.ts';
import { mondayOf } from '@aangan/contract/weekday.ts';

export const WEEKS = 13;

/** The last 13 weeks up to the one of `until`, oldest first. */
export const weeksUntil = (until: Day): { from: Day; to: Day }[] =>
  Array.from({ length: WEEKS }, (_, i) => {
    const from = addDays(mondayOf(until), (i - WEEKS + 1) * 7);
    return { from, to: addDays(from, 6) };
  });
