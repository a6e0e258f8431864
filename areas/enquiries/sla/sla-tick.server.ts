// The minute hand of first answers: 80 %, 100 % and 200 % of the working time, each told once; at 200 % a lead of a recalled
// channel goes to somebody else.
import { todayIst } from '@aangan/contract/period.ts';
import { workingSeconds } from '@aangan/contract/working-time.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { byIds, runRules, storedLeads } from '../allocation/allocate.server.ts';
import { enquiryDesk } from '../enquiry/capture-facts.server.ts';
import { slaOf } from './first-answer.server.ts';
import { reasonOf, tellHeads, tellLate, tellOwners } from './tell-allocation.server.ts';

const MOST_IN_A_MINUTE = 2000;

export const slaTickJob: JobDeclaration = {
  name: 'enquiries.sla-tick',
  title: 'First answers that are due, late or recalled',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 120,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const centres = await work(null, async (db) => {
      const { rows } = await sql<{ centre: number }>`
        select distinct franchisee_id as centre from (select franchisee_id from first_answer where next_at <= ${now.toISOString()}::timestamptz
          order by next_at limit ${MOST_IN_A_MINUTE}) d order by 1`.execute(db);
      return rows.map((row) => row.centre);
    });
    return eachPart(
      centres,
      (centre) => `centre ${centre}`,
      (centre) => work(centre, (db) => tickCentre(db, centre, now)),
    );
  },
};

interface DueRow {
  enquiry: string;
  cycle: number;
  started: string;
  due: string;
  recall: string;
  told: number;
  met: string | null;
  target_s: number;
  /** The enquiry is open and in the life the clock belongs to. */
  alive: boolean;
  channel: string;
}

async function tickCentre(db: Db, franchiseeId: number, now: Date): Promise<number> {
  const at = { franchiseeId, now };
  const { rows } = await sql<DueRow>`
    select f.enquiry_id::text as enquiry, f.cycle, f.started_at as started, f.due_at as due, f.recall_at as recall, f.told, f.met_at as met, f.target_s,
      (select e.is_open and e.cycle = f.cycle from enquiry e where e.franchisee_id = f.franchisee_id and e.id = f.enquiry_id) as alive,
      (select s.channel from enquiry_source s where s.id = f.source_id) as channel
      from first_answer f where f.franchisee_id = ${franchiseeId} and f.next_at <= ${now.toISOString()}::timestamptz
     order by f.next_at limit ${MOST_IN_A_MINUTE} for update of f skip locked`.execute(db);
  await closeMet(
    db,
    franchiseeId,
    rows.filter((row) => row.met !== null),
  );
  await endDead(
    db,
    at,
    rows.filter((row) => row.met === null && !row.alive),
  );
  const recalled: DueRow[] = [];
  const { recall } = await slaOf(db, franchiseeId);
  for (const row of rows.filter((one) => one.met === null && one.alive)) {
    const reached = reachedBy(row, now);
    await tellStep(db, at, row, reached);
    if (reached === 3 && recall.includes(row.channel)) recalled.push(row);
  }
  await recallLeads(db, at, recalled);
  return rows.length;
}

/** The furthest event that has come: 1 warned, 2 late, 3 twice the time. */
const reachedBy = (row: DueRow, now: Date): 1 | 2 | 3 =>
  now.getTime() >= Date.parse(row.recall) ? 3 : now.getTime() >= Date.parse(row.due) ? 2 : 1;

/** Tells the furthest event only: after a standstill nobody needs to hear "due soon" of what is late. */
async function tellStep(
  db: Db,
  at: { franchiseeId: number; now: Date },
  row: DueRow,
  reached: 1 | 2 | 3,
): Promise<void> {
  await sql`update first_answer set told = ${reached}, next_at = case ${reached}::int when 1 then due_at when 2 then recall_at end
     where franchisee_id = ${at.franchiseeId} and enquiry_id = ${row.enquiry}::uuid and cycle = ${row.cycle}`.execute(
    db,
  );
  await tellLate(db, at, {
    enquiryId: row.enquiry,
    cycle: row.cycle,
    step: reached === 1 ? 'soon' : reached === 2 ? 'late' : 'twice',
    workingMinutes: Math.round((row.target_s * (reached === 3 ? 2 : 1)) / 60),
  });
}

/** The working time an answer took, once it is given. */
async function closeMet(db: Db, franchiseeId: number, rows: readonly DueRow[]): Promise<void> {
  if (rows.length === 0) return;
  const from = todayIst(Math.min(...rows.map((row) => Date.parse(row.started))));
  const calendar = await enquiryDesk(db, { franchiseeId, from });
  const taken = rows.map((row) => ({
    id: row.enquiry,
    cycle: row.cycle,
    s: workingSeconds(calendar, row.started, row.met ?? row.started),
  }));
  await sql`update first_answer f set working_s = x.s, next_at = null
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as x (id uuid, cycle smallint, s int)
    where f.franchisee_id = ${franchiseeId} and f.enquiry_id = x.id and f.cycle = x.cycle`.execute(db);
}

/** Lost, merged or begun anew before anybody answered: nothing is told any more. */
async function endDead(
  db: Db,
  { franchiseeId, now }: { franchiseeId: number; now: Date },
  rows: readonly DueRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update first_answer f set ended_at = ${now.toISOString()}::timestamptz, next_at = null
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ enquiry, cycle }) => ({ enquiry, cycle })))}::jsonb) as x (enquiry uuid, cycle smallint)
    where f.franchisee_id = ${franchiseeId} and f.enquiry_id = x.enquiry and f.cycle = x.cycle`.execute(db);
}

/**
 * Takes leads from owners who let them wait and gives them by the rules to others. A lead that no rule speaks of stays:
 * taking it from the only person who knows of it would help nobody.
 */
async function recallLeads(
  db: Db,
  at: { franchiseeId: number; now: Date },
  rows: readonly DueRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const leads = await storedLeads(db, at.franchiseeId, {
    where: byIds(rows.map((row) => row.enquiry)),
    limit: MOST_IN_A_MINUTE,
    lock: true,
  });
  const given = await runRules(db, { ...at, by: null }, leads, {
    why: 'RECALL',
    another: true,
    onlyMatched: true,
  });
  const owners = new Map(leads.map((lead) => [lead.id, lead.ownerId]));
  const moved = given.filter((one) => one.ownerId !== owners.get(one.enquiryId));
  await tellOwners(
    db,
    at,
    moved.filter((one) => one.ownerId !== null).map((one) => one.enquiryId),
  );
  const [without] = moved.filter((one) => one.ownerId === null);
  if (without) await tellHeads(db, at, await reasonOf(db, without));
}
