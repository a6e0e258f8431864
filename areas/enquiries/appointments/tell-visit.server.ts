// What a family is told of its visit: fixed, moved, thanked. One place for every way an appointment changes.
import { formatTime, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import {
  cancelMessages,
  contactChannels,
  mayContact,
  queueMessage,
} from '../../communication/public.server.ts';
import { linkFor } from './visit-messages.ts';

/** Messages about one visit; a moved or ended one cancels what has not left. */
export const VISIT_SOURCE = 'enquiry-visit';

interface Visited {
  franchisee_id: number;
  id: string;
  household_id: string;
  appointment_at: string | null;
  counselled_at: string | null;
  child_first_name: string | null;
}

interface Changed {
  appointment_at?: unknown;
  counselled_at?: unknown;
  closed_at?: unknown;
}

/** Queues what the family hears of a change of its enquiry, if it agreed to be written to at all. */
export async function tellVisit(db: Db, row: Visited, changes: Changed, now: Date): Promise<void> {
  const at = typeof changes.appointment_at === 'string' ? new Date(changes.appointment_at) : null;
  const moved = at !== null && at.toISOString() !== row.appointment_at;
  const met = Boolean(changes.counselled_at) && row.counselled_at === null;
  if (!moved && !met && !changes.closed_at) return;
  if (row.appointment_at !== null)
    await cancelMessages(db, { franchiseeId: row.franchisee_id, source: { kind: VISIT_SOURCE, id: row.id } });
  if (moved && at > now) {
    const again = row.appointment_at !== null && new Date(row.appointment_at) > now;
    await sendVisit(db, row, { kind: again ? 'enquiries.visit-moved' : 'enquiries.visit', at });
  } else if (met) await sendVisit(db, row, { kind: 'enquiries.thanks', at: null });
}

type VisitMessage =
  | 'enquiries.visit'
  | 'enquiries.visit-moved'
  | 'enquiries.remind-visit'
  | 'enquiries.no-show'
  | 'enquiries.thanks';

/** Queues one message of a visit, once for its time (`mark` tells two of one kind apart). False without consent. */
export async function sendVisit(
  db: Db,
  row: Visited,
  what: { kind: VisitMessage; at: Date | null; mark?: string; expiresAt?: Date },
): Promise<boolean> {
  if (!(await mayWrite(db, row))) return false;
  const { kind, at, mark = '' } = what;
  return queueMessage(db, {
    kind,
    franchiseeId: row.franchisee_id,
    about: { enquiryId: row.id },
    values: {
      ...(await centreValues(db, row.franchisee_id)),
      child: row.child_first_name ?? 'your child',
      ...(at ? { date: todayIst(at), time: formatTime(at) } : {}),
    },
    ...linkFor(kind, row.id),
    dedupeKey: `${row.id}:${at?.toISOString() ?? 'met'}:${mark}`,
    source: { kind: VISIT_SOURCE, id: row.id },
    ...(what.expiresAt ? { expiresAt: what.expiresAt } : {}),
  });
}

async function mayWrite(db: Db, row: { franchisee_id: number; household_id: string }): Promise<boolean> {
  for (const channel of contactChannels) {
    const asked = {
      franchiseeId: row.franchisee_id,
      personKind: 'HOUSEHOLD',
      personId: row.household_id,
      channel,
    } as const;
    if ((await mayContact(db, asked)).ok) return true;
  }
  return false;
}

/** The centre as its messages name it. */
export async function centreValues(db: Db, franchiseeId: number): Promise<{ centre: string; phone: string }> {
  const centre = await db
    .selectFrom('franchisee')
    .select(['company_name', 'phone'])
    .where('id', '=', franchiseeId)
    .executeTakeFirst();
  return { centre: centre?.company_name ?? '', phone: centre?.phone ?? 'the centre' };
}
