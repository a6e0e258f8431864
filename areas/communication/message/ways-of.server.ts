// Which way each of many contacts may be written to now: the gates of message-gates.server.ts asked for all at once, so
// that a preview of 500 families costs two queries.
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { addressHash } from './message-gates.server.ts';

export interface ContactAddress {
  /** The household or contact whose consent counts. */
  id: string;
  mobile: string | null;
  email: string | null;
}

export type WayClosed = 'NO_ADDRESS' | 'SUPPRESSED' | 'REFUSED' | 'NO_CONSENT';
export type WayOf =
  | { channel: 'SMS' | 'EMAIL'; address: string; closed: null }
  | { channel: null; address: null; closed: WayClosed };

interface Try {
  id: string;
  channel: 'SMS' | 'EMAIL';
  address: string;
}

/** The first open way of each contact for a service message, or why there is none. */
export async function waysOf(
  db: Db,
  franchiseeId: number,
  people: readonly ContactAddress[],
): Promise<Map<string, WayOf>> {
  const tries = people.flatMap(({ id, mobile, email }) => [
    ...(mobile ? [{ id, channel: 'SMS', address: mobile } as const] : []),
    ...(email ? [{ id, channel: 'EMAIL', address: email } as const] : []),
  ]);
  const closed = await closedTries(db, franchiseeId, tries);
  return new Map(
    people.map(({ id }) => {
      const mine = tries
        .map((one, i) => ({ ...one, closed: closed[i] ?? null }))
        .filter((one) => one.id === id);
      const open = mine.find((one) => one.closed === null);
      return [
        id,
        open
          ? { channel: open.channel, address: open.address, closed: null }
          : { channel: null, address: null, closed: mine[0]?.closed ?? 'NO_ADDRESS' },
      ];
    }),
  );
}

/** For each try why it may not be used; null = it may. */
async function closedTries(
  db: Db,
  franchiseeId: number,
  tries: readonly Try[],
): Promise<(Exclude<WayClosed, 'NO_ADDRESS'> | null)[]> {
  if (tries.length === 0) return [];
  const stopped = await sql<{ n: number }>`
    select t.n::int as n from unnest(${tries.map((one) => one.channel)}::text[], ${tries.map((one) => addressHash(one.channel, one.address))}::bytea[])
        with ordinality as t (channel, hash, n)
     where exists (select from suppression s where s.channel = t.channel and s.address_hash = t.hash and s.scope = 'ALL' and (s.until is null or s.until > now()))`.execute(
    db,
  );
  const answers = await db
    .selectFrom('consent_now')
    .select(['subject_id', 'purpose', 'allowed'])
    .where('franchisee_id', '=', franchiseeId)
    .where('subject_id', 'in', [...new Set(tries.map((one) => one.id))])
    .where('purpose', 'in', ['MESSAGES_SMS', 'MESSAGES_EMAIL'])
    .execute();
  const never = new Set(stopped.rows.map((row) => row.n));
  const said = new Map(answers.map((row) => [`${row.subject_id} ${row.purpose}`, row.allowed]));
  return tries.map((one, i) => {
    if (never.has(i + 1)) return 'SUPPRESSED';
    const answer = said.get(`${one.id} MESSAGES_${one.channel}`);
    return answer === undefined ? 'NO_CONSENT' : answer ? null : 'REFUSED';
  });
}
