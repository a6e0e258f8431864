// Filters that only the boards' numbers need; they belong to the shared filters, so that a number and its list are one
// condition (enquiries.md 3.3).
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { flagValue, severalOf, wholeValue } from '../enquiry/filter-values.ts';

/** Which day `fromDate` and `toDate` mean. */
export const dateBases = {
  captured: 'Captured',
  activity: 'Last activity',
  next: 'Next follow-up',
  visited: 'Visited',
  admitted: 'Admitted',
} as const;
export type DateBasis = keyof typeof dateBases;

export const answerStates = {
  'in-time': 'In time',
  late: 'Late',
  unanswered: 'Not yet',
} as const;
export type AnswerState = keyof typeof answerStates;

/** Statuses in the order an enquiry reaches them; the index is what the database keeps. */
export const reachable = ['Suspect', 'Prospect', 'Approach', 'Negotiation', 'Closing', 'Order'] as const;

const keys = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as [K, ...K[]];
const flag = flagValue.optional();

export const boardFilterFields = {
  basis: z.enum(keys(dateBases)).optional(),
  reached: z.enum(reachable).optional(),
  visited: flag,
  attempted: flag,
  firstAnswer: severalOf(z.enum(keys(answerStates))),
  /** `1-10`: arrived on Mondays between 10 and 11 in India. */
  arrived: z
    .string()
    .regex(/^[1-7]-([01]?\d|2[0-3])$/, 'Weekday 1-7 and hour 0-23: 1-10')
    .optional(),
  attemptedOn: daySchema.optional(),
  lostReason: severalOf(uuidSchema),
  /** A printed code or link; `none`: arrived without one. */
  sourceLink: severalOf(z.union([z.enum(['none']), uuidSchema])),
  centre: severalOf(wholeValue),
  /** No class was said. */
  noClass: flag,
};
