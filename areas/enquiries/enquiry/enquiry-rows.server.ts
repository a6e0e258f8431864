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
import type { EnquiryRow } from './enquiry-row.ts';

export interface RawRow extends AskedRow {
  id: string;
  version: number;
  franchisee_id: number;
  enquiry_code: string;
  academic_year_id: number;
  child_first_name: string | null;
  child_last_name: string | null;
  child_dob: string | null;
  dob_approx: boolean;
  child_gender: string | null;
  class_id: number | null;
  class_name: string | null;
  class_category: string | null;
  guardian_name: string;
  phone_norm: string | null;
  source_name: string;
  campaign: string | null;
  spanco_status: string;
  stage_code: string;
  sub_status: string | null;
  temperature: string;
  owner_id: string | null;
  owner_name: string | null;
  captured_at: string;
  next_follow_up_on: string | null;
  next_follow_up_at: string | null;
  attempts: number;
  stage_since: string;
  last_contact_at: string | null;
  last_note: string | null;
  follow_up_group: FollowUpGroup;
  is_open: boolean;
  programme: string | null;
  pincode: string | null;
  sla_due_at: string | null;
  first_attempt_at: string | null;
  lost_reason: string | null;
  revive_on: string | null;
  last_activity_at: string;
  flagged: boolean;
  confirmed: boolean;
  erased_at: string | null;
  which_child_at: string | null;
}

/** What a line of a list shows; the whole row is wide, and each timestamp of it costs. */
const COLUMNS = sql.raw(
  [
    'id',
    'version',
    'franchisee_id',
    'enquiry_code',
    'academic_year_id',
    'child_first_name',
    'child_last_name',
    'child_dob',
    'dob_approx',
    'child_gender',
    'class_id',
    'class_category',
    'guardian_name',
    'phone_norm',
    'campaign',
    'spanco_status',
    'stage_code',
    'sub_status',
    'temperature',
    'owner_id',
    'captured_at',
    'next_follow_up_on',
    'next_follow_up_at',
    'attempts',
    'stage_since',
    'last_contact_at',
    'last_note',
    'follow_up_group',
    'is_open',
    'programme',
    'pincode',
    'sla_due_at',
    'first_attempt_at',
    'revive_on',
    'last_activity_at',
    'erased_at',
    'which_child_at',
  ]
    .map((name) => `e.${name}`)
    .join(', '),
);
const LABELS = sql`k.name as class_name, s.name as source_name, r.name as lost_reason, ${personName('u')} as owner_name,
  exists (select from duplicate_candidate d where d.franchisee_id = e.franchisee_id and d.state = 'OPEN' and d.a_id = e.id)
  or exists (select from duplicate_candidate d where d.franchisee_id = e.franchisee_id and d.state = 'OPEN' and d.b_id = e.id) as flagged,
  exists (select from household_contact c where c.franchisee_id = e.franchisee_id and c.kind = 'PHONE' and c.value_norm = e.phone_norm and c.verified_at is not null) as confirmed`;
const JOINS = sql`left join class k on k.id = e.class_id left join enquiry_source s on s.id = e.source_id left join app_user u on u.id = e.owner_id left join lost_reason r on r.id = e.lost_reason_id`;

export type PageRow = RawRow & { sort_value: string | null; total: number };

/** The rows of a page of ids; `page` selects franchisee_id, id, v (the sort value), n (the place) and total. */
export async function enquiryRowsOf(
  db: Db,
  page: RawBuilder<unknown>,
  asked: readonly AskedColumn[] = [],
): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`with p as materialized (${page})
    select p.v as sort_value, p.total, ${COLUMNS}, ${LABELS}${askedSql(asked)} from p cross join lateral (select * from enquiry e where e.franchisee_id = p.franchisee_id and e.id = p.id limit 1) e ${JOINS}
     order by p.n`.execute(db);
  return rows;
}

/** Rows of conditions, newest first, for one enquiry or a family. */
export async function enquiryRows<R extends RawRow>(
  db: Db,
  where: RawBuilder<unknown>,
  limit = 50,
): Promise<R[]> {
  const { rows } =
    await sql<R>`select e.*, ${LABELS} from enquiry e ${JOINS} where ${where} order by e.captured_at desc, e.id desc limit ${limit}`.execute(
      db,
    );
  return rows;
}

export const childNameOf = (row: {
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
}): string =>
  childLabel({ firstName: row.child_first_name, lastName: row.child_last_name }, row.guardian_name);

export function rowOf(row: RawRow, today: Day, actor: Actor): EnquiryRow {
  const asked = askedOf(row);
  return {
    id: row.id,
    version: row.version,
    franchiseeId: row.franchisee_id,
    enquiryCode: row.enquiry_code,
    academicYearId: row.academic_year_id,
    childName: childNameOf(row),
    childDob: row.child_dob,
    dobApprox: row.dob_approx,
    childGender: row.child_gender,
    classId: row.class_id,
    className: row.class_name,
    classCategory: row.class_category,
    guardianName: row.guardian_name,
    mobileMasked: row.phone_norm ? maskPhone(row.phone_norm) : null,
    mobileConfirmed: row.confirmed,
    sourceName: row.source_name ?? '',
    campaign: row.campaign,
    spancoStatus: row.spanco_status,
    stage: row.stage_code,
    subStatus: row.sub_status,
    temperature: row.temperature,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    capturedAt: row.captured_at,
    nextFollowUpOn: row.next_follow_up_on,
    nextFollowUpAt: row.next_follow_up_at,
    bucket: bucketOf({ group: row.follow_up_group, nextFollowUpOn: row.next_follow_up_on }, today),
    overdueDays: row.is_open ? overdueDays(row.next_follow_up_on, today) : 0,
    attempts: row.attempts,
    stageSince: row.stage_since,
    lastContactAt: row.last_contact_at,
    lastNote: row.last_note,
    possibleDuplicate: row.flagged,
    whichChild: row.which_child_at !== null && row.is_open,
    programme: row.programme,
    pincode: row.pincode,
    slaDueAt: row.sla_due_at,
    firstAttemptAt: row.first_attempt_at,
    lostReason: row.lost_reason,
    reviveOn: row.revive_on,
    lastActivityAt: row.last_activity_at,
    merged: row.follow_up_group === 'NONE',
    erased: row.erased_at !== null,
    ...(asked ? { asked } : {}),
    can: canOf(row, actor),
  };
}

function canOf(row: RawRow, actor: Actor): Record<string, boolean> {
  const alive = row.follow_up_group !== 'NONE' && row.erased_at === null;
  const write = holds(actor, enquiryModules.enquiry, true) && alive;
  return {
    edit: write,
    move: write,
    log: row.is_open && alive && holds(actor, enquiryModules.followup, true),
    erase: alive && row.follow_up_group !== 'ADMITTED' && holds(actor, enquiryModules.enquiryErase, true),
    plan: write && row.is_open,
    moveCentre: write && row.is_open,
  };
}
