import { type Day, todayIst } from '@aangan/contract/period.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { mySectionRows } from '../../academics/public.server.ts';
import { curriculumModules as m } from '../modules.ts';
import { adherenceBp } from './adherence.ts';
import { sectionPlans } from './section-plan.listing.ts';
import { figuresFor, runningWhere } from './section-plan-row.server.ts';

/** Condition on sections `s`: own ones, and all in reach for who compares centres. */
export const visibleSections = (actor: Actor, today: Day): RawBuilder<unknown> =>
  holds(actor, m.CurriculumReports, false)
    ? sql`s.active`
    : sql`s.active and s.id in (select o.section_id from ${mySectionRows(actor, today)} o)`;

export const sectionPlanListing = serveListing(sectionPlans, {
  from: sql`section s join class k on k.id = s.class_id join franchisee f on f.id = s.franchisee_id
    left join section_plan r on r.franchisee_id = s.franchisee_id and r.section_id = s.id and r.ended_on is null
    left join curriculum_plan p on p.id = r.plan_id`,
  alias: 's',
  only: (actor) => visibleSections(actor, todayIst(new Date())),
  columns: {
    section: sql`(k.name || ' ' || s.name)`,
    centre: 'f.company_name',
    plan: 'p.title',
    startsOn: 'r.starts_on',
    due: sql`0`,
    done: sql`0`,
    partly: sql`0`,
    skipped: sql`0`,
    unmarked: sql`0`,
    excluded: sql`0`,
    adherence: sql`null::int`,
    behind: sql`0`,
    status: sql`(case when r.id is null then 'NONE' else 'RUNNING' end)`,
    classId: 's.class_id',
    runningId: 'r.id',
  },
  map: async (rows, { db }) => {
    const ids = rows.flatMap(({ runningId }) => runningId ?? []);
    const plans = ids.length === 0 ? [] : await runningWhere(db, several('r.id', ids, 'uuid'));
    const figures = await figuresFor(db, plans, todayIst(new Date()));
    return rows.map((row) => {
      const of = row.runningId === null ? undefined : figures.get(row.runningId);
      if (!of) return row;
      const { due, done, partly, skipped, unmarked, excluded, behind } = of;
      return { ...row, due, done, partly, skipped, unmarked, excluded, behind, adherence: adherenceBp(of) };
    });
  },
  can: () => ({}),
});
export const { handlers } = sectionPlanListing;
