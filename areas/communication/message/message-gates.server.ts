// May this person be written to this way? Asked when a message is made and again when it leaves (communication.md 3.4).
import type { MessageKind } from '@aangan/contract/area.ts';
import { blindIndex } from '@aangan/server/seal.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import type { Channel } from './render-text.ts';

export type GateReason = 'SUPPRESSED' | 'NO_CONSENT';

export interface Gate {
  franchiseeId: number;
  kind: Pick<MessageKind, 'category'>;
  channel: Exclude<Channel, 'APP'>;
  addressHash: Buffer;
  toKind: 'GUARDIAN' | 'STAFF' | 'CONTACT' | 'VENDOR';
  /** The person, and for contacts the enquiry or household they belong to. Empty: an address somebody just gave us for this. */
  subjectIds: readonly string[];
}

export const addressHash = (channel: Exclude<Channel, 'APP'>, address: string): Buffer =>
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
  const needed = purposes(gate, promotional);
  for (const purpose of needed) if (!(await consents(db, gate, purpose))) return 'NO_CONSENT';
  return null;
}

function purposes(gate: Gate, promotional: boolean): string[] {
  const own =
    gate.channel === 'WHATSAPP' || (gate.toKind === 'CONTACT' && gate.subjectIds.length > 0)
      ? [`MESSAGES_${gate.channel}`]
      : [];
  return promotional ? ['MESSAGES_MARKETING', ...own] : own;
}

async function consents(db: Db, gate: Gate, purpose: string): Promise<boolean> {
  if (gate.subjectIds.length === 0) return false;
  const { rows } = await sql<{ allowed: boolean }>`select allowed from consent_now
    where franchisee_id = ${gate.franchiseeId} and purpose = ${purpose} and subject_id = any(${gate.subjectIds}::uuid[])`.execute(
    db,
  );
  return rows.length > 0 && rows.every((row) => row.allowed);
}
