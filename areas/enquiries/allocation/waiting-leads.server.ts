// Leads without an owner: why each waits now, and the rules asked again when there is room.
import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { tellOwners } from '../sla/tell-allocation.server.ts';
import { byIds, runRules, storedLeads } from './allocate.server.ts';
import { copyDesk, type Decision, decide } from './allocation-engine.ts';
import { MOST_ASSIGNED } from './allocation-words.ts';
import { openDesk, rulesOf } from './desk.server.ts';
import { peopleAt } from './roster.server.ts';

/** Over the alias `e`. */
export const waiting: RawBuilder<unknown> = sql`e.is_open and e.owner_id is null`;

// What a person took back waits for a person: the rules alone would give it away again at once.
const askable = sql`${waiting} and coalesce((select l.why from allocation_log l where l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id order by l.seq desc limit 1), 'QUEUE') <> 'UNDO'`;

/** Centres with leads that wait, in order, as far as `db` reaches. */
export async function centresWaiting(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct e.franchisee_id as id from enquiry e where ${waiting} order by 1`.execute(db);
  return rows.map((row) => row.id);
}

export const allocateWaitingJob: JobDeclaration = {
  name: 'enquiries.allocate-waiting',
  title: 'Leads without an owner are given once somebody has room',
  schedule: '*/5 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 300,
  timeoutS: 300,
  run: async ({ work, now }) =>
    eachPart(
      await work(null, centresWaiting),
      (centre) => `centre ${centre}`,
      async (centre) => {
        let given = 0;
        let last: string | null = null;
        do {
          const step = await work(centre, (db) => giveSome(db, { franchiseeId: centre, now }, last));
          given += step.given;
          last = step.last;
        } while (last !== null);
        return given;
      },
    ),
};

/** The next leads after `last` in the order of their ids; `last` is null when there are no more. */
async function giveSome(
  db: Db,
  place: { franchiseeId: number; now: Date },
  last: string | null,
): Promise<{ given: number; last: string | null }> {
  const at = { ...place, by: null };
  const after =
    last === null
      ? sql`true`
      : sql`(e.captured_at, e.id) > (select o.captured_at, o.id from enquiry o where o.franchisee_id = ${at.franchiseeId} and o.id = ${last}::uuid)`;
  const leads = await storedLeads(db, at.franchiseeId, {
    where: sql`${askable} and ${after}`,
    limit: MOST_ASSIGNED,
    lock: true,
  });
  const done = await runRules(db, at, leads, { quiet: true });
  const given = done.flatMap((one) => (one.ownerId === null ? [] : [one.enquiryId]));
  await tellOwners(db, at, given);
  return { given: given.length, last: leads.length < MOST_ASSIGNED ? null : (leads.at(-1)?.id ?? null) };
}

/** What the rules say now of waiting leads of one centre, without giving any; `lightest` has the fewest open of who may. */
export async function judgeWaiting(
  db: Db,
  { franchiseeId, now }: { franchiseeId: number; now: Date },
  ids: readonly string[],
): Promise<{ decisions: Map<string, Decision>; lightest: string | null }> {
  const rules = await rulesOf(db, franchiseeId, { activeOnly: true });
  const desk = copyDesk(await openDesk(db, { franchiseeId, now, rules }));
  const leads = await storedLeads(db, franchiseeId, { where: byIds(ids), limit: ids.length });
  const [lightest] = (await peopleAt(db, { franchiseeId, today: todayIst(now) })).filter(
    (one) => one.against === null,
  );
  return {
    decisions: new Map(leads.map((lead) => [lead.id, decide(desk, { facts: lead.facts })])),
    lightest: lightest?.id ?? null,
  };
}
