// What stands in the way of an allocation, read live (areas/orders.md 3.7): the one source of lists, desk and orders.
import { type RawBuilder, sql } from 'kysely';

/** Today in India. */
const TODAY = sql`(now() at time zone 'Asia/Kolkata')::date`;

const when = (code: string, condition: string) => `case when ${condition} then '${code}' end`;

const REASONS = sql.raw(`array_remove(array[
  ${when('NOT_ENROLLED', `a.enrolment_id is not null and e.status not in ('UPCOMING', 'ACTIVE')`)},
  ${when('NOT_MAPPED', `a.kit_type <> 'WOW_KIT' and m.id is null`)},
  ${when('NO_BOM', `a.kit_type = 'WOW_KIT' and not exists (select from wow_bom b where b.model_id = a.model_id and b.status = 'ACTIVE')`)},
  ${when('NO_AMOUNT', `a.kit_type = 'CURRICULUM_KIT_2' and t.id is null`)},
  ${when('TOO_EARLY', 'd.today < t.order_from')},
  ${when('TOO_LATE', 'd.today > t.order_to')},
  ${when('FEE_DUE', 'y.collected < t.min_fee_collected_paise')},
  ${when(
    'KIT1_FIRST',
    `t.requires_kit1 and not exists (select from kit_allocation k1 where k1.franchisee_id = a.franchisee_id and k1.enrolment_id = a.enrolment_id
       and k1.kit_type = 'CURRICULUM_KIT_1' and k1.status not in ('ALLOCATED', 'REVOKED'))`,
  )},
  ${when('BRIDGE_ONLY', `a.kit_type = 'BRIDGE_KIT' and c.category is distinct from 'Bridge Course'`)},
  ${when('GIFT_NEW', `a.kit_type = 'GIFT_BOX' and e.entry not in ('NEW', 'TRANSFER_IN', 'RE_ADMISSION')`)}
], null)`);

const ENROLMENT = sql`left join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id`;
const CLASS = sql`left join class c on c.id = a.class_id`;

/** Allocations `a` with child `s` and centre `f`: what a list is ordered by. No join multiplies rows. */
export const allocationRows = sql`kit_allocation a
  left join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
  left join franchisee f on f.id = a.franchisee_id`;

/**
 * What decides on a row: the mapping that holds `m`, the amount of curriculum kit 2 `t` (own centre and class, own centre,
 * network and class, network), what the family has paid of this year's fees `y.collected`, and `r.reasons`.
 */
const DECIDES = sql`(select ${TODAY} as today) d
  left join lateral (select k.id, k.code, k.version_no, k.name from kit_mapping k
    where k.current and k.kit_type = a.kit_type and k.academic_year_id = a.academic_year_id and k.class_id is not distinct from a.class_id
      and k.sample_category is not distinct from a.sample_category and k.gender in ('BOTH', s.gender)
    order by k.gender = 'BOTH' limit 1) m on a.kit_type <> 'WOW_KIT'
  left join lateral (select k.id, k.amount_paise, k.min_fee_collected_paise, k.order_from, k.order_to, k.requires_kit1 from kit2_amount k
    where k.active and k.academic_year_id = a.academic_year_id and k.franchisee_id in (1, a.franchisee_id) and (k.class_id is null or k.class_id = a.class_id)
    order by k.franchisee_id = a.franchisee_id desc, k.class_id is not null desc limit 1) t on a.kit_type = 'CURRICULUM_KIT_2'
  left join lateral (select coalesce(sum(l.allocated), 0)::bigint as collected from fee_account x
    join fee_line l on l.franchisee_id = x.franchisee_id and l.fee_account_id = x.id and l.academic_year_id = a.academic_year_id and l.state <> 'CANCELLED'
    where a.kit_type = 'CURRICULUM_KIT_2' and x.franchisee_id = a.franchisee_id and x.student_id = a.student_id) y on t.id is not null
  cross join lateral (select case when a.status = 'ALLOCATED' then ${REASONS} else '{}'::text[] end as reasons) r`;

/** Allocations with child, centre, enrolment `e`, class `c`, model `w` and all that decides. */
export const allocationsWithReasons = sql`${allocationRows} ${ENROLMENT} ${CLASS}
  left join wow_model w on w.id = a.model_id cross join ${DECIDES}`;

/**
 * A column of what decides, of `allocationRows`: a list that is cut to a page asks it of the page's rows alone. Each use asks
 * anew, and makes a long statement longer: what is read together stands in one.
 */
export const decided = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${column} from (select) one ${ENROLMENT} ${CLASS} cross join ${DECIDES})`;

/** What a sample is for; null of any other kit. */
export const sampleName = sql`case a.sample_category when 'STUDENT_KIT' then 'Student Sample KIT' when 'UNIFORM_KIT' then 'Student Uniform Sample KIT' end`;

export const allocationColumns = {
  status: sql`(case when a.status = 'ALLOCATED' and r.reasons <> '{}' then 'BLOCKED' else a.status end)`,
  of: sql`coalesce(c.name, w.name, ${sampleName})`,
  short: sql`case when y.collected < t.min_fee_collected_paise then t.min_fee_collected_paise - y.collected end`,
} as const;
