// Reads of lead allocation. Pages take their ids from the small index of enquiries without an owner, then the rows.
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { addDays, startOfDay } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre, personName, several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { userCards } from '../../network/public.server.ts';
import { childName } from '../enquiry/child-name.server.ts';
import { allOf } from '../enquiry/enquiry-where.server.ts';
import { enquiryModules } from '../modules.ts';
import { type Candidate, skipText } from './allocation-words.ts';
import { type LogRow, leadAllocationContract, type QueueRow } from './lead-allocation.contract.ts';
import { judgeWaiting, waiting } from './waiting-leads.server.ts';

export const allocationSummary = handle(leadAllocationContract.summary, async ({ db, actor, now }) => {
  const where = allOf([inChosenCentre(actor, 'e.franchisee_id'), waiting]);
  const { rows } = await sql<{ source: string; n: number; oldest: string }>`
    select e.source_id::text as source, count(*)::int as n, min(e.captured_at) as oldest from enquiry e where ${where} group by e.source_id`.execute(
    db,
  );
  const late = await sql<{
    n: number;
  }>`select count(*)::int as n from enquiry e where ${where} and e.sla_due_at < ${now.toISOString()}::timestamptz and e.first_attempt_at is null`.execute(
    db,
  );
  const names = new Map(
    (await db.selectFrom('enquiry_source').select(['id', 'name']).execute()).map((one) => [one.id, one.name]),
  );
  return {
    unallocated: rows.reduce((n, row) => n + row.n, 0),
    oldestAt: rows.map((row) => row.oldest).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    late: late.rows[0]?.n ?? 0,
    bySource: rows
      .map((row) => ({ sourceId: row.source, name: names.get(row.source) ?? '', n: row.n }))
      .sort((a, b) => b.n - a.n || a.name.localeCompare(b.name)),
  };
});

type QueueData = Omit<QueueRow, 'reason' | 'suggested' | 'can'> & { sort: string };

function queueWhere(actor: Actor, input: ParsedInputOf<typeof leadAllocationContract.queue>) {
  const where = [inChosenCentre(actor, 'e.franchisee_id'), waiting];
  const sources = [input.sourceId ?? []].flat();
  if (input.franchiseeId) where.push(sql`e.franchisee_id = ${input.franchiseeId}`);
  if (sources.length) where.push(several('e.source_id', sources, 'uuid'));
  if (input.classId) where.push(sql`e.class_id = ${input.classId}`);
  if (input.capturedOn?.from)
    where.push(sql`e.captured_at >= ${startOfDay(input.capturedOn.from).toISOString()}::timestamptz`);
  if (input.capturedOn?.to)
    where.push(
      sql`e.captured_at < ${startOfDay(addDays(input.capturedOn.to, 1)).toISOString()}::timestamptz`,
    );
  return where;
}

const QUEUE_ORDER = 'capturedAt';

export const allocationQueue = handle(leadAllocationContract.queue, async ({ db, actor, input, now }) => {
  const where = queueWhere(actor, input);
  const cursor = input.after ? readCursor(input.after, QUEUE_ORDER) : null;
  const total = cursor?.total ?? (await cappedCount(db, sql`select from enquiry e where ${allOf(where)}`));
  const from = cursor
    ? [...where, sql`(e.captured_at, e.id) > (${cursor.value}::timestamptz, ${cursor.id}::uuid)`]
    : where;
  const { rows } = await sql<QueueData>`
    with p as materialized (select e.franchisee_id, e.id, e.captured_at from enquiry e where ${allOf(from)} order by e.captured_at, e.id limit ${pageLimit(input.limit)})
    select e.id::text as id, e.franchisee_id as "franchiseeId", e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.guardian_name as "guardianName",
      k.name as "className", e.pincode, s.name as "sourceName", e.campaign, e.captured_at as "capturedAt", e.sla_due_at as "slaDueAt", p.captured_at::text as sort
      from p cross join lateral (select * from enquiry e where e.franchisee_id = p.franchisee_id and e.id = p.id limit 1) e
      left join class k on k.id = e.class_id left join enquiry_source s on s.id = e.source_id
     order by p.captured_at, p.id`.execute(db);
  const page = cutPage(rows, input, { sort: QUEUE_ORDER, total, at: (last) => last.sort });
  const judged = await judgedNow(db, page.rows, now);
  const names = await namesOf(
    db,
    [...judged.values()].flatMap((one) => [one.suggested, ...one.candidates.map(({ user }) => user)]),
  );
  const mayWrite = holds(actor, enquiryModules.leadAllocation, true);
  return {
    ...page,
    rows: page.rows.map((row) => {
      const now = judged.get(row.id);
      const suggested = now?.suggested;
      return {
        ...row,
        reason: now ? waitsBecause(now, names) : 'Has an owner by now',
        suggested: suggested ? { id: suggested, name: names.get(suggested) ?? '' } : null,
        can: { assign: mayWrite },
      };
    }),
  };
});

interface JudgedNow {
  /** Whom the rules choose now, or who has the fewest. */
  suggested: string | null;
  /** The rules themselves choose somebody. */
  room: boolean;
  matched: boolean;
  candidates: readonly Candidate[];
}

/** What the rules say of each row now, centre by centre: a reason that was true this morning helps nobody. */
async function judgedNow(db: Db, rows: readonly QueueData[], now: Date): Promise<Map<string, JudgedNow>> {
  const out = new Map<string, JudgedNow>();
  for (const franchiseeId of new Set(rows.map((row) => row.franchiseeId))) {
    const ids = rows.flatMap((row) => (row.franchiseeId === franchiseeId ? [row.id] : []));
    const { decisions, lightest } = await judgeWaiting(db, { franchiseeId, now }, ids);
    for (const [id, { ownerId, matched, candidates }] of decisions)
      out.set(id, { suggested: ownerId ?? lightest, room: ownerId !== null, matched, candidates });
  }
  return out;
}

/** Why a lead waits: there is room since, who was passed over, or that no rule speaks of it. */
function waitsBecause(now: JudgedNow, names: ReadonlyMap<string, string>): string {
  if (now.room) return `${firstName(names.get(now.suggested ?? ''))} has room now: given within five minutes`;
  const parts = skippedOf(now.candidates, names);
  if (parts.length > 0) return parts.join(', ');
  return now.matched ? 'The rule for it has nobody' : 'No rule holds for it';
}

export const skippedOf = (candidates: readonly Candidate[], names: ReadonlyMap<string, string>): string[] => [
  ...new Set(candidates.flatMap((one) => skipText(firstName(names.get(one.user)), one) ?? [])),
];

const firstName = (name: string | undefined): string => name?.split(' ')[0] ?? 'Somebody';

export async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const cards = await userCards(
    db,
    ids.flatMap((id) => id ?? []),
  );
  return new Map([...cards].map(([id, card]) => [id, card.name]));
}

type LogData = Omit<LogRow, 'skipped'> & { candidates: Candidate[]; sort: string };

const nameOf = (id: RawBuilder<unknown>) =>
  sql`(select ${personName('u')} from app_user u where u.id = ${id})`;
const LOG_COLUMNS = sql`l.id::text as id, l.at, l.franchisee_id as "franchiseeId", e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", ${nameOf(sql`l.from_owner`)} as "fromName",
  ${nameOf(sql`l.to_owner`)} as "toName", l.why, (select r.name from allocation_rule r where r.id = l.rule_id) as "ruleName", ${nameOf(sql`l.by`)} as "byName", l.note, l.candidates, l.at::text as sort`;
const LOG_ENQUIRY = sql`cross join lateral (select enquiry_code, child_first_name, child_last_name, guardian_name from enquiry e
  where e.franchisee_id = l.franchisee_id and e.id = l.enquiry_id limit 1) e`;

async function logRows(db: Db, rows: readonly LogData[]) {
  const names = await namesOf(
    db,
    rows.flatMap((row) => row.candidates.map((one) => one.user)),
  );
  return rows.map((row) => ({ ...row, skipped: skippedOf(row.candidates, names) }));
}

const LOG_ORDER = 'at';

export const allocationLog = handle(leadAllocationContract.log, async ({ db, actor, input }) => {
  const where = [inChosenCentre(actor, 'l.franchisee_id')];
  const whys = [input.why ?? []].flat();
  if (whys.length) where.push(several('l.why', whys, 'text'));
  if (input.toOwner) where.push(sql`l.to_owner = ${input.toOwner}::uuid`);
  if (input.at?.from) where.push(sql`l.at >= ${startOfDay(input.at.from).toISOString()}::timestamptz`);
  if (input.at?.to) where.push(sql`l.at < ${startOfDay(addDays(input.at.to, 1)).toISOString()}::timestamptz`);
  const cursor = input.after ? readCursor(input.after, LOG_ORDER) : null;
  const total =
    cursor?.total ?? (await cappedCount(db, sql`select from allocation_log l where ${allOf(where)}`));
  const from = cursor
    ? [...where, sql`(l.at, l.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`]
    : where;
  const { rows } = await sql<LogData>`
    select ${LOG_COLUMNS} from (select * from allocation_log l where ${allOf(from)} order by l.at desc, l.id desc limit ${pageLimit(input.limit)}) l ${LOG_ENQUIRY}
     order by l.at desc, l.id desc`.execute(db);
  const page = cutPage(rows, input, { sort: LOG_ORDER, total, at: (last) => last.sort });
  return { ...page, rows: await logRows(db, page.rows) };
});

const MOST_LINES = 100;

export const allocationWhy = handle(leadAllocationContract.why, async ({ db, actor, input }) => {
  const { rows } = await sql<LogData>`
    select ${LOG_COLUMNS} from (select * from allocation_log l where ${allOf([inChosenCentre(actor, 'l.franchisee_id'), sql`l.enquiry_id = ${input.enquiryId}::uuid`])}
      order by l.seq desc limit ${MOST_LINES}) l ${LOG_ENQUIRY} order by l.seq desc`.execute(db);
  return { rows: await logRows(db, rows) };
});
