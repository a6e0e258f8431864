// May this person be written to this way? Asked when a message is made and again when it leaves (communication.md 3.4).
import type { MessageKind } from '@aangan/contract/area.ts';
import { blindIndex } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { contactsClosed } from '../consent/may-contact.server.ts';
import type { ContactChannel } from './render-text.ts';

export type GateReason = 'SUPPRESSED' | 'NO_CONSENT';

export interface Gate {
  franchiseeId: number;
  kind: Pick<MessageKind, 'category'>;
  channel: ContactChannel;
  addressHash: Buffer;
  toKind: 'GUARDIAN' | 'STAFF' | 'CONTACT' | 'VENDOR';
  /** The person, and for contacts the enquiry or household they belong to. Empty: an address somebody just gave us for this. */
  subjectIds: readonly string[];
}

export const addressHash = (channel: ContactChannel, address: string): Buffer =>
  blindIndex(channel === 'EMAIL' ? `mail:${address.toLowerCase()}` : `phone:${address}`);

/** Null when the message may go; else the reason. */
export async function gateReason(db: Db, gate: Gate): Promise<GateReason | null> {
  if (gate.kind.category === 'CODE') return null;
  const promotional = gate.kind.category === 'PROMOTIONAL';
  const stopped =
    await sql`select from suppression where channel = ${gate.channel} and address_hash = ${gate.addressHash}
    and (scope = 'ALL' ${promotional ? sql`or scope = 'MARKETING'` : sql``}) and (until is null or until > now())`.execute(
      db,
    );
  if (stopped.rows.length > 0) return 'SUPPRESSED';
  // A notice to staff or a vendor needs no consent, nor one to an address that somebody just gave us for it.
  const askedFor = gate.subjectIds.length === 0 || gate.toKind === 'STAFF' || gate.toKind === 'VENDOR';
  if (askedFor && gate.channel !== 'WHATSAPP' && !promotional) return null;
  const [closed = null] = await contactsClosed(db, gate.franchiseeId, [
    {
      kind: gate.toKind === 'CONTACT' ? 'CONTACT' : 'GUARDIAN',
      subjectIds: gate.subjectIds,
      channel: gate.channel,
      purpose: promotional ? 'MESSAGES_MARKETING' : undefined,
    },
  ]);
  return closed === null ? null : 'NO_CONSENT';
}
