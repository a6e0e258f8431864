import { type Step, uid } from './students-sql.ts';

/** Five enquiries a child: j counts on, over the same five years. */
const ALL = `generate_series(:from, :to) f, generate_series(1, :each * 5) i`;
const YEAR = `(2022 + i % 5)`;
const CODE = `'ENQ-' || lpad(f::text, 3, '0') || '-' || ${YEAR} % 100 || (${YEAR} + 1) % 100 || '-' || lpad(i::text, 6, '0')`;
const PHONE = `'+918' || lpad(f::text, 4, '0') || lpad(i::text, 5, '0')`;
const FIRST = `(select name from first_name where n = (f * 11 + i * 17) % (select count(*) from first_name))`;
const LAST = `(select name from surname where n = (f * 5 + i * 7) % (select count(*) from surname))`;
const CAPTURED = `((:today - (2026 - ${YEAR}) * 365 - (i / 5) % 300) + time '10:30') at time zone 'Asia/Kolkata'`;
/** Of this year one in two is open. */
const STAGE = `case when ${YEAR} < 2026 then (i / 5) % 3 + 10 else (i / 5) % 10 end`;

export const ENQUIRY_STEPS: readonly Step[] = [
  {
    table: 'enquiry_household',
    sql: `insert into enquiry_household (franchisee_id, id, created_at) select f, ${uid('h')}, ${CAPTURED} from ${ALL}`,
  },
  {
    table: 'household_contact',
    sql: `insert into household_contact (franchisee_id, household_id, kind, value_norm, created_at) select f, ${uid('h')}, 'PHONE', ${PHONE}, ${CAPTURED} from ${ALL}`,
  },
  {
    table: 'enquiry',
    sql: `insert into enquiry (franchisee_id, id, enquiry_code, academic_year_id, household_id, child_first_name, child_last_name, class_id, guardian_name, phone_norm, source_id, spanco_status, stage_code, sub_status,
        captured_at, next_follow_up_on, walk_in_at, intent_at, lost_reason_id, closed_at, admitted_at, stage_since, last_activity_at, created_at)
      select f, ${uid('q')}, ${CODE}, ${YEAR}, ${uid('h')}, x.first, x.last, 2 + (i / 5) % 4, 'Parent ' || x.last, ${PHONE},
        ('04000000-0000-7000-8000-' || lpad((1 + i % 10)::text, 12, '0'))::uuid, s.status, s.code, case when s.status in ('Order', 'Lost') then null else 'Call back' end,
        x.at, case when s.status in ('Order', 'Lost') then null else :today - 6 + (i / 50) % 15 end, case when s.status in ('Approach', 'Negotiation', 'Closing') then x.at end, case when s.status = 'Prospect' then x.at end,
        case when s.status = 'Lost' then r.id end, case when s.status = 'Lost' then x.at end, case when s.status = 'Order' then x.at end, x.at, x.at, x.at
      from ${ALL} cross join lateral (select ${FIRST} as first, ${LAST} as last, ${CAPTURED} as at, ${STAGE} as stage) x
      join (select row_number() over (order by position)::int - 1 as n, code, status from enquiry_stage where franchisee_id = 1) s on s.n = x.stage
      cross join (select id from lost_reason where franchisee_id = 1 and name = 'Fees') r`,
  },
  {
    table: 'number_series',
    sql: `insert into number_series (franchisee_id, series, period, next) select f, 'ENQ', 'A' || y % 100 || (y + 1) % 100, :each * 5 + 1 from generate_series(:from, :to) f, generate_series(2022, 2026) y`,
  },
];
