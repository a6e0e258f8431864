import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { academicYearLabel, academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAms } from '../ams.refusals.ts';
import { ensureNetwork } from '../ams-head-office.server.ts';
import { type Cycle, amsCycleContract as contract, cycleTransitions } from './ams-cycle.contract.ts';
import { type CentreCategory, categoryKeys } from './ams-words.ts';
import { centresWithCategory } from './category-today.server.ts';

type Row = RowIn<'ams_cycle'>;

const stepsOf = (actor: Actor, state: Row['state']) => {
  const steps = new Set(actionsFrom(cycleTransitions, state));
  const own = actor.wholeNetwork && mayCall(actor, contract.change);
  return {
    change: own && state === 'DRAFT',
    activate: own && steps.has('activate'),
    close: own && steps.has('close'),
  };
};

export const listCycles = handle(contract.list, async ({ db, actor, now }) => {
  const { rows } = await sql<Omit<Cycle, 'year' | 'can'> & { year: number }>`
    select c.id, c.version, c.name, c.academic_year_id as year, c.from_on as "fromOn", c.to_on as "toOn", c.state,
      coalesce((select jsonb_agg(jsonb_build_object('category', r.centre_category, 'auditType', r.audit_type, 'visits', r.visits, 'surprise', r.surprise_visits)
        order by r.centre_category, r.audit_type) from ams_cycle_rule r where r.cycle_id = c.id), '[]') as rules
      from ams_cycle c order by c.from_on desc`.execute(db);
  const counted = await sql<{ category: CentreCategory; n: number }>`
    select c.category, count(*)::int as n from ${centresWithCategory(sql`${todayIst(now)}`)} c group by 1`.execute(
    db,
  );
  const centres = Object.fromEntries(counted.rows.map(({ category, n }) => [category, n]));
  return {
    rows: rows.map((row) => ({
      ...row,
      year: academicYearLabel(row.year),
      can: stepsOf(actor, row.state),
    })),
    centres: Object.fromEntries(categoryKeys.map((key) => [key, centres[key] ?? 0])) as Record<
      CentreCategory,
      number
    >,
  };
});

type Days = ParsedInputOf<typeof contract.add>;

/** The columns of a cycle, when its days lie in one year and touch no other cycle. */
async function columnsOf(db: Db, id: string | null, { name, fromOn, toOn }: Days) {
  if (toOn <= fromOn) throw refuse('input.invalid', { fields: { toOn: 'After its first day' } });
  const year = academicYearOf(fromOn);
  ensure(year === academicYearOf(toOn), () =>
    refuseAms('cycle.one-year', { fields: { toOn: 'In the same academic year as its first day' } }),
  );
  const known = await db.selectFrom('academic_year').select('id').where('id', '=', year).executeTakeFirst();
  if (!known) throw refuse('input.invalid', { fields: { fromOn: 'There is no such academic year yet' } });
  const { rows } = await sql<{ name: string; clash: boolean }>`
    select c.name, daterange(c.from_on, c.to_on, '[]') && daterange(${fromOn}::date, ${toOn}::date, '[]') as clash from ams_cycle c
     where c.id is distinct from ${id}::uuid
       and (daterange(c.from_on, c.to_on, '[]') && daterange(${fromOn}::date, ${toOn}::date, '[]')
         or c.academic_year_id = ${year} and lower(c.name) = lower(${name}))
     order by clash desc limit 1`.execute(db);
  const [other] = rows;
  ensure(!other?.clash, () =>
    refuseAms('cycle.overlap', {
      fields: { fromOn: 'Choose days of no other cycle' },
      details: { name: other?.name },
    }),
  );
  ensure(!other, () =>
    refuseAms('cycle.name-taken', { fields: { name: 'Another cycle of this year has it' } }),
  );
  return { academic_year_id: year, name, from_on: fromOn, to_on: toOn };
}

/** Two people who add at once would both see no overlap; cycles are few, so they go one after the other. */
const oneAtATime = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ams_cycle', 0))`.execute(db);

export const addCycle = handle(contract.add, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  await oneAtATime(db);
  return db
    .insertInto('ams_cycle')
    .values(await columnsOf(db, null, input))
    .returning('id')
    .executeTakeFirstOrThrow();
});

async function lockCycle(db: Db, actor: Actor, id: string, version: number | undefined): Promise<Row> {
  ensureNetwork(actor);
  await oneAtATime(db);
  const row = ensureFound(
    await db.selectFrom('ams_cycle').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

const ensureDraft = (row: Row): void => ensure(row.state === 'DRAFT', () => refuse('row.wrong-state'));

export const changeCycle = handle(contract.change, async ({ db, actor, input, version }) => {
  const row = await lockCycle(db, actor, input.id, version);
  ensureDraft(row);
  await db
    .updateTable('ams_cycle')
    .set(await columnsOf(db, row.id, input))
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const setCycleRules = handle(contract.setRules, async ({ db, actor, input, version }) => {
  const row = await lockCycle(db, actor, input.id, version);
  ensureDraft(row);
  const keys = new Set(input.rules.map(({ category, auditType }) => `${category} ${auditType}`));
  if (keys.size < input.rules.length)
    throw refuse('input.invalid', { fields: { rules: 'Each category and type once' } });
  await db.deleteFrom('ams_cycle_rule').where('cycle_id', '=', row.id).execute();
  if (input.rules.length > 0)
    await db
      .insertInto('ams_cycle_rule')
      .values(
        input.rules.map(({ category, auditType, visits, surprise }) => ({
          cycle_id: row.id,
          centre_category: category,
          audit_type: auditType,
          visits,
          surprise_visits: surprise,
        })),
      )
      .execute();
  // The rules are the cycle's: whoever had it open before has an older one.
  await db.updateTable('ams_cycle').set({ name: row.name }).where('id', '=', row.id).execute();
  return {};
});

const setState = (db: Db, id: string, state: Row['state']) =>
  db.updateTable('ams_cycle').set({ state }).where('id', '=', id).execute();

export const activateCycle = handle(contract.activate, async ({ db, actor, input, version, now }) => {
  const row = await lockCycle(db, actor, input.id, version);
  const state = ensureStep(cycleTransitions, row.state, 'activate');
  ensure(row.to_on >= todayIst(now), () => refuseAms('cycle.past'));
  const rules = await db
    .selectFrom('ams_cycle_rule')
    .select('visits')
    .where('cycle_id', '=', row.id)
    .executeTakeFirst();
  ensure(rules, () => refuseAms('cycle.no-rules'));
  await setState(db, row.id, state);
  return {};
});

export const closeCycle = handle(contract.close, async ({ db, actor, input, version }) => {
  const row = await lockCycle(db, actor, input.id, version);
  await setState(db, row.id, ensureStep(cycleTransitions, row.state, 'close'));
  return {};
});
