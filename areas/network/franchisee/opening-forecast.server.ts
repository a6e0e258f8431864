import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { checklistContract, PHASES } from './checklist.contract.ts';
import { centreAsked } from './franchisee-rows.server.ts';
import { doneOn, type ForecastItem, forecastOf } from './opening-forecast.ts';

export const openingForecast = handle(checklistContract.forecast, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const items = await itemsOf(db, id);
  const late = await usuallyLate(db);
  const today = todayIst(now);
  const phases = (Object.keys(PHASES) as (keyof typeof PHASES)[]).flatMap((phase) => {
    const own = items.filter((item) => item.phase === phase);
    const due = own.map((item) => item.dueOn).sort();
    const [from, to] = [due[0], due.at(-1)];
    if (from === undefined || to === undefined) return [];
    const open = own.filter((item) => item.open);
    const done = open.map((item) => doneOn(item, today, late)).sort();
    return [{ phase, from, to, doneOn: done.at(-1) ?? to, open: open.length, all: own.length }];
  });
  return { ...forecastOf(items, today, late), phases };
});

async function itemsOf(db: Db, franchiseeId: number): Promise<ForecastItem[]> {
  const rows = await db
    .selectFrom('franchisee_checklist_item')
    .select(['id', 'title', 'phase', 'due_on', 'state', 'gate', 'owner_department_id'])
    .where('franchisee_id', '=', franchiseeId)
    .orderBy('due_on')
    .orderBy('position')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    phase: row.phase,
    dueOn: row.due_on,
    open: row.state === 'OPEN',
    gate: row.gate,
    departmentId: row.owner_department_id,
  }));
}

/** Days a department is late in the middle of its last two years, over the centres the caller sees; never early. */
async function usuallyLate(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; late: number }>`
    select owner_department_id as id, greatest(0, round(percentile_cont(0.5) within group (order by (done_at at time zone 'Asia/Kolkata')::date - due_on)))::int as late
      from franchisee_checklist_item where state = 'DONE' and done_at > now() - interval '2 years' group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.late]));
}
