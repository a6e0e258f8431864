// May this person be written to this way? Asked when a message is made and again when it leaves (communication.md 3.4).
import type { MessageKind } from '@aangan/contract/area.ts';
import { blindIndex } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { contactsClosed } from '../consent/may-contact.server.ts';
import { REPLY } from '../conversation/conversation-messages.ts';
import type { ContactChannel } from './render-text.ts';

export type GateReason = 'SUPPRESSED' | 'NO_CONSENT';

export interface Gate {
  franchiseeId: number;
  kind: Pick<MessageKind, 'category' | 'key'>;
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
  const [reason = null] = await gateReasons(db, gate.franchiseeId, [gate]);
  return reason;
}

/** `gateReason` for many of one centre, in two queries. */
export async function gateReasons(
  db: Db,
  franchiseeId: number,
  gates: readonly Omit<Gate, 'franchiseeId'>[],
): Promise<(GateReason | null)[]> {
  const asked = gates.map((gate) => ({ ...gate, code: gate.kind.category === 'CODE' }));
  if (asked.every(({ code }) => code)) return asked.map(() => null);
  const stopped = await stoppedOf(db, asked);
  const consents = asked.map((gate, n) => (stopped.has(n) || !needsConsent(gate) ? null : gate));
  const closed = await contactsClosed(
    db,
    franchiseeId,
    consents.flatMap((gate) =>
      gate
        ? [
            {
              kind: gate.toKind === 'CONTACT' ? ('CONTACT' as const) : ('GUARDIAN' as const),
              subjectIds: gate.subjectIds,
              channel: gate.channel,
              purpose: isPromotional(gate) ? ('MESSAGES_MARKETING' as const) : undefined,
            },
          ]
        : [],
    ),
  );
  let at = 0;
  return asked.map(({ code }, n) => {
    if (code) return null;
    if (stopped.has(n)) return 'SUPPRESSED';
    if (!consents[n]) return null;
    const answer = closed[at] ?? null;
    at += 1;
    return answer === null ? null : 'NO_CONSENT';
  });
}

type Asked = Omit<Gate, 'franchiseeId'>;
const isPromotional = ({ kind }: Asked): boolean => kind.category === 'PROMOTIONAL';

// An answer in a conversation: a no was asked for when it was written, and their own message stands for the yes.
/** A notice to staff or a vendor needs no consent, nor one to an address that somebody just gave us for it. */
function needsConsent(gate: Asked & { code: boolean }): boolean {
  if (gate.code || gate.kind.key === REPLY) return false;
  const askedFor = gate.subjectIds.length === 0 || gate.toKind === 'STAFF' || gate.toKind === 'VENDOR';
  return !(askedFor && gate.channel !== 'WHATSAPP' && !isPromotional(gate));
}

/** Which of them have an address that asked for no more. */
async function stoppedOf(db: Db, asked: readonly Asked[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ n: number }>`
    select t.n::int - 1 as n from unnest(${asked.map(({ channel }) => channel)}::text[], ${asked.map((one) => one.addressHash)}::bytea[],
        ${asked.map(isPromotional)}::boolean[]) with ordinality as t (channel, hash, promotional, n)
     where exists (select from suppression s where s.channel = t.channel and s.address_hash = t.hash
       and (s.scope = 'ALL' or t.promotional) and (s.until is null or s.until > now()))`.execute(db);
  return new Set(rows.map(({ n }) => n));
}
