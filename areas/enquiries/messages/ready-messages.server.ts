// The ready messages a counsellor sends, one by one or to many: when each makes sense, what stands in it, and its key.
import { formatTime, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { classes } from '../../academics/public.server.ts';
import { centreValues } from '../appointments/tell-visit.server.ts';
import { type ReadyMessage, readyMessages } from './ready-messages.ts';

/** What a ready message needs to know of an enquiry. */
export interface ReadyRow {
  franchisee_id: number;
  id: string;
  household_id: string;
  class_id: number | null;
  spanco_status: string;
  stage_code: string;
  appointment_at: string | null;
  counselled_at: string | null;
  child_first_name: string | null;
}

/** A message about a visit makes sense only when there is one; an invitation only before it. */
export function makesSense(row: ReadyRow, template: ReadyMessage, now: Date): boolean {
  if (template === 'enquiries.thanks') return row.counselled_at !== null;
  const ahead =
    row.stage_code === 'Appointment Fixed' &&
    row.appointment_at !== null &&
    new Date(row.appointment_at) > now;
  if (template === 'enquiries.visit') return ahead;
  // Who has a time, or was here, is not asked to choose one.
  if (template === 'enquiries.invite')
    return !ahead && (row.spanco_status === 'Suspect' || row.spanco_status === 'Prospect');
  return true;
}

export const offeredMessages = (row: ReadyRow, now: Date): ReadyMessage[] =>
  readyMessages.filter((template) => makesSense(row, template, now));

/** The values of each row of one centre; its names are read once. */
export async function readyValues(
  db: Db,
  franchiseeId: number,
): Promise<(row: ReadyRow) => Record<string, string>> {
  const centre = await centreValues(db, franchiseeId);
  const names = new Map((await classes(db)).map((one) => [one.id, one.name]));
  return (row) => ({
    ...centre,
    child: row.child_first_name ?? 'your child',
    class: names.get(row.class_id ?? 0) ?? 'our classes',
    ...(row.appointment_at
      ? { date: todayIst(row.appointment_at), time: formatTime(row.appointment_at) }
      : {}),
  });
}

/** One family gets one message of a kind a day, whoever sends it; a visit's time is told once for each time. */
export const readyKey = (row: ReadyRow, template: ReadyMessage, now: Date): string =>
  `${row.household_id}:${template === 'enquiries.visit' ? `${row.id}:${row.appointment_at}:` : ''}${todayIst(now)}`;
