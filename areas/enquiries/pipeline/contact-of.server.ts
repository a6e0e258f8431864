// How a family is reached, and who of it studies here. Numbers are whole for the owner of the enquiry and where nobody
// owns it; others reveal them, which is logged (enquiries.md D21).
import { maskEmail } from '@aangan/contract/email.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { findFamily } from '../../students/public.server.ts';

interface ContactRow {
  franchiseeId: number;
  householdId: string;
  ownerId: string | null;
  phone: string | null;
  email: string | null;
}

/** Whether this person sees the numbers without revealing them. */
export const seesContact = (ownerId: string | null, actor: Actor): boolean =>
  ownerId === null || ownerId === actor.userId;

const contactsOf = (db: Db, row: ContactRow) =>
  db
    .selectFrom('household_contact')
    .select(['kind', 'value_norm', 'label', 'bad_since'])
    .where('franchisee_id', '=', row.franchiseeId)
    .where('household_id', '=', row.householdId)
    .orderBy('kind')
    .orderBy('position')
    .execute();

export async function contactOf(db: Db, row: ContactRow, actor: Actor) {
  const household = await db
    .selectFrom('enquiry_household')
    .select(['language', 'preferred_time', 'do_not_call'])
    .where('franchisee_id', '=', row.franchiseeId)
    .where('id', '=', row.householdId)
    .executeTakeFirstOrThrow();
  const contacts = await contactsOf(db, row);
  const shown = seesContact(row.ownerId, actor);
  const show = (kind: string, value: string | null) =>
    value === null || shown ? value : kind === 'PHONE' ? maskPhone(value) : maskEmail(value);
  const values = (kind: string) => contacts.filter((one) => one.kind === kind).map((one) => one.value_norm);
  return {
    language: household.language,
    preferredTime: household.preferred_time,
    doNotCall: household.do_not_call,
    mobile: show('PHONE', row.phone),
    email: show('EMAIL', row.email),
    contactShown: shown,
    contacts: contacts.map((one) => ({
      kind: one.kind,
      value: show(one.kind, one.value_norm) ?? '',
      label: one.label,
      bad: one.bad_since !== null,
    })),
    // In the centre's own view alone: the number of a family must not find children of another centre.
    students:
      actor.franchiseeId === row.franchiseeId
        ? await findFamily(db, { phones: values('PHONE'), emails: values('EMAIL') })
        : [],
  };
}
