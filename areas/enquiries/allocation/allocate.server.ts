import { several } from '@aangan/server/sql.ts';
// Owners for new leads, inside the transaction that makes them, and for leads that need another one.

import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { isBskLevelTwo } from '../enquiry/enquiry.states.ts';
import { type Decision, decide, type LeadFacts, type Rule } from './allocation-engine.ts';
import { type LogLine, logAllocation } from './allocation-log.server.ts';
import type { Candidate, Why } from './allocation-words.ts';
import { closeDesk, countGiven, lockAllocation, openDesk, peopleOf, rulesOf } from './desk.server.ts';

interface AllocationPlace {
  franchiseeId: number;
  now: Date;
  by: string | null;
}

/** A lead that is about to be written. */
interface NewLead {
  id: string;
  householdId: string;
  facts: Omit<LeadFacts, 'franchiseeId' | 'channel' | 'level'>;
  /** Named by a person: no rule is asked. */
  given: string | null;
  /** The owner of the family's open enquiries. */
  sticky: string | null;
  /** Who took it down at the desk and keeps it when no rule speaks of it. */
  keptBy: string | null;
}

export interface Allocation {
  enquiryId: string;
  ownerId: string | null;
  why: Why;
  ruleId: string | null;
  candidates: readonly Candidate[];
}

/** Decides the owners of new leads in their order; the log follows with `logNewLeads` when the leads are rows. */
export async function allocateLeads(
  db: Db,
  at: AllocationPlace,
  leads: readonly NewLead[],
): Promise<Allocation[]> {
  const open = leads.filter((lead) => lead.given === null);
  if (open.length === 0) return leads.map(named);
  const rules = await rulesOf(db, at.franchiseeId, { activeOnly: true });
  if (rules.length === 0) return withoutRules(db, at, leads);
  await lockAllocation(db, at.franchiseeId);
  const desk = await openDesk(db, {
    ...at,
    rules,
    also: open.flatMap((lead) => lead.sticky ?? []),
  });
  const channels = await channelsOf(db, rules);
  const families = new Map<string, string | null>();
  const out = leads.map((lead): Allocation => {
    if (lead.given !== null) return named(lead);
    const sticky = families.get(lead.householdId) ?? lead.sticky;
    const facts = factsOf(at, lead, channels);
    const decision = kept(decide(desk, { facts, sticky }), lead);
    families.set(lead.householdId, decision.ownerId);
    return { enquiryId: lead.id, ...decision };
  });
  await closeDesk(db, at, desk);
  return out;
}

const named = (lead: NewLead): Allocation => ({
  enquiryId: lead.id,
  ownerId: lead.given,
  why: 'MANUAL',
  ruleId: null,
  candidates: [],
});

const factsOf = (at: AllocationPlace, lead: NewLead, channels: ReadonlyMap<string, string>): LeadFacts => ({
  ...lead.facts,
  franchiseeId: at.franchiseeId,
  channel: channels.get(lead.facts.sourceId) ?? 'OTHER',
  level: 1,
});

type Decided = Omit<Allocation, 'enquiryId'>;

/** A family at the desk stays with whoever took it down, unless a rule holds for it. */
function kept(decision: Decision, lead: NewLead): Decided {
  const { matched, ...decided } = decision;
  return !matched && decided.ownerId === null && lead.keptBy !== null
    ? { ...decided, ownerId: lead.keptBy, why: 'DEFAULT' }
    : decided;
}

/** A centre without rules: the family's owner, else who took it down, else the queue. */
async function withoutRules(db: Db, at: AllocationPlace, leads: readonly NewLead[]): Promise<Allocation[]> {
  const owners = [...new Set(leads.flatMap((lead) => lead.sticky ?? []))];
  const people = await peopleOf(db, { ...at, today: todayIst(at.now) }, owners);
  const families = new Map<string, string | null>();
  const given = new Map<string, number>();
  const out = leads.map((lead): Allocation => {
    if (lead.given !== null) return named(lead);
    const before = families.get(lead.householdId);
    const person = lead.sticky ? people.get(lead.sticky) : undefined;
    const sticky = before ?? (person?.right && person.leaveUntil === null ? lead.sticky : null);
    const ownerId = sticky ?? lead.keptBy;
    families.set(lead.householdId, ownerId);
    if (ownerId) given.set(ownerId, (given.get(ownerId) ?? 0) + 1);
    return {
      enquiryId: lead.id,
      ownerId,
      why: sticky ? 'STICKY' : ownerId ? 'DEFAULT' : 'QUEUE',
      ruleId: null,
      candidates: [],
    };
  });
  await countGiven(db, at, given);
  return out;
}

/** The log of new leads, once they are rows. */
export const logNewLeads = (db: Db, at: AllocationPlace, allocations: readonly Allocation[]): Promise<void> =>
  logAllocation(
    db,
    at,
    allocations.map((one) => ({ ...one, from: null, to: one.ownerId })),
  );

async function channelsOf(db: Db, rules: readonly Rule[]): Promise<Map<string, string>> {
  if (rules.every((rule) => rule.match.channels.length === 0)) return new Map();
  const rows = await db.selectFrom('enquiry_source').select(['id', 'channel']).execute();
  return new Map(rows.map((row) => [row.id, row.channel]));
}

export interface StoredLead {
  id: string;
  code: string;
  ownerId: string | null;
  isOpen: boolean;
  capturedOn: Day;
  facts: LeadFacts;
}

type StoredRow = Omit<StoredLead, 'facts' | 'capturedOn'> &
  Omit<LeadFacts, 'franchiseeId' | 'level'> & { capturedAt: string; stage: string; spancoStatus: string };

/** Facts of stored enquiries of one centre, in the order given; `lock` keeps the rows until the transaction ends. */
export async function storedLeads(
  db: Db,
  franchiseeId: number,
  which: { where: RawBuilder<unknown>; order?: RawBuilder<unknown>; limit: number; lock?: boolean },
): Promise<StoredLead[]> {
  const { rows } = await sql<StoredRow>`
    select e.id::text as id, e.enquiry_code as code, e.owner_id::text as "ownerId", e.is_open as "isOpen", e.captured_at as "capturedAt", e.pincode, e.class_id as "classId",
      e.class_category as "classCategory", e.source_id::text as "sourceId",
      (select s.channel from enquiry_source s where s.id = e.source_id) as channel,
      (select h.language from enquiry_household h where h.franchisee_id = e.franchisee_id and h.id = e.household_id) as language,
      e.programme, e.stage_code as stage, e.spanco_status as "spancoStatus"
      from enquiry e where e.franchisee_id = ${franchiseeId} and ${which.where}
     order by ${which.order ?? sql`e.captured_at, e.id`} limit ${which.limit} ${which.lock ? sql`for no key update of e` : sql``}`.execute(
    db,
  );
  return rows.map(({ id, code, ownerId, isOpen, capturedAt, stage, spancoStatus, ...facts }) => ({
    id,
    code,
    ownerId,
    isOpen,
    capturedOn: todayIst(capturedAt),
    facts: { ...facts, franchiseeId, level: isBskLevelTwo({ stage, spancoStatus }) ? 2 : 1 },
  }));
}

export const byIds = (ids: readonly string[]): RawBuilder<unknown> => several('e.id', ids, 'uuid');

interface RunOptions {
  /** The word of the log when an owner is found; default what the engine says. */
  why?: Why;
  /** The owner of now must not get it again. */
  another?: boolean;
  /** The owner of now keeps it where nobody else can take it. */
  sticky?: boolean;
  /** Leads no rule speaks of stay as they are. */
  onlyMatched?: boolean;
  /** A lead that waits on leaves no line: asked every few minutes it would fill the log. */
  quiet?: boolean;
  /** The batch this run is, for the log. */
  batchId?: string;
}

/**
 * Runs the rules over stored leads of one centre, oldest first; owners, counts and log are written. Leads whose owner
 * stays have no line.
 */
export async function runRules(
  db: Db,
  at: AllocationPlace,
  leads: readonly StoredLead[],
  options: RunOptions = {},
): Promise<Allocation[]> {
  if (leads.length === 0) return [];
  const rules = await rulesOf(db, at.franchiseeId, { activeOnly: true });
  await lockAllocation(db, at.franchiseeId);
  const desk = await openDesk(db, {
    ...at,
    rules,
    also: options.sticky ? leads.flatMap((lead) => lead.ownerId ?? []) : [],
  });
  const lines: LogLine[] = [];
  const out = leads.map((lead): Allocation => {
    const { matched, ...decided } = decide(desk, {
      facts: lead.facts,
      sticky: options.sticky ? lead.ownerId : null,
      not: options.another ? lead.ownerId : null,
    });
    if (!matched && options.onlyMatched && decided.why !== 'STICKY')
      return { enquiryId: lead.id, ...decided, ownerId: lead.ownerId };
    const why = decided.ownerId === null ? decided.why : (options.why ?? decided.why);
    // A lead that waits on waits for the reasons of now; nothing to say when its owner stays.
    const says = decided.ownerId === null ? !options.quiet : decided.ownerId !== lead.ownerId;
    if (says) {
      const { batchId = null } = decided.ownerId === null ? {} : options;
      lines.push({ enquiryId: lead.id, from: lead.ownerId, to: decided.ownerId, ...decided, why, batchId });
    }
    return { enquiryId: lead.id, ...decided, why };
  });
  await closeDesk(db, at, desk);
  await setOwners(
    db,
    at,
    lines.map((line) => ({ id: line.enquiryId, owner: line.to })),
  );
  await logAllocation(db, at, lines);
  return out;
}

/** Writes owners; the rows are locked by the caller. */
export async function setOwners(
  db: Db,
  { franchiseeId, now }: { franchiseeId: number; now: Date },
  owners: readonly { id: string; owner: string | null }[],
): Promise<void> {
  if (owners.length === 0) return;
  await sql`update enquiry e set owner_id = x.owner, owner_since = case when x.owner is null then null else ${now.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as x (id uuid, owner uuid)
    where e.franchisee_id = ${franchiseeId} and e.id = x.id and e.owner_id is distinct from x.owner`.execute(
    db,
  );
}
