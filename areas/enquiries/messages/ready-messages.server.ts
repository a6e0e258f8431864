// The ready messages a counsellor sends, one by one or to many: when each makes sense, what stands in it, and its key.
import { formatTime, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { classes } from '../../academics/public.server.ts';
import { type ContactChannel, type OwnText, queueMessage } from '../../communication/public.server.ts';
import { centreValues } from '../appointments/tell-visit.server.ts';
import { linkFor, visitLink } from '../appointments/visit-messages.ts';
import type { ChosenText } from './message-texts.server.ts';
import { names } from './text-places.ts';

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
  guardian_name: string;
}

/** A message about a visit makes sense only when there is one; an invitation only before it. */
export function makesSense(row: ReadyRow, { key, own }: ChosenText, now: Date): boolean {
  if (key === 'enquiries.thanks') return row.counselled_at !== null;
  const ahead =
    row.stage_code === 'Appointment Fixed' &&
    row.appointment_at !== null &&
    new Date(row.appointment_at) > now;
  if (key === 'enquiries.visit' || (own && ofVisit(own))) return ahead;
  // Who has a time, or was here, is not asked to choose one.
  if (key === 'enquiries.invite')
    return !ahead && (row.spanco_status === 'Suspect' || row.spanco_status === 'Prospect');
  return true;
}

const ofVisit = (own: OwnText): boolean => names(`${own.text} ${own.subject ?? ''}`, 'date', 'time');

/** A visit is the child's own; everything else is told the family once. */
export const isOfOneChild = ({ key, own }: ChosenText): boolean =>
  key === 'enquiries.visit' || (own !== null && ofVisit(own));

/** The values of each row of one centre; its names are read once. */
export async function readyValues(
  db: Db,
  franchiseeId: number,
): Promise<(row: ReadyRow) => Record<string, string>> {
  const centre = await centreValues(db, franchiseeId);
  const classNames = new Map((await classes(db)).map((one) => [one.id, one.name]));
  return (row) => ({
    ...centre,
    parent: row.guardian_name,
    child: row.child_first_name ?? 'your child',
    class: classNames.get(row.class_id ?? 0) ?? 'our classes',
    ...(row.appointment_at
      ? { date: todayIst(row.appointment_at), time: formatTime(row.appointment_at) }
      : {}),
  });
}

/** One family gets one message of a kind a day, whoever sends it; a visit's time is told once for each time. */
export function readyKey(row: ReadyRow, chosen: ChosenText, now: Date): string {
  const text = chosen.own ? `${chosen.key}:` : '';
  const visit = isOfOneChild(chosen) ? `${row.id}:${row.appointment_at}:` : '';
  return `${text}${row.household_id}:${visit}${todayIst(now)}`;
}

/** Queues a chosen text for one enquiry. False: its family had it today already. */
export const queueReady = (
  db: Db,
  chosen: ChosenText,
  to: {
    row: ReadyRow;
    values: Readonly<Record<string, string>>;
    channel: ContactChannel | null;
    now: Date;
    source: { kind: string; id: string };
  },
): Promise<boolean> =>
  queueMessage(db, {
    kind: chosen.kind,
    franchiseeId: to.row.franchisee_id,
    about: { enquiryId: to.row.id },
    values: to.values,
    ...(chosen.own ? { own: chosen.own } : {}),
    ...(to.channel ? { channel: to.channel } : {}),
    ...linkOf(chosen, to.row.id),
    dedupeKey: readyKey(to.row, chosen, to.now),
    source: to.source,
  });

const linkOf = ({ kind, own }: ChosenText, enquiryId: string) => {
  if (!own) return linkFor(kind, enquiryId);
  return names(`${own.text} ${own.subject ?? ''}`, 'link') ? { link: visitLink(enquiryId) } : {};
};
