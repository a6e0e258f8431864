// The enquiry of a WhatsApp contact, by a person or by the channel itself.
import { latestYear } from '@aangan/contract/period.ts';
import { nameWithin } from '@aangan/contract/person-name.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import * as z from 'zod';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { captureEnquiry } from '../enquiry/capture-enquiry.server.ts';
import type { CapturedEnquiry } from '../enquiry/capture-types.ts';
import { NO_NAME } from '../enquiry/child-label.ts';
import { sourceIds } from '../enquiry-sources.ts';

interface ContactEntries {
  guardianName?: string;
  mobile?: string | null | undefined;
  pincode?: string | null | undefined;
  childFirstName?: string | null | undefined;
  classId?: number | null | undefined;
  note?: string | null | undefined;
}

/** The contact, locked; 404 for another centre's. */
export async function lockContact(db: Db, id: string) {
  return ensureFound(
    await db.selectFrom('wa_contact').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
}

export type Contact = Awaited<ReturnType<typeof lockContact>>;

const referral = z.object({ headline: z.string().optional() });
/** The ad they came by; its click is Meta's, and the headline stands for the campaign. */
export const adOf = (contact: Pick<Contact, 'referral'>): string | null => {
  const parsed = referral.safeParse(contact.referral);
  return parsed.success ? (parsed.data.headline?.slice(0, 80) ?? null) : null;
};

/** Captures the contact's enquiry at a centre. The first answer is due from the first message. */
export async function enquiryOfContact(
  db: Db,
  at: { id: string; franchiseeId: number; now: Date },
  entries: ContactEntries = {},
): Promise<CapturedEnquiry | null> {
  const contact = await lockContact(db, at.id);
  // Somebody was faster: what they made stands.
  if (contact.state !== 'NEW' && contact.state !== 'IGNORED') return null;
  const mobile = entries.mobile ?? contact.phone_norm;
  ensure(mobile, () =>
    refuseEnquiry('waid.no-number', { fields: { mobile: 'Enter a 10-digit mobile number starting 6–9.' } }),
  );
  const { enquiries } = await captureEnquiry(
    db,
    {
      franchiseeId: at.franchiseeId,
      academicYearId: latestYear(at.now),
      now: at.now,
      via: 'INTAKE',
      by: null,
    },
    {
      guardianName: entries.guardianName ?? nameWithin(contact.profile_name ?? '', 80) ?? NO_NAME,
      mobile,
      language: 'en',
      pincode: entries.pincode,
      sourceId: contact.referral ? sourceIds.meta : sourceIds.whatsapp,
      campaign: adOf(contact),
      intakeId: contact.id,
      note: entries.note ?? (contact.first_text ? `WhatsApp: ${contact.first_text}` : null),
      capturedAt: new Date(contact.first_at),
      children: [{ id: contact.id, firstName: entries.childFirstName, classId: entries.classId }],
    },
  );
  const captured = ensureFound(enquiries[0]);
  await settle(db, contact, {
    franchiseeId: at.franchiseeId,
    enquiryId: captured.id,
    state: captured.verdict === 'SAME' ? 'LINKED' : 'CREATED',
  });
  return captured;
}

/** The contact moves to the centre of its enquiry. */
export async function settle(
  db: Db,
  contact: Contact,
  to: { franchiseeId: number; enquiryId: string; state: 'LINKED' | 'CREATED' },
): Promise<void> {
  await db
    .updateTable('wa_contact')
    .set({ franchisee_id: to.franchiseeId, enquiry_id: to.enquiryId, state: to.state })
    .where('franchisee_id', '=', contact.franchisee_id)
    .where('id', '=', contact.id)
    .execute();
}
