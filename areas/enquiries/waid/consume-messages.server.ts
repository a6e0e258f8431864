import { HEAD_OFFICE } from '@aangan/server/sql.ts';
// WhatsApp messages of numbers nobody knew become contacts; those of known families are noted beside their enquiry
// (enquiries.md 6). Every message counts once by its id, in whatever order it comes.

import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import type { InboxWorker } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { keepInbound } from '../../communication/public.server.ts';
import { enquiryOfContact } from './contact-enquiry.server.ts';
import { type InboundMessage, readMessages } from './read-messages.ts';
import { stopContact } from './stop-contact.server.ts';

const SEEN = 50;

export const consumeWhatsApp: InboxWorker = {
  consume: async ({ row, work, finish, now }) => {
    const messages = readMessages(row.body.toString('utf8'));
    if (!messages || messages.length === 0) return 'IGNORED';
    const waiting = await work(null, async (db) => {
      const auto = new Map<string, number>();
      for (const message of messages) {
        const parent = await keep(db, message, now);
        if (message.stop) {
          auto.delete((await stopContact(db, message, now)) ?? '');
          continue;
        }
        // A parent writes about a child who is here; what comes by an ad is an enquiry all the same.
        if (parent && !message.referral) continue;
        const noted = await noteMessage(db, message, now);
        if (noted.create) auto.set(noted.id, noted.franchiseeId);
      }
      if (auto.size === 0) await finish(db);
      return [...auto];
    });
    for (const [at, [id, franchiseeId]] of waiting.entries())
      await work(franchiseeId, async (db) => {
        await enquiryOfContact(db, { id, franchiseeId, now });
        if (at === waiting.length - 1) await finish(db);
      });
    return 'DONE';
  },
};

/** The line of the number's conversation. True when the number is a parent's; what a blocked contact writes is only counted. */
async function keep(db: Db, message: InboundMessage, now: Date): Promise<boolean> {
  const blocked = await db
    .selectFrom('wa_contact')
    .select('id')
    .where('wa_id', '=', message.waId)
    .where('state', '=', 'BLOCKED')
    .executeTakeFirst();
  if (blocked) return false;
  const phone = message.digits ? phoneNormAnyCountry(`+${message.digits}`) : null;
  const family = await familyOf(db, phone);
  return keepInbound(db, {
    ...message,
    phone,
    text: message.words,
    // WhatsApp tells whole seconds: an answer within that second came first.
    at: new Date(Math.min(message.at ? message.at.getTime() + 999 : Infinity, now.getTime())),
    enquiryAt: family?.franchiseeId ?? null,
  });
}

interface Noted {
  id: string;
  franchiseeId: number;
  /** Its channel makes enquiries by itself. */
  create: boolean;
}

/** Adds a message to its contact, making the contact when it is the first. */
async function noteMessage(db: Db, message: InboundMessage, now: Date): Promise<Noted> {
  const phone = message.digits ? phoneNormAnyCountry(`+${message.digits}`) : null;
  const channel = message.phoneNumberId
    ? await db
        .selectFrom('lead_channel')
        .select(['id', 'franchisee_id', 'auto_create', 'active'])
        .where('provider', '=', 'WHATSAPP')
        .where('external_id', '=', message.phoneNumberId)
        .executeTakeFirst()
    : undefined;
  // By the wall clock of a phone a message may come from tomorrow.
  const at = (message.at && message.at < now ? message.at : now).toISOString();
  const known = await db
    .selectFrom('wa_contact')
    .select(['franchisee_id', 'id'])
    .where('wa_id', '=', message.waId)
    .forUpdate()
    .executeTakeFirst();
  const place = known
    ? { franchiseeId: known.franchisee_id, enquiryId: null }
    : ((await familyOf(db, phone)) ?? {
        franchiseeId: channel?.franchisee_id ?? HEAD_OFFICE,
        enquiryId: null,
      });
  const { rows } = await sql<{ id: string; state: string }>`
    insert into wa_contact (franchisee_id, channel_id, wa_id, phone_norm, profile_name, first_text, first_at, last_at, messages, seen, referral, state, enquiry_id)
    values (${place.franchiseeId}, ${channel?.id ?? null}, ${message.waId}, ${phone}, ${message.profileName}, ${message.text}, ${at}, ${at}, 1, ${[message.id]}::text[],
      ${message.referral ? JSON.stringify(message.referral) : null}::jsonb, ${place.enquiryId ? 'LINKED' : 'NEW'}, ${place.enquiryId}::uuid)
    on conflict (franchisee_id, wa_id) do update set
      messages = wa_contact.messages + 1, seen = (excluded.seen || wa_contact.seen)[1:${sql.lit(SEEN)}],
      first_text = case when excluded.first_at < wa_contact.first_at then excluded.first_text else wa_contact.first_text end,
      first_at = least(wa_contact.first_at, excluded.first_at), last_at = greatest(wa_contact.last_at, excluded.last_at),
      profile_name = coalesce(excluded.profile_name, wa_contact.profile_name), referral = coalesce(wa_contact.referral, excluded.referral),
      state = case when wa_contact.state = 'IGNORED' then 'NEW' else wa_contact.state end
    where not excluded.seen[1] = any (wa_contact.seen)
    returning id, state`.execute(db);
  const [stored] = rows;
  const current = stored ?? (await contactAt(db, place.franchiseeId, message.waId));
  return {
    id: current.id,
    franchiseeId: place.franchiseeId,
    create: current.state === 'NEW' && phone !== null && channel?.active === true && channel.auto_create,
  };
}

const contactAt = (db: Db, franchiseeId: number, waId: string) =>
  db
    .selectFrom('wa_contact')
    .select(['id', 'state'])
    .where('franchisee_id', '=', franchiseeId)
    .where('wa_id', '=', waId)
    .executeTakeFirstOrThrow();

/** A family of the network with this number, and its enquiry: an open one before others, the newest first. */
async function familyOf(
  db: Db,
  phone: string | null,
): Promise<{ franchiseeId: number; enquiryId: string } | null> {
  if (!phone) return null;
  const { rows } = await sql<{ franchisee: number; enquiry: string }>`
    select e.franchisee_id as franchisee, e.id as enquiry from household_contact h join enquiry e on e.franchisee_id = h.franchisee_id and e.household_id = h.household_id
     where h.kind = 'PHONE' and h.value_norm = ${phone} and e.merged_into is null and e.erased_at is null
     order by e.is_open desc, e.last_activity_at desc limit 1`.execute(db);
  return rows[0] ? { franchiseeId: rows[0].franchisee, enquiryId: rows[0].enquiry } : null;
}
