// One meaning of the shared filters for lists, tiles, counts and exports: a tile's number is its list's rows.
import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { several } from '@aangan/server/sql.ts';
import { type RawBuilder, sql } from 'kysely';
import { boardWhere, onDays } from '../dashboard/board-where.server.ts';
import { registerWhere } from '../pipeline/register-where.server.ts';
import type { Bucket } from './bucket.ts';
import type { EnquiryFilters } from './enquiry-filters.ts';

export interface WhereContext {
  today: Day;
  userId: string | null;
  /** The centre where one is chosen, so that plans start at it. */
  franchiseeId?: number | null;
}

type Condition = RawBuilder<unknown>;

/** `a and b and c`; true when there is none. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql.join(conditions, sql` and `) : sql`true`;

/** Conditions over the alias `e`. */
export function enquiryWhere(
  filters: Partial<EnquiryFilters> & { q?: string | undefined },
  context: WhereContext,
): Condition[] {
  const out: Condition[] = registerWhere(filters, context.today);
  const among = (column: string, values: readonly (string | number)[] | undefined, type = 'text') => {
    if (values?.length)
      out.push(sql`${sql.ref(`e.${column}`)} = any (${[...values]}::${sql.raw(`${type}[]`)})`);
  };
  out.push(...onDays(filters), ...boardWhere(filters));
  among('spanco_status', filters.spancoStatus);
  among('stage_code', filters.stage);
  among('sub_status', filters.spancoSubStatus);
  among('temperature', filters.temperature);
  among('source_id', filters.source, 'uuid');
  among('class_id', filters.classId, 'int');
  among('child_gender', filters.gender);
  if (filters.appointmentOn)
    out.push(sql`e.is_open and e.appointment_at >= ${startOfDay(filters.appointmentOn).toISOString()}::timestamptz
      and e.appointment_at < ${startOfDay(addDays(filters.appointmentOn, 1)).toISOString()}::timestamptz`);
  if (filters.open !== undefined) out.push(filters.open ? sql`e.is_open` : sql`not e.is_open`);
  if (filters.assignedTo?.length) out.push(ownedBy(filters.assignedTo, context));
  if (filters.studentClassCategory?.length) out.push(ofCategory(filters.studentClassCategory));
  if (filters.bucket?.length)
    out.push(
      sql`(${sql.join(
        filters.bucket.map((slug) => inBucket(slug, context.today)),
        sql` or `,
      )})`,
    );
  if (filters.code) out.push(found(filters.code, filters.searchBy ?? 'code', context));
  for (const text of [filters.searchValue, filters.q]) if (text) out.push(found(text, 'any', context));
  return out;
}

function ownedBy(owners: readonly string[], context: WhereContext): Condition {
  const ids = owners.flatMap((owner) =>
    owner === 'me' ? (context.userId ?? []) : owner === 'none' ? [] : owner,
  );
  const parts = [
    ...(owners.includes('none') ? [sql`e.owner_id is null`] : []),
    ...(ids.length || !owners.includes('none') ? [several('e.owner_id', ids, 'uuid')] : []),
  ];
  return sql`(${sql.join(parts, sql` or `)})`;
}

function ofCategory(categories: readonly string[]): Condition {
  const named = categories.filter((category) => category !== 'ordinary');
  const parts = [
    ...(categories.includes('ordinary') ? [sql`e.class_category is null`] : []),
    ...(named.length ? [several('e.class_category', named, 'text')] : []),
  ];
  return sql`(${sql.join(parts, sql` or `)})`;
}

/**
 * The condition of one bucket, and the one meaning of `due`: every open enquiry whose next day has come, its first call
 * included; what is overdue and what is of today make it up, and so do the four buckets without a later day. The twin
 * of `bucketOf`, and a test holds them together.
 */
export function inBucket(slug: Bucket | 'due' | 'overdue', today: Day): Condition {
  const next = sql`e.next_follow_up_on`;
  const day = sql`${today}::date`;
  switch (slug) {
    case 'cold-overdue':
      return sql`(e.follow_up_group = 'COLD' and (${next} is null or ${next} < ${day}))`;
    case 'cold-current':
      return sql`(e.follow_up_group = 'COLD' and ${next} = ${day})`;
    case 'cold-next':
      return sql`(e.follow_up_group = 'COLD' and ${next} > ${day})`;
    case 'warm-current':
      return sql`(e.follow_up_group = 'WARM' and (${next} is null or ${next} <= ${day}))`;
    case 'warm-next':
      return sql`(e.follow_up_group = 'WARM' and ${next} > ${day})`;
    case 'hot-current':
      return sql`(e.follow_up_group = 'HOT' and (${next} is null or ${next} <= ${day}))`;
    case 'hot-next':
      return sql`(e.follow_up_group = 'HOT' and ${next} > ${day})`;
    case 'closed':
      return sql`e.follow_up_group = 'CLOSED'`;
    case 'due':
      return sql`(e.is_open and ${next} <= ${day})`;
    default:
      return sql`(e.is_open and ${next} < ${day})`;
  }
}

const likeOf = (text: string): string => contains(text.toLowerCase());
const PHONE_DIGITS = 7;

// A whole number finds the household (also by an alternate number) through its unique key; anything else looks into the
// text inside the covering index.
function found(text: string, by: 'code' | 'mobile' | 'name' | 'any', context: WhereContext): Condition {
  if (by === 'code') return sql`e.enquiry_code = ${text.toUpperCase()}`;
  // A code also has enough digits to look like a number from abroad: only digits and their marks are one.
  const isNumber = /^[\d०-९\s()+-]+$/.test(text);
  const phone = by === 'name' || !isNumber ? null : phoneNormAnyCountry(text);
  if (phone) {
    const centre = context.franchiseeId ? sql`c.franchisee_id = ${context.franchiseeId} and ` : sql``;
    return sql`(e.franchisee_id, e.household_id) in (select c.franchisee_id, c.household_id from household_contact c where ${centre} c.kind = 'PHONE' and c.value_norm = ${phone})`;
  }
  const digits = text.replace(/\D/g, '');
  const typed = isNumber && digits.length >= PHONE_DIGITS ? digits.slice(-10) : text;
  return sql`e.search_text like ${likeOf(typed.normalize('NFC').trim())}`;
}
