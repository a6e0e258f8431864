import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { type EnquiryData, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { deskHolidays } from '../follow-up/desk-days.server.ts';
import { sendVisit } from './tell-visit.server.ts';

/** A visit that waits: fixed, its time is known, nobody was counselled since. */
export const waits = (row: EnquiryData): row is EnquiryData & { appointment_at: string } =>
  row.is_open === true && row.stage_code === 'Appointment Fixed' && row.appointment_at !== null;

/** Nobody came: sub-status No-show, a call on the next working day, and the family is asked for another time. Once for a time. */
export async function markNoShow(
  db: Db,
  row: EnquiryData & { appointment_at: string },
  now: Date,
): Promise<{ version: number; nextOn: Day }> {
  const today = todayIst(now);
  const nextOn = nextWorkingDay(today, await deskHolidays(db, row.franchisee_id, today));
  const { version } = await saveEnquiry(db, row, {
    sub_status: 'No-show',
    no_show_of: row.appointment_at,
    next_follow_up_on: nextOn,
    next_follow_up_at: null,
  });
  await sendVisit(db, row, { kind: 'enquiries.no-show', at: new Date(row.appointment_at) });
  return { version, nextOn };
}
