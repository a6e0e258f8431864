import { IST_OFFSET_MS } from '@aangan/contract/period.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { type Limits, limitsSetting } from './limits-setting.ts';

export const limitsOf = (db: Db, franchiseeId: number): Promise<Limits> =>
  readSetting(db, 'enquiries', limitsSetting, franchiseeId);

export function inCallingHours(now: Date, { callFrom, callUntil }: Limits): boolean {
  const hour = new Date(now.getTime() + IST_OFFSET_MS).getUTCHours();
  return hour >= callFrom && hour < callUntil;
}

const hourText = (hour: number): string =>
  `${String(hour > 12 ? hour - 12 : hour).padStart(2, '0')}:00 ${hour < 12 ? 'AM' : 'PM'}`;

/** '09:00 AM' and '09:00 PM'. */
export const callingHoursOf = ({ callFrom, callUntil }: Limits) => ({
  from: hourText(callFrom),
  to: hourText(callUntil),
});

/** Refuses a call outside the centre's hours. */
export function ensureCallingHours(now: Date, limits: Limits): void {
  if (!inCallingHours(now, limits))
    throw refuseEnquiry('call.quiet-hours', { details: callingHoursOf(limits) });
}
