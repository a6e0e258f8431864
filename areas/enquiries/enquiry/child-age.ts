// How old a child may be to be asked about (enquiries.md 5, `enquiry.age`); the limits are a setting.
import { setting } from '@aangan/contract/area.ts';
import type { Day } from '@aangan/contract/period.ts';
import * as z from 'zod';

export const MOST_MONTHS = 180;
const months = z.int('Enter whole months').min(0, 'At least 0').max(MOST_MONTHS, `At most ${MOST_MONTHS}`);

export const ageSetting = setting({
  key: 'age-limits',
  title: 'Age of children in enquiries',
  schema: z.object({ fromMonths: months, toMonths: months }).refine((one) => one.toMonths > one.fromMonths, {
    path: ['toMonths'],
    message: 'Enter more than the youngest age',
  }),
  default: { fromMonths: 6, toMonths: 96 },
});
export type AgeLimits = z.output<typeof ageSetting.schema>;

/** Months between the month of birth and this one. */
const monthsOld = (dob: Day, today: Day): number =>
  (Number(today.slice(0, 4)) - Number(dob.slice(0, 4))) * 12 +
  Number(today.slice(5, 7)) -
  Number(dob.slice(5, 7));

export function fitsAge(dob: Day, today: Day, limits: AgeLimits): boolean {
  const old = monthsOld(dob, today);
  return old >= limits.fromMonths && old <= limits.toMonths;
}

/** '6 months', '8 years', '2 years 6 months'. */
export function monthsInWords(n: number): string {
  const years = Math.floor(n / 12);
  const rest = n % 12;
  const of = (count: number, one: string) => (count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`);
  return [of(years, 'year'), of(rest, 'month')].filter(Boolean).join(' ') || '0 months';
}

export const ageText = ({ fromMonths, toMonths }: AgeLimits): string =>
  `The child must be between ${monthsInWords(fromMonths)} and ${monthsInWords(toMonths)}.`;
