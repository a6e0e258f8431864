// Whose number it is, and whether it may be answered now: asked for the screen and again when somebody sends.
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { contactsClosed } from '../consent/may-contact.server.ts';
import { isConnected } from '../provider/choose-provider.server.ts';
import { type Closed, openUntil } from './conversation.states.ts';

interface Numbered {
  franchisee_id: number;
  phone_norm: string | null;
  last_in_at: string;
  stopped_at: string | null;
}

export interface Person {
  guardianIds: string[];
  householdIds: string[];
  /** All that ties them to children here is restricted. */
  restricted: boolean;
  enquiryCode: string | null;
}

export async function personOf(db: Db, row: Numbered): Promise<Person> {
  const { rows } = await sql<Person>`
    select coalesce((select array_agg(g.id) from guardian g where g.franchisee_id = ${row.franchisee_id} and g.mobile = ${row.phone_norm} and not g.deceased), '{}') as "guardianIds",
      coalesce((select array_agg(h.household_id) from household_contact h where h.franchisee_id = ${row.franchisee_id} and h.kind = 'PHONE' and h.value_norm = ${row.phone_norm}), '{}') as "householdIds",
      coalesce((select bool_and(sg.restricted) from guardian g join student_guardian sg on sg.franchisee_id = g.franchisee_id and sg.guardian_id = g.id
         where g.franchisee_id = ${row.franchisee_id} and g.mobile = ${row.phone_norm} and not g.deceased), false) as restricted,
      (select e.enquiry_code from household_contact h join enquiry e on e.franchisee_id = h.franchisee_id and e.household_id = h.household_id
         where h.franchisee_id = ${row.franchisee_id} and h.kind = 'PHONE' and h.value_norm = ${row.phone_norm} and e.merged_into is null and e.erased_at is null
         order by e.is_open desc, e.last_activity_at desc limit 1) as "enquiryCode"`.execute(db);
  return rows[0] ?? { guardianIds: [], householdIds: [], restricted: false, enquiryCode: null };
}

/** Why free text cannot go now; null: it can. Their own message stands for a yes that nobody asked for, never for a no. */
export async function closedFor(
  db: Db,
  row: Numbered,
  person: Person,
  at: { now: Date; config: Readonly<Record<string, string | undefined>> },
): Promise<Closed | null> {
  if (!row.phone_norm) return 'NO_NUMBER';
  if (person.restricted) return 'RESTRICTED';
  const { guardianIds, householdIds } = person;
  const answers = await contactsClosed(db, row.franchisee_id, [
    { kind: 'GUARDIAN', subjectIds: guardianIds, channel: 'WHATSAPP' },
    { kind: 'HOUSEHOLD', subjectIds: householdIds, channel: 'WHATSAPP' },
  ]);
  const unknown = row.franchisee_id === HEAD_OFFICE || guardianIds.length + householdIds.length === 0;
  if (answers.includes('REFUSED') || (unknown && row.stopped_at !== null)) return 'REFUSED';
  if (!isConnected('WHATSAPP', at.config)) return 'NOT_CONNECTED';
  return at.now < openUntil(new Date(row.last_in_at)) ? null : 'WINDOW';
}
