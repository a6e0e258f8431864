// The desk as it is in the database: rules in their order, people with their counts, whose turn it is. Read under the
// centre's lock and written back in the same transaction, so two leads never take the same turn or the same quota place.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { workingSeconds } from '@aangan/contract/working-time.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { userCards, usersWith } from '../../network/public.server.ts';
import { enquiryDesk } from '../enquiry/capture-facts.server.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { enquiryModules } from '../modules.ts';
import type { Desk, Member, Person, Rule, RuleMatch } from './allocation-engine.ts';

export interface StoredRule extends Rule {
  franchiseeId: number;
  position: number;
  active: boolean;
  version: number;
}

type RuleRow = Omit<StoredRule, 'match' | 'members' | 'shared'> & { match: RuleMatch };

/** Rules of a centre and, after them, the network's. */
export async function rulesOf(
  db: Db,
  franchiseeId: number | null,
  which: { activeOnly: boolean },
): Promise<StoredRule[]> {
  const { rows } = await sql<RuleRow>`
    select id, franchisee_id as "franchiseeId", position, name, active, version, mode, on_shift_only as "onShiftOnly", fallback,
      jsonb_build_object('franchiseeIds', franchisee_ids, 'pincodes', pincodes, 'classIds', class_ids, 'classCategories', class_categories, 'sourceIds', source_ids,
        'channels', channels, 'languages', languages, 'programmes', programmes, 'level', level) as match
      from allocation_rule where franchisee_id = any (${[HEAD_OFFICE, ...(franchiseeId === null ? [] : [franchiseeId])]}::int[])
       and removed_at is null and (active or not ${which.activeOnly}::boolean)
     order by franchisee_id = ${HEAD_OFFICE}, position`.execute(db);
  if (rows.length === 0) return [];
  const members = await sql<Member & { ruleId: string }>`
    select rule_id as "ruleId", user_id as "userId", position, weight, daily_quota as "dailyQuota", max_open as "maxOpen", active
      from allocation_member where rule_id = any (${rows.map((row) => row.id)}::uuid[]) order by position, user_id`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    shared: row.franchiseeId === HEAD_OFFICE,
    members: members.rows
      .filter((one) => one.ruleId === row.id)
      .map(({ ruleId: _rule, ...member }) => member),
  }));
}

/** People who lead the centre: they may allocate there and it is their home. */
export async function centreHeads(db: Db, franchiseeId: number): Promise<string[]> {
  const people = await usersWith(db, { module: enquiryModules.leadAllocation, write: true, franchiseeId });
  const cards = await userCards(
    db,
    people.map((one) => one.id),
  );
  return people.filter((one) => cards.get(one.id)?.centreId === franchiseeId).map((one) => one.id);
}

// Any number that no other lock of the product uses; the second key is the centre.
const ALLOCATION_LOCK = 4207;

/**
 * One lead after the other at a centre, until the transaction ends. It stands for locking the rule's row: a centre may
 * not lock a row of the network, and a person in two rules has one quota.
 */
export const lockAllocation = (db: Db, franchiseeId: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(ALLOCATION_LOCK)}, ${franchiseeId})`.execute(db);

interface DeskOptions {
  franchiseeId: number;
  now: Date;
  rules: readonly Rule[];
  /** People beside those of the rules: owners of families, targets. */
  also?: readonly string[];
}

/** Reads the desk. Call it under `lockAllocation` when something is given. */
export async function openDesk(db: Db, { franchiseeId, now, rules, also = [] }: DeskOptions): Promise<Desk> {
  const needsHeads = rules.some((rule) => rule.fallback === 'CENTRE_HEAD');
  const heads = needsHeads ? await centreHeads(db, franchiseeId) : [];
  const ids = [
    ...new Set([...rules.flatMap((rule) => rule.members.map((one) => one.userId)), ...also, ...heads]),
  ];
  const calendar = rules.some((rule) => rule.onShiftOnly)
    ? await enquiryDesk(db, { franchiseeId, from: todayIst(now) })
    : null;
  return {
    rules,
    people: await peopleOf(db, { franchiseeId, today: todayIst(now) }, ids),
    turns: await turnsOf(db, franchiseeId, rules),
    // Until people have shifts of their own, the enquiry desk's hours are the shift.
    onShift: calendar === null || workingSeconds(calendar, now, new Date(now.getTime() + 1000)) > 0,
    heads,
    given: new Map(),
    clock: now.getTime(),
  };
}

interface PersonRow {
  id: string;
  today: number;
  open: number;
  last: string | null;
  leave_until: Day | null;
}

/** What is true of these people at a centre on a day. */
export async function peopleOf(
  db: Db,
  { franchiseeId, today }: { franchiseeId: number; today: Day },
  ids: readonly string[],
): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const able = new Set((await eligibleOwners(db, franchiseeId)).map((one) => one.id));
  const { rows } = await sql<PersonRow>`
    select u.id::text as id, coalesce(d.assigned, 0) as today, l.last_at as last, c.until::text as leave_until,
      (select count(*)::int from enquiry e where e.franchisee_id = ${franchiseeId} and e.owner_id = u.id and e.is_open) as open
      from unnest(${[...ids]}::uuid[]) u (id)
      left join allocation_day d on d.franchisee_id = ${franchiseeId} and d.user_id = u.id and d.on_date = ${today}::date
      left join lateral (select max(to_on) as until from allocation_cover where franchisee_id = ${franchiseeId} and user_id = u.id and ${today}::date between from_on and to_on) c on true
      left join lateral (select last_at from allocation_day where franchisee_id = ${franchiseeId} and user_id = u.id order by on_date desc limit 1) l on true`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        right: able.has(row.id),
        leaveUntil: row.leave_until,
        today: row.today,
        open: row.open,
        last: row.last ? new Date(row.last).getTime() : 0,
      },
    ]),
  );
}

async function turnsOf(
  db: Db,
  franchiseeId: number,
  rules: readonly Rule[],
): Promise<Map<string, Map<string, number>>> {
  const turns = new Map<string, Map<string, number>>();
  const ids = rules.filter((rule) => rule.mode === 'ROUND_ROBIN').map((rule) => rule.id);
  if (ids.length === 0) return turns;
  const rows = await db
    .selectFrom('allocation_turn')
    .select(['rule_id', 'user_id', 'current'])
    .where('franchisee_id', '=', franchiseeId)
    .where('rule_id', 'in', ids)
    .execute();
  for (const row of rows) {
    const rule = turns.get(row.rule_id) ?? new Map<string, number>();
    turns.set(row.rule_id, rule.set(row.user_id, row.current));
  }
  return turns;
}

/** Writes turns and the day's counts of what was given in this pass. */
export async function closeDesk(db: Db, at: { franchiseeId: number; now: Date }, desk: Desk): Promise<void> {
  const { franchiseeId } = at;
  const turns = [...desk.turns].flatMap(([rule, people]) =>
    [...people].map(([user, current]) => ({ rule, user, current })),
  );
  if (turns.length > 0)
    await sql`insert into allocation_turn (franchisee_id, rule_id, user_id, current)
      select ${franchiseeId}::int, rule, "user", current from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as x (rule uuid, "user" uuid, current int)
      on conflict (franchisee_id, rule_id, user_id) do update set current = excluded.current where allocation_turn.current <> excluded.current`.execute(
      db,
    );
  await countGiven(db, at, desk.given);
}

/** Adds leads to what people got today. */
export async function countGiven(
  db: Db,
  { franchiseeId, now }: { franchiseeId: number; now: Date },
  given: ReadonlyMap<string, number>,
): Promise<void> {
  if (given.size === 0) return;
  const rows = [...given].map(([user, n]) => ({ user, n })).sort((a, b) => (a.user < b.user ? -1 : 1));
  await sql`insert into allocation_day (franchisee_id, user_id, on_date, assigned, last_at)
    select ${franchiseeId}::int, "user", ${todayIst(now)}::date, n, ${now.toISOString()}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("user" uuid, n int)
    on conflict (franchisee_id, user_id, on_date) do update set assigned = allocation_day.assigned + excluded.assigned, last_at = greatest(allocation_day.last_at, excluded.last_at)`.execute(
    db,
  );
}
