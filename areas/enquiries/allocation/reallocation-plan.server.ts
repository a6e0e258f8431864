// Which enquiries a move is about, where each would go, and what would stay. Preview and start count the same way; what was
// seen is signed by a print of it, so nothing moves that nobody looked at.
import { createHash } from 'node:crypto';
import type { Day } from '@aangan/contract/period.ts';
import { several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { inBucket } from '../enquiry/enquiry-where.server.ts';
import { type StoredLead, storedLeads } from './allocate.server.ts';
import { copyDesk, decide, evenly } from './allocation-engine.ts';
import { MOST_REALLOCATED } from './allocation-words.ts';
import { openDesk, rulesOf } from './desk.server.ts';
import type { ReallocationTarget } from './lead-reallocation.contract.ts';

interface MoveFilters {
  owner?: string | readonly string[] | undefined;
  bucket?: string | readonly string[] | undefined;
  spancoStatus?: string | readonly string[] | undefined;
  idleDays?: number | undefined;
}

/** Conditions over the alias `e`: open enquiries with an owner. */
export function moveWhere(filters: MoveFilters, at: { today: Day; now: Date }): RawBuilder<unknown>[] {
  const out = [sql`e.is_open`, sql`e.owner_id is not null`];
  const owners = [filters.owner ?? []].flat();
  const statuses = [filters.spancoStatus ?? []].flat();
  const buckets = [filters.bucket ?? []].flat();
  if (owners.length) out.push(several('e.owner_id', owners, 'uuid'));
  if (statuses.length) out.push(several('e.spanco_status', statuses, 'text'));
  if (buckets.length)
    out.push(
      sql`(${sql.join(
        buckets.map((slug) => inBucket(slug as Parameters<typeof inBucket>[0], at.today)), // the contract allows only these
        sql` or `,
      )})`,
    );
  if (filters.idleDays)
    out.push(
      sql`coalesce(e.last_contact_at, e.captured_at) < ${new Date(at.now.getTime() - filters.idleDays * 86_400_000).toISOString()}::timestamptz`,
    );
  return out;
}

export interface Which {
  ids?: readonly string[] | undefined;
  filters?: MoveFilters | undefined;
}

export interface MoveLine {
  lead: StoredLead;
  /** Null: stays, for `reason`. */
  to: string | null;
  reason: string | null;
}

export interface MovePlan {
  lines: MoveLine[];
  seen: string;
}

interface Place {
  franchiseeId: number;
  today: Day;
  now: Date;
}

/** Decides every enquiry of a move; nothing is written. */
export async function planMove(
  db: Db,
  at: Place,
  which: Which,
  target: ReallocationTarget,
): Promise<MovePlan> {
  const where = [
    ...moveWhere(which.filters ?? {}, at),
    ...(which.ids ? [several('e.id', which.ids, 'uuid')] : []),
  ];
  const leads = await storedLeads(db, at.franchiseeId, {
    where: sql.join(where, sql` and `),
    order: sql`e.next_follow_up_on, e.id`,
    limit: MOST_REALLOCATED,
  });
  const claims = await claimsOf(db, at, leads);
  const free = leads.filter((lead) => !claims.has(lead.id));
  const moves = target.kind === 'RULES' ? await byRules(db, at, free) : shared(free, target.userIds);
  const lines = leads.map((lead): MoveLine => {
    const claimed = claims.get(lead.id);
    if (claimed) return { lead, to: null, reason: `claimed by ${claimed} now` };
    const to = moves.get(lead.id) ?? null;
    if (to === null) return { lead, to, reason: 'nobody could take it by the rules' };
    return to === lead.ownerId
      ? { lead, to: null, reason: 'has this owner already' }
      : { lead, to, reason: null };
  });
  return { lines, seen: printOf(lines, target) };
}

/** Shares in the order of the list: the first n to the first person. */
function shared(leads: readonly StoredLead[], userIds: readonly string[]): Map<string, string> {
  const ids = [...new Set(userIds)];
  const shares = evenly(
    leads.length,
    ids.map(() => 1),
  );
  const owners = ids.flatMap((id, index) => Array.from({ length: shares[index] ?? 0 }, () => id));
  return new Map(leads.map((lead, index) => [lead.id, owners[index] ?? ids[0] ?? '']));
}

async function byRules(db: Db, at: Place, leads: readonly StoredLead[]): Promise<Map<string, string>> {
  const rules = await rulesOf(db, at.franchiseeId, { activeOnly: true });
  const desk = copyDesk(await openDesk(db, { ...at, rules }));
  // Moving work is no new work: what people already got today says nothing about it.
  for (const person of desk.people.values()) person.today = 0;
  const unlimited = rules.map((rule) => ({
    ...rule,
    members: rule.members.map((one) => ({ ...one, dailyQuota: MOST_REALLOCATED })),
  }));
  const moves = new Map<string, string>();
  for (const lead of leads) {
    const { ownerId } = decide({ ...desk, rules: unlimited }, { facts: lead.facts });
    if (ownerId) moves.set(lead.id, ownerId);
  }
  return moves;
}

/** Who is with which of these families now. */
export async function claimsOf(
  db: Db,
  { franchiseeId, now }: { franchiseeId: number; now: Date },
  leads: readonly { id: string }[],
): Promise<Map<string, string>> {
  if (leads.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select c.enquiry_id::text as id, u.first_name as name from follow_up_claim c join app_user u on u.id = c.user_id
     where c.franchisee_id = ${franchiseeId} and c.until > ${now.toISOString()}::timestamptz and c.enquiry_id = any (${leads.map((lead) => lead.id)}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

const printOf = (lines: readonly MoveLine[], target: ReallocationTarget): string =>
  createHash('sha256')
    .update(JSON.stringify([target, lines.map((line) => [line.lead.id, line.lead.ownerId, line.to])]))
    .digest('base64url');
