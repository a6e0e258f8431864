// A child's age as parents tell it, on a form or at the desk.
import { addMonths, type Day } from '@aangan/contract/period.ts';

/** The likely day of birth: '3 years' is three and a half years ago, '2.5', '2 y 6 m' and '30 months' are exact. Null when no age is told. */
export function bornByAge(age: string, today: Day): Day | null {
  const years = /(\d{1,2})(?:[.,](\d))?\s*(?:y|$|-|to|–)/i.exec(age);
  const months = /(\d{1,3})\s*m/i.exec(age);
  if (!years && !months) return null;
  const whole = Number(years?.[1] ?? 0) * 12;
  const part = years?.[2] ? Math.round((Number(years[2]) * 12) / 10) : Number(months?.[1] ?? 0);
  // Only years were said: half a year more is right on average.
  return addMonths(today, -(whole + (years && !years[2] && !months ? 6 : part)));
}
