// Which ways each of many contacts may be written to now: the gates of message-gates.server.ts asked for all at once, so
// that a preview of 500 families costs two queries.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type ContactClosed, contactsClosed } from '../consent/may-contact.server.ts';
import { isConnected } from '../provider/choose-provider.server.ts';
import { addressHash } from './message-gates.server.ts';
import type { ContactChannel } from './render-text.ts';

export interface ContactAddress {
  /** The household or contact whose consent counts. */
  id: string;
  mobile: string | null;
  email: string | null;
}

export type WayClosed = ContactClosed | 'SUPPRESSED' | 'NOT_CONNECTED';
export interface WayOf {
  channel: ContactChannel;
  address: string;
  /** Null: it may be used. */
  closed: WayClosed | null;
}

/** The order in which a message looks for its way: WhatsApp where the family chose it, then SMS, then e-mail. */
export const contactChannels = ['WHATSAPP', 'SMS', 'EMAIL'] as const;

/** Every way each contact has an address for, best first. */
export async function waysOf(
  db: Db,
  where: { franchiseeId: number; config: Readonly<Record<string, string | undefined>> },
  people: readonly ContactAddress[],
): Promise<Map<string, WayOf[]>> {
  const tries = people.flatMap((person) =>
    contactChannels.flatMap((channel) => {
      const address = channel === 'EMAIL' ? person.email : person.mobile;
      return address ? [{ id: person.id, channel, address }] : [];
    }),
  );
  const stopped = await suppressed(db, tries);
  const closed = await contactsClosed(
    db,
    where.franchiseeId,
    tries.map(({ id, channel }) => ({ kind: 'HOUSEHOLD', subjectIds: [id], channel })),
  );
  const ways = new Map<string, WayOf[]>(people.map(({ id }) => [id, []]));
  for (const [i, { id, channel, address }] of tries.entries()) {
    const connected = isConnected(channel, where.config) ? null : 'NOT_CONNECTED';
    const reason = stopped.has(i + 1) ? 'SUPPRESSED' : (closed[i] ?? connected);
    ways.get(id)?.push({ channel, address, closed: reason });
  }
  return ways;
}

/** Numbers (from 1) of the tries whose address asked for no more. */
async function suppressed(
  db: Db,
  tries: readonly { channel: ContactChannel; address: string }[],
): Promise<Set<number>> {
  if (tries.length === 0) return new Set();
  const { rows } = await sql<{ n: number }>`
    select t.n::int as n from unnest(${tries.map((one) => one.channel)}::text[], ${tries.map((one) => addressHash(one.channel, one.address))}::bytea[])
        with ordinality as t (channel, hash, n)
     where exists (select from suppression s where s.channel = t.channel and s.address_hash = t.hash and s.scope = 'ALL' and (s.until is null or s.until > now()))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.n));
}
