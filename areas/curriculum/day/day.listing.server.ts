import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { dayLook } from '../plan/plan.server.ts';
import { dayContract } from './day.contract.ts';
import { curriculumDays } from './day.listing.ts';
import { isAuthor, weeksInSight } from './day-row.server.ts';

export const dayListing = serveListing(curriculumDays, {
  // Centre and year of a day are its plan's.
  from: sql`(select c.*, q.franchisee_id, q.academic_year_id from curriculum_day c join curriculum_plan q on q.id = c.plan_id) d
    join curriculum_week k on k.id = d.week_id join curriculum_plan p on p.id = d.plan_id`,
  alias: 'd',
  joins: sql`left join theme_and_skill t on t.id = d.theme_id`,
  only: (actor) =>
    sql`(${isAuthor(actor) ? sql`true` : sql`d.live_rev > 0`} and ${weeksInSight(actor, new Date())})`,
  columns: {
    plan: 'p.title',
    title: 'd.title',
    weekNo: 'k.week_no',
    position: 'd.position',
    theme: 't.name',
    blocks: 'd.blocks',
    minutes: 'd.minutes',
    look: sql`(${dayLook})`,
    planId: 'd.plan_id',
    themeId: 'd.theme_id',
  },
  where: {
    themeId: (ids) => sql<boolean>`d.theme_id = any (${([ids] as (string | string[])[]).flat()}::uuid[])`,
    planId: (id) => sql<boolean>`d.plan_id::text = ${id as string}`,
  },
  map: async (rows, { actor }) =>
    isAuthor(actor) ? rows : rows.map((row) => ({ ...row, look: 'READY' as const })),
  can: (row, actor) => ({
    edit: isAuthor(actor) && row.look !== 'PENDING' && mayCall(actor, dayContract.save),
  }),
});
export const { handlers } = dayListing;
