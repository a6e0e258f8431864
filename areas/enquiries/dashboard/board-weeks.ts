import { addDays, type Day, dayNumber } from '@aangan/contract/period.ts';

export const WEEKS = 13;

/** The Monday of a day's week (1970-01-01 was a Thursday). */
const mondayOf = (day: Day): Day => addDays(day, -((dayNumber(day) + 3) % 7));

/** The last 13 weeks up to the one of `until`, oldest first. */
export const weeksUntil = (until: Day): { from: Day; to: Day }[] =>
  Array.from({ length: WEEKS }, (_, i) => {
    const from = addDays(mondayOf(until), (i - WEEKS + 1) * 7);
    return { from, to: addDays(from, 6) };
  });
