// Who belongs to a season, by its own rules (enquiries.md 3.9): families that ask for the year, children who move up, and
// families that were lost before. One child is one member: a new enquiry beats a lost one.
import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import { istDay } from '@aangan/server/sql.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Cohort } from './b2s-outcome.ts';
import type { Season } from './b2s-shape.ts';

type Sql = RawBuilder<unknown>;
type SeasonRules = Pick<
  Season,
  'academicYearId' | 'fromOn' | 'toOn' | 'ageOn' | 'excludedReasons' | 'committedFrom' | 'cohorts'
>;

const at = (day: Day): Sql => sql`${startOfDay(day).toISOString()}::timestamptz`;
const inCentre = (alias: string, centre: number | null): Sql =>
  centre === null ? sql`` : sql`and ${sql.ref(`${alias}.franchisee_id`)} = ${centre}`;

/** The class whose ages fit a child on a day; the youngest such class. */
const fitting = (dob: Sql, on: Day): Sql => sql`(select c.id from class c where c.active
  and ${dob} <= (${on}::date - make_interval(months => c.age_from_months))::date and ${dob} > (${on}::date - make_interval(months => c.age_to_months))::date
  order by c.position, c.id limit 1)`;

/** What an enquiry has come to; `lost` is what a lost one counts as. */
function outcomeColumns({ committedFrom, fromOn }: SeasonRules, lost: Sql): Sql {
  const committed = [...committedFrom, 'Admission Confirmed'];
  const first = sql`(select min(l.at) from enquiry_stage_log l where l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id
    and l.cycle = e.cycle and l.to_stage = any (${committed}::text[]))`;
  const contacted = sql`e.last_contact_at >= ${at(fromOn)}`;
  return sql`case when e.spanco_status = 'Lost' then ${lost} when e.spanco_status = 'Order' then 'CONFIRMED'
      when e.stage_code = any (${committedFrom}::text[]) then 'COMMITTED' when ${contacted} then 'CONTACTED' else 'NOT_CONTACTED' end as outcome,
    ${istDay(sql`case when e.spanco_status = 'Lost' and ${lost} = 'LOST' then e.closed_at when e.spanco_status = 'Order' then e.admitted_at
      when e.stage_code = any (${committedFrom}::text[]) then coalesce(${first}, e.stage_since)
      when ${contacted} then e.last_contact_at else greatest(e.captured_at, ${at(fromOn)}) end`)} as outcome_on,
    case when e.spanco_status = 'Order' or e.stage_code = any (${committedFrom}::text[]) then ${istDay(sql`coalesce(${first}, e.admitted_at, e.stage_since)`)} end as achieved_on`;
}

/** Enquiries for the season's year, captured until its end. */
function newOnes(rules: SeasonRules, centre: number | null): Sql {
  return sql`select e.franchisee_id, 'NEW' as kind, e.id as enquiry_id, null::uuid as enrolment_id,
      coalesce(e.class_id, ${fitting(sql`e.child_dob`, rules.ageOn)}) as class_id, e.owner_id, ${outcomeColumns(rules, sql`'LOST'`)}
    from enquiry e where e.academic_year_id = ${rules.academicYearId} and e.follow_up_group <> 'NONE' and e.erased_at is null
      and e.captured_at < ${at(addDays(rules.toOn, 1))} ${inCentre('e', centre)}`;
}

/** Lost in the two years before, may be called, of an age for a class, and not asking anew. */
function winBacks(rules: SeasonRules, centre: number | null): Sql {
  const lost = sql`case when e.last_contact_at >= ${at(rules.fromOn)} then 'CONTACTED' else 'NOT_CONTACTED' end`;
  return sql`select distinct on (e.franchisee_id, e.household_id, coalesce(e.child_name_key, e.id::text)) e.franchisee_id, 'WIN_BACK' as kind, e.id as enquiry_id, null::uuid as enrolment_id,
      ${fitting(sql`e.child_dob`, rules.ageOn)} as class_id, e.owner_id, ${outcomeColumns(rules, lost)}
    from enquiry e join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
      left join lost_reason r on r.id = e.lost_reason_id
   where e.academic_year_id in (${rules.academicYearId - 1}, ${rules.academicYearId - 2}) ${inCentre('e', centre)}
     and e.follow_up_group <> 'NONE' and e.erased_at is null and not h.do_not_call
     and (e.spanco_status = 'Lost' and not coalesce(r.neutral, false) and not (e.lost_reason_id = any (${rules.excludedReasons}::uuid[]))
       or e.is_open and exists (select from b2s_member m where m.franchisee_id = e.franchisee_id and m.enquiry_id = e.id and m.kind = 'WIN_BACK'))
     and ${fitting(sql`e.child_dob`, rules.ageOn)} is not null
     and not exists (select from enquiry n where n.franchisee_id = e.franchisee_id and n.household_id = e.household_id and n.academic_year_id = ${rules.academicYearId}
       and n.follow_up_group <> 'NONE' and n.child_name_key is not distinct from e.child_name_key)
   order by e.franchisee_id, e.household_id, coalesce(e.child_name_key, e.id::text), e.captured_at desc, e.id`;
}

/** Children of this year whose class has a next one. Whether the first instalment is paid is finance's to say. */
export function returning(rules: SeasonRules, centre: number | null): Sql {
  return sql`select n.franchisee_id, 'RETURNING' as kind, null::uuid as enquiry_id, n.id as enrolment_id, c.next_class_id as class_id, null::uuid as owner_id,
      case when n.status in ('WITHDRAWN', 'TRANSFERRED', 'CANCELLED') or n.outcome in ('LEAVE', 'GRADUATE') then 'LOST' when x.id is not null then 'COMMITTED' else 'NOT_CONTACTED' end as outcome,
      case when n.status in ('WITHDRAWN', 'TRANSFERRED', 'CANCELLED') then coalesce(n.left_on, ${istDay(sql`n.updated_at`)})
        when x.id is not null then ${istDay(sql`x.created_at`)} else ${rules.fromOn}::date end as outcome_on,
      case when x.id is not null and n.status not in ('WITHDRAWN', 'TRANSFERRED', 'CANCELLED') then ${istDay(sql`x.created_at`)} end as achieved_on, x.id as next_enrolment_id
    from enrolment n join class c on c.id = n.class_id and c.next_class_id is not null
      left join lateral (select y.id, y.created_at from enrolment y where y.franchisee_id = n.franchisee_id and y.student_id = n.student_id
        and y.academic_year_id = ${rules.academicYearId} and y.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') order by y.created_at limit 1) x on true
   where n.academic_year_id = ${rules.academicYearId - 1} ${inCentre('n', centre)}
     and (n.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD', 'COMPLETED') or exists (select from b2s_member m where m.franchisee_id = n.franchisee_id and m.enrolment_id = n.id))`;
}

export const cohortSql: Readonly<Record<Cohort, (rules: SeasonRules, centre: number | null) => Sql>> = {
  NEW: newOnes,
  RETURNING: returning,
  WIN_BACK: winBacks,
};
