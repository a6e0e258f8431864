import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabel } from '../../network/public.server.ts';
import { centresWithCategory } from '../ams-setup/category-today.server.ts';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { offDays } from './plan-month.server.ts';
import { ownAllocation } from './schedule-row.server.ts';
import { type Am, ahead, counts, inBaseCity } from './visit-facts.server.ts';

interface Visit {
  id: string;
  version: number;
  franchiseeId: number;
  name: string;
  auditType: string;
  plannedOn: string;
  slot: string;
  kind: string;
  status: string;
  reason: string | null;
}
/** Visits as planner and approval show them. */
export async function visitsWhere(db: Db, condition: RawBuilder<unknown>) {
  const { rows } = await sql<Visit>`
    select v.id, v.version, v.franchisee_id as "franchiseeId", f.company_name as name, t.name as "auditType", v.planned_on as "plannedOn", v.slot, v.kind, v.status,
      coalesce(v.step_reason, v.reason) as reason
      from ams_visit v join franchisee f on f.id = v.franchisee_id join audit_type t on t.id = v.audit_type_id
     where ${condition} order by v.planned_on, v.slot desc, v.franchisee_id limit 500`.execute(db);
  return rows.map(({ name, ...row }) => ({ ...row, centre: franchiseeLabel(row.franchiseeId, name) }));
}

export const month = handle(contract.month, ({ db, actor, input, now }) =>
  withWholeReach(db, actor, async () => {
    const first = `${input.month}-01`;
    const am = await ownAllocation(db, actor, first);
    const past = input.month < todayIst(now).slice(0, 7);
    if (am === null)
      return {
        amAllocationId: null,
        visitsPerDay: 0,
        schedule: null,
        off: [],
        centres: [],
        visits: [],
        can: { plan: false, submit: false, recall: false },
      };
    const schedule =
      (await db
        .selectFrom('ams_schedule')
        .select(['id', 'version', 'status', 'note'])
        .where('am_allocation_id', '=', am.id)
        .where('month', '=', first)
        .executeTakeFirst()) ?? null;
    const visits = schedule === null ? [] : await visitsWhere(db, sql`v.schedule_id = ${schedule.id}`);
    const open = schedule === null || schedule.status === 'DRAFT' || schedule.status === 'RETURNED';
    return {
      amAllocationId: am.id,
      visitsPerDay: am.visits_per_day,
      schedule,
      off: offDays(input.month, am.weekly_off, await holidaysOf(db, am, first)),
      centres: await needOf(db, am, first),
      visits,
      can: {
        plan: open && !past,
        submit: schedule !== null && open && visits.length > 0 && !past,
        recall: schedule?.status === 'SUBMITTED',
      },
    };
  }),
);

async function holidaysOf(db: Db, am: Am, first: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ on: string; name: string }>`
    select h.on_date as on, h.name from ams_holiday h, city i where i.id = ${am.base_city_id} and ${inBaseCity('h', 'i')}
       and h.on_date >= ${first}::date and h.on_date < ${first}::date + interval '1 month'`.execute(db);
  return new Map(rows.map(({ on, name }) => [on, name]));
}

interface NeedRow {
  id: number;
  name: string;
  category: string;
  lastOn: string | null;
  types: { id: string; name: string; need: number; met: number }[];
}
/** What each centre of the academic manager needs in the cycle, and what is done or planned of it. */
async function needOf(db: Db, am: Am, first: string) {
  const { rows } = await sql<NeedRow>`
    with cycle as (select * from ams_cycle c where c.state = 'ACTIVE' and c.from_on < ${first}::date + interval '1 month' and c.to_on >= ${first}::date order by c.from_on desc limit 1)
    select f.id, f.company_name as name, coalesce(k.category, 'NEW') as category,
      (select max(a.audit_on) from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = f.id and t.family = 'AMS' and a.mode = 'REGULAR' and a.status <> 'VOID') as "lastOn",
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'need', r.visits, 'met', (select count(*) from ams_visit v where v.franchisee_id = f.id
          and v.cycle_id = y.id and v.audit_type_id = t.id and ${counts('v')} and (${ahead('v')} or v.status = 'COMPLETED'))) order by t.name)
        from cycle y join ams_cycle_rule r on r.cycle_id = y.id and r.centre_category = coalesce(k.category, 'NEW') join audit_type t on t.slug = r.audit_type and t.family = 'AMS' and t.active), '[]') as types
      from ams_centre_allocation c join franchisee f on f.id = c.franchisee_id
      left join ${centresWithCategory(sql`(select from_on from cycle)`)} k on k.franchisee_id = f.id
     where c.am_allocation_id = ${am.id} and daterange(c.from_on, c.to_on) && daterange(${first}::date, (${first}::date + interval '1 month')::date)
     order by f.company_name, f.id`.execute(db);
  return rows.map(({ name, ...row }) => ({ ...row, label: franchiseeLabel(row.id, name) }));
}
