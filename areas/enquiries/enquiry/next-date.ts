import { addDays, type Day, formatDate } from '@aangan/contract/period.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';

/** Refuses a next date outside today … +`days` (`follow-up.date-range`, on `field`). */
export function ensureNextDate(
  day: Day,
  today: Day,
  { days, field = 'nextFollowUpOn' }: { days: number; field?: string },
): void {
  const last = addDays(today, days);
  if (day >= today && day <= last) return;
  const details = { from: formatDate(today), to: formatDate(last) };
  throw refuseEnquiry('follow-up.date-range', {
    details,
    fields: { [field]: `Choose a day between ${details.from} and ${details.to}.` },
  });
}
