import { type Day, startOfDay } from '@aangan/contract/period.ts';
import { several } from '@aangan/server/sql.ts';
import { type RawBuilder, sql } from 'kysely';
import type { EnquiryFilters } from '../enquiry/enquiry-filters.ts';

/** Conditions over the alias `e`; merged enquiries stand under their survivor unless they are asked for. */
export function registerWhere(filters: Partial<EnquiryFilters>, today: Day): RawBuilder<unknown>[] {
  const out: RawBuilder<unknown>[] = [];
  if (filters.merged) out.push(sql`e.follow_up_group = 'NONE'`);
  // An open one is never merged: said once more, it would have each row fetched that an index of open ones knows already.
  else if (!filters.open) out.push(sql`e.follow_up_group <> 'NONE'`);
  if (filters.programme?.length) out.push(several('e.programme', filters.programme, 'text'));
  if (filters.answerLate !== undefined) {
    const late = sql`(e.is_open and e.first_attempt_at is null and e.sla_due_at < now())`;
    out.push(filters.answerLate ? late : sql`${late} is not true`);
  }
  if (filters.duplicates !== undefined) {
    const flagged = sql`(e.franchisee_id, e.id) in (select d.franchisee_id, x.id from duplicate_candidate d cross join lateral (values (d.a_id), (d.b_id)) x (id) where d.state = 'OPEN')`;
    out.push(filters.duplicates ? flagged : sql`not ${flagged}`);
  }
  if (filters.erased !== undefined)
    out.push(filters.erased ? sql`e.erased_at is not null` : sql`e.erased_at is null`);
  if (filters.stale !== undefined) {
    // In whole days, as the card of the board counts them.
    const stale = sql`(e.is_open and e.stage_since < ${startOfDay(today).toISOString()}::timestamptz - make_interval(days => (select s.max_days from enquiry_stage s where s.code = e.stage_code)))`;
    out.push(filters.stale ? stale : sql`${stale} is not true`);
  }
  return out;
}
