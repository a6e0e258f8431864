// What the enquiry dashboard answers. Every number stands beside nothing else than its own list: the filters that open
// it are made in board-links.ts, from the same words.
import * as z from 'zod';
import { bucketSlugs } from '../enquiry/bucket.ts';

const count = z.object({ key: z.string(), label: z.string(), n: z.int() });

/** Answered within the target, after it, not at all; of enquiries with a first-answer clock. */
const answers = z.object({
  /** Working minutes until a person tried for the first time. */
  medianMinutes: z.int().nullable(),
  inTime: z.int(),
  late: z.int(),
  unanswered: z.int(),
  /** Of those not answered: still in time, or ended before they were due. */
  waiting: z.int(),
});

const step = z.object({
  status: z.string(),
  n: z.int(),
  /** Share of the step before, basis points; null for the first or an empty one. */
  conversionBp: z.int().nullable(),
  /** The same a year ago, of those captured until the same day; null when there were none. */
  lastYearBp: z.int().nullable(),
  /** Median days spent in this status before the next one. */
  medianDays: z.int().nullable(),
});

const week = z.object({
  from: z.string(),
  to: z.string(),
  captured: z.int(),
  visits: z.int(),
  admitted: z.int(),
});

export const boardShape = z.object({
  total: z.int(),
  open: z.int(),
  yetToCall: z.int(),
  due: z.int(),
  overdue: z.int(),
  unallocated: z.int(),
  admitted: z.int(),
  answers,
  buckets: z.array(z.object({ key: z.enum(bucketSlugs), label: z.string(), n: z.int() })),
  statuses: z.array(count),
  funnel: z.array(step),
  weeks: z.array(week),
  sources: z.array(
    count.extend({
      visits: z.int(),
      admitted: z.int(),
      /** Paise over the enquiries' months; null where nothing was entered. */
      spent: z.int().nullable(),
      perAdmission: z.int().nullable(),
    }),
  ),
  classes: z.array(
    z.object({ id: z.int().nullable(), name: z.string(), wished: z.int(), left: z.int().nullable() }),
  ),
  /** Arrivals by weekday (1 = Monday) and hour in India; empty cells are left out. */
  arrivals: z.array(z.object({ weekday: z.int(), hour: z.int(), n: z.int(), answered: z.int() })),
  owners: z.array(
    z.object({
      id: z.string().nullable(),
      name: z.string(),
      n: z.int(),
      open: z.int(),
      due: z.int(),
      overdue: z.int(),
      calledToday: z.int(),
      answers,
      visits: z.int(),
      admitted: z.int(),
    }),
  ),
  lostReasons: z.array(count),
  /** Only where more than one centre is counted. */
  /** The first of them by the share they admit, or all; none for one centre. `centreCount` is how many there are. */
  centreCount: z.int(),
  centres: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      n: z.int(),
      yetToCall: z.int(),
      overdue: z.int(),
      answers,
      visits: z.int(),
      admitted: z.int(),
      /** Captured by week, the same weeks as `weeks`. */
      trend: z.array(z.int()),
    }),
  ),
  /** True when the figures are those of the last tally instead of this moment. */
  tallied: z.boolean(),
  asOf: z.string(),
});
export type Board = z.output<typeof boardShape>;
export type Answers = z.output<typeof answers>;
