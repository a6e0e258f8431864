// Enquiries as lists and screens show them: the columns that are read, their labels, what a person may do.
import type { Day } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { enquiryModules } from '../modules.ts';
import { type AskedRow, askedOf, askedSql } from './asked-columns.server.ts';
import type { AskedColumn } from './asked-columns.ts';
import { bucketOf, type FollowUpGroup, overdueDays } from './bucket.ts';
import { childLabel } from './child-label.ts';
import { childName } from './child-name.server.ts';
import type { EnquiryRow } from './enquiry-row.ts';

/** As the database gives it: what a line shows as it stands, and what the rest of the line follows from. */
export type RawRow = AskedRow &
  Omit<
    EnquiryRow,
    'mobileMasked' | 'bucket' | 'overdueDays' | 'whichChild' | 'merged' | 'erased' | 'asked' | 'can'
  > & {
    phone: string | null;
    group: FollowUpGroup;
    isOpen: boolean;
    erasedAt: string | null;
    whichChildAt: string | null;
  };

/** What a line of a list shows; the whole row is wide, and each timestamp of it costs. */
const COLUMNS = sql`e.id, e.version, e.franchisee_id as "franchiseeId", e.enquiry_code as "enquiryCode", e.academic_year_id as "academicYearId", ${childName('e')} as "childName",
  e.child_dob as "childDob", e.dob_approx as "dobApprox", e.child_gender as "childGender", e.class_id as "classId", k.name as "className", e.class_category as "classCategory",
  e.guardian_name as "guardianName", e.phone_norm as phone, coalesce(s.name, '') as "sourceName", e.campaign, e.spanco_status as "spancoStatus", e.stage_code as stage,
  e.sub_status as "subStatus", e.temperature, e.owner_id as "ownerId", ${personName('u')} as "ownerName", e.captured_at as "capturedAt", e.next_follow_up_on as "nextFollowUpOn",
  e.next_follow_up_at as "nextFollowUpAt", e.attempts, e.stage_since as "stageSince", e.last_contact_at as "lastContactAt", e.last_note as "lastNote", e.follow_up_group as "group",
  e.is_open as "isOpen", e.programme, e.pincode, e.sla_due_at as "slaDueAt", e.first_attempt_at as "firstAttemptAt", r.name as "lostReason", e.revive_on as "reviveOn",
  e.last_activity_at as "lastActivityAt", e.erased_at as "erasedAt", e.which_child_at as "whichChildAt",
  exists (select from duplicate_candidate d where d.franchisee_id = e.franchisee_id and d.state = 'OPEN' and d.a_id = e.id)
  or exists (select from duplicate_candidate d where d.franchisee_id = e.franchisee_id and d.state = 'OPEN' and d.b_id = e.id) as "possibleDuplicate",
  exists (select from household_contact c where c.franchisee_id = e.franchisee_id and c.kind = 'PHONE' and c.value_norm = e.phone_norm and c.verified_at is not null) as "mobileConfirmed"`;
const JOINS = sql`left join class k on k.id = e.class_id left join enquiry_source s on s.id = e.source_id left join app_user u on u.id = e.owner_id left join lost_reason r on r.id = e.lost_reason_id`;

export type PageRow = RawRow & { sort_value: string | null; total: number };

/** The rows of a page of ids; `page` selects franchisee_id, id, v (the sort value), n (the place) and total. */
export async function enquiryRowsOf(
  db: Db,
  page: RawBuilder<unknown>,
  asked: readonly AskedColumn[] = [],
): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`with p as materialized (${page})
    select p.v as sort_value, p.total, ${COLUMNS}${askedSql(asked)} from p cross join lateral (select * from enquiry e where e.franchisee_id = p.franchisee_id and e.id = p.id limit 1) e ${JOINS}
     order by p.n`.execute(db);
  return rows;
}

/** One enquiry with further columns of it; the first row of the conditions. */
export async function enquiryWith<More>(
  db: Db,
  where: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
): Promise<(RawRow & More) | undefined> {
  const { rows } = await sql<
    RawRow & More
  >`select ${COLUMNS}, ${more} from enquiry e ${JOINS} where ${where} limit 1`.execute(db);
  return rows[0];
}

export const childNameOf = (row: {
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
}): string =>
  childLabel({ firstName: row.child_first_name, lastName: row.child_last_name }, row.guardian_name);

export function rowOf(raw: RawRow, today: Day, actor: Actor): EnquiryRow {
  const { phone, group, isOpen, erasedAt, whichChildAt, ...row } = raw;
  const asked = askedOf(raw);
  return {
    ...row,
    mobileMasked: phone ? maskPhone(phone) : null,
    bucket: bucketOf({ group, nextFollowUpOn: row.nextFollowUpOn }, today),
    overdueDays: isOpen ? overdueDays(row.nextFollowUpOn, today) : 0,
    whichChild: whichChildAt !== null && isOpen,
    merged: group === 'NONE',
    erased: erasedAt !== null,
    ...(asked ? { asked } : {}),
    can: canOf(raw, actor),
  };
}

function canOf(row: RawRow, actor: Actor): Record<string, boolean> {
  const alive = row.group !== 'NONE' && row.erasedAt === null;
  const write = holds(actor, enquiryModules.enquiry, true) && alive;
  return {
    edit: write,
    move: write,
    log: row.isOpen && alive && holds(actor, enquiryModules.followup, true),
    erase: alive && row.group !== 'ADMITTED' && holds(actor, enquiryModules.enquiryErase, true),
    plan: write && row.isOpen,
    moveCentre: write && row.isOpen,
  };
}
