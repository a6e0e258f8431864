// STOP on WhatsApp: every family of this number takes its consent back, in all centres at once; nobody new is noted.
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage, takeBackMessages } from '../../communication/public.server.ts';
import { guardiansWithMobile } from '../../students/public.server.ts';
import type { InboundMessage } from './read-messages.ts';

interface Stopping {
  franchiseeId: number;
  subjectKind: 'HOUSEHOLD' | 'GUARDIAN';
  subjectId: string;
  language: string;
}

/** Ends messages to this number. Gives the contact it belongs to, if the number has one: no enquiry is to be made of it. */
export async function stopContact(db: Db, message: InboundMessage, now: Date): Promise<string | null> {
  const phone = message.digits ? phoneNormAnyCountry(`+${message.digits}`) : null;
  const contact = await noteStop(db, message, now);
  // WhatsApp tells whole seconds: an answer within that second came first.
  const at = message.at ? new Date(message.at.getTime() + 999) : now;
  const stopped: Stopping[] = [];
  for (const one of await familiesOf(db, phone, contact))
    if (await takeBackMessages(db, { ...one, method: 'WHATSAPP_WORD', at })) stopped.push(one);
  const [first] = stopped;
  if (first && phone) {
    const withUs = stopped.find((one) => one.subjectKind === 'GUARDIAN');
    const { franchiseeId, language } = withUs ?? first;
    await queueMessage(db, {
      kind: withUs ? 'enquiries.stop-noted-family' : 'enquiries.stop-noted',
      franchiseeId,
      about: { address: { mobile: phone, language } },
      values: {},
      dedupeKey: message.id,
      source: { kind: 'whatsapp-stop', id: message.id.slice(0, 100) },
    });
  }
  return contact?.id ?? null;
}

interface KnownContact {
  franchiseeId: number;
  id: string;
  enquiryId: string | null;
}

/** The message counts for a contact that is there already; one that waited for an enquiry waits no more. */
async function noteStop(db: Db, message: InboundMessage, now: Date): Promise<KnownContact | null> {
  const at = (message.at && message.at < now ? message.at : now).toISOString();
  const { rows } = await sql<KnownContact>`
    with known as (select franchisee_id, id, enquiry_id, not ${message.id} = any (seen) as fresh from wa_contact where wa_id = ${message.waId} for update),
      counted as (update wa_contact c set messages = c.messages + 1, seen = (array[${message.id}]::text[] || c.seen)[1:50], last_at = greatest(c.last_at, ${at}::timestamptz),
          state = case when c.state = 'NEW' then 'IGNORED' else c.state end
        from known k where k.fresh and c.franchisee_id = k.franchisee_id and c.id = k.id)
    select franchisee_id as "franchiseeId", id::text as id, enquiry_id::text as "enquiryId" from known`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function familiesOf(db: Db, phone: string | null, contact: KnownContact | null): Promise<Stopping[]> {
  const { rows } = await sql<{ franchiseeId: number; subjectId: string; language: string }>`
    select h.franchisee_id as "franchiseeId", h.id::text as "subjectId", h.language from enquiry_household h
      join (select franchisee_id, household_id from household_contact where kind = 'PHONE' and value_norm = ${phone}
            union select franchisee_id, household_id from enquiry where franchisee_id = ${contact?.franchiseeId ?? 0} and id = ${contact?.enquiryId ?? null}::uuid and erased_at is null) x
        on x.franchisee_id = h.franchisee_id and x.household_id = h.id
     order by h.franchisee_id, h.id`.execute(db);
  const guardians = phone ? await guardiansWithMobile(db, phone) : [];
  return [
    ...rows.map((row): Stopping => ({ ...row, subjectKind: 'HOUSEHOLD' })),
    ...guardians.map(({ id, ...one }): Stopping => ({ ...one, subjectId: id, subjectKind: 'GUARDIAN' })),
  ];
}
