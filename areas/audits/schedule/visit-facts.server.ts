import type { Day } from '@aangan/contract/period.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { dayKind } from '../../academics/public.server.ts';
import { franchiseeLabel } from '../../network/public.server.ts';
import { holdsOn, today } from '../allocation/allocation-sql.server.ts';
import { centresWithCategory } from '../ams-setup/category-today.server.ts';
import { settingsOn } from '../ams-setup/settings-on.server.ts';
import { refuseVisit } from './visit.refusals.ts';
import { LIVE, type Slot, type VisitKind } from './visit.states.ts';
import { brokenRules, firstAuditWindow, type VisitFacts } from './visit-rules.ts';

export type Am = RowIn<'ams_am_allocation'>;
export interface Wanted {
  /** Of the visit itself when it stands already: it is in nobody's way. */
  readonly id: string | null;
  readonly franchiseeId: number;
  readonly auditTypeId: string;
  readonly on: Day;
  readonly slot: Slot;
  readonly kind: VisitKind;
}

export const live = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.status`)} = any (${[...LIVE]}::text[])`;
/** The same without what was planned for a month that is over and never approved: nobody makes it any more. */
export const ahead = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${live(alias)} and (${sql.ref(`${alias}.status`)} <> 'PLANNED' or ${sql.ref(`${alias}.planned_on`)} >= date_trunc('month', ${today})))`;
/** Visits that count for the need of a cycle. */
export const counts = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.kind`)} not in ('FIRST', 'FOLLOW_UP')`;
/** True for a holiday of the city in which an academic manager is based. */
export const inBaseCity = (holiday: string, city: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${holiday}.level`)} = 'NATIONAL' or ${sql.ref(`${holiday}.state_code`)} = ${sql.ref(`${city}.state_code`)} or ${sql.ref(`${holiday}.city_id`)} = ${sql.ref(`${city}.id`)})`;

export interface AmsValues {
  minGapDays: number;
  firstFrom: number;
  firstTo: number;
  /** So often a visit is moved without being asked for. */
  freeMoves: number;
}
/** The settings that hold on a day. */
export async function amsValues(db: Db, day: Day): Promise<AmsValues> {
  const { rows } = await sql<AmsValues>`
    select min_gap_days as "minGapDays", first_audit_from_days as "firstFrom", first_audit_to_days as "firstTo",
        moves_without_approval as "freeMoves"
      from ${settingsOn(sql`${day}`)} s`.execute(db);
  return ensureFound(rows[0]);
}

/** Days that this person does not travel because of a holiday. */
async function holidayOf(db: Db, am: Am, on: Day): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select h.name from ams_holiday h, city i where i.id = ${am.base_city_id} and h.on_date = ${on}::date and ${inBaseCity('h', 'i')}
     order by h.level desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

interface Around {
  allocated: boolean;
  before: Day | null;
  after: Day | null;
  taken: boolean;
  openedOn: Day | null;
  audited: boolean;
  cycleId: string | null;
  need: number;
  met: number;
}

/** What the rules have to know, and the cycle that the day lies in. */
export async function visitFacts(
  db: Db,
  am: Am,
  wanted: Wanted,
  { today, month }: { today: Day; month: string },
): Promise<VisitFacts & { cycleId: string | null }> {
  const { id, franchiseeId, auditTypeId, on } = wanted;
  const day = sql`${on}::date`;
  const other = sql`(${id}::uuid is null or v.id <> ${id}::uuid)`;
  const values = await amsValues(db, today);
  const { rows } = await sql<Around>`
    with cycle as (select * from ams_cycle c where c.state = 'ACTIVE' and ${day} between c.from_on and c.to_on limit 1),
     held as (select v.planned_on as on_day from ams_visit v where v.franchisee_id = ${franchiseeId} and (${live('v')} or v.status = 'COMPLETED') and ${other}
       union all select a.audit_on from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = ${franchiseeId} and t.family = 'AMS' and a.mode = 'REGULAR' and a.status <> 'VOID'
         and (a.visit_id is null or ${id}::uuid is null or a.visit_id <> ${id}::uuid))
    select exists (select from ams_centre_allocation c where c.franchisee_id = f.id and c.am_allocation_id = ${am.id} and ${holdsOn('c', day)}) as allocated,
      (select max(on_day) from held where on_day < ${day}) as before, (select min(on_day) from held where on_day > ${day}) as after,
      exists (select from ams_visit v where v.franchisee_id = f.id and v.planned_on = ${day} and ${live('v')} and ${other}) as taken,
      f.opened_on as "openedOn",
      exists (select from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = f.id and t.family = 'AMS' and a.mode = 'REGULAR' and a.status in ('PUBLISHED', 'CLOSED')) as audited,
      (select id from cycle) as "cycleId",
      coalesce((select r.visits from cycle y join ams_cycle_rule r on r.cycle_id = y.id join audit_type t on t.slug = r.audit_type and t.id = ${auditTypeId}
        join ${centresWithCategory(sql`(select from_on from cycle)`)} k on k.franchisee_id = f.id and k.category = r.centre_category), 0)::int as need,
      (select count(*)::int from ams_visit v where v.franchisee_id = f.id and v.cycle_id = (select id from cycle) and v.audit_type_id = ${auditTypeId}
        and ${counts('v')} and (${ahead('v')} or v.status = 'COMPLETED') and ${other}) as met
      from franchisee f where f.id = ${franchiseeId} and not f.is_head_office and f.status <> 'CLOSED'`.execute(
    db,
  );
  const around = ensureFound(rows[0]);
  const same = await sql<{ id: number; name: string; slot: Slot }>`
    select f.id, f.company_name as name, v.slot from ams_visit v join franchisee f on f.id = v.franchisee_id
     where v.am_allocation_id = ${am.id} and v.planned_on = ${day} and ${live('v')} and ${other} order by v.slot`.execute(
    db,
  );
  const verdict = await dayKind(db, { franchiseeId }, on);
  return {
    today,
    month,
    allocated: around.allocated,
    weeklyOff: am.weekly_off,
    holiday: await holidayOf(db, am, on),
    closed: verdict.works ? null : (verdict.title ?? 'no children come on that day'),
    perDay: am.visits_per_day,
    sameDay: same.rows.map((one) => ({ centre: franchiseeLabel(one.id, one.name), slot: one.slot })),
    centreTaken: around.taken,
    before: around.before,
    after: around.after,
    minGapDays: values.minGapDays,
    need: around.need,
    met: around.met,
    firstWindow:
      around.openedOn === null || around.audited
        ? null
        : firstAuditWindow(around.openedOn, values.firstFrom, values.firstTo),
    cycleId: around.cycleId,
  };
}

/** 422 unless every hard rule holds and, where a soft one does not, a reason is given. Answers the cycle. */
export async function ensureRules(
  db: Db,
  am: Am,
  wanted: Wanted & { readonly reason: string | null },
  at: { today: Day; month: string },
  /** The field that asks for the day. */
  dayField = 'plannedOn',
): Promise<string | null> {
  const facts = await visitFacts(db, am, wanted, at);
  const broken = brokenRules(wanted, facts);
  const hard = broken.find((rule) => rule.hard);
  const field = hard === undefined || hard.field === 'plannedOn' ? dayField : hard.field;
  ensure(!hard, () =>
    refuseVisit('schedule.rule', {
      details: { text: hard?.text },
      fields: { [field]: hard?.text ?? '' },
    }),
  );
  const [soft] = broken;
  ensure(!soft || wanted.reason !== null, () =>
    refuseVisit('schedule.reason-needed', {
      details: { text: soft?.text },
      fields: { reason: `${soft?.text} Say why` },
    }),
  );
  return facts.cycleId;
}
