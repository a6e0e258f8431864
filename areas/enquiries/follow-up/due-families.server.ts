// The due enquiries of one centre with all that their score needs, in one read.
import type { Day } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { childName } from '../enquiry/child-name.server.ts';
import { inBucket } from '../enquiry/enquiry-where.server.ts';
import type { CallFacts } from './call-score.ts';
import type { QueueRow } from './follow-up-work.contract.ts';

const MOST_DUE = 1000;

/** What the score needs as it stands, and what its other facts are made of. */
export type DueRow = Pick<
  CallFacts,
  | 'id'
  | 'group'
  | 'nextOn'
  | 'capturedAt'
  | 'slaDueAt'
  | 'appointmentAt'
  | 'visitedAt'
  | 'className'
  | 'sibling'
  | 'preferredTime'
  | 'attempts'
  | 'stageScore'
> &
  Pick<QueueRow, 'enquiryCode' | 'childName' | 'guardianName' | 'stage' | 'nextFollowUpAt' | 'ownerName'> & {
    classId: number | null;
    firstAttemptAt: string | null;
    lastAttemptAt: string | null;
    confirmedFor: string | null;
    ownerId: string | null;
    doNotCall: boolean;
    reachable: boolean;
    touches: number;
    touchedAt: string | null;
    claimed: boolean;
  };

interface DueOf {
  franchiseeId: number;
  yearId: number;
  userId: string;
  today: Day;
  owners: readonly string[] | null;
  now: Date;
}

// Today's first: the oldest of a long backlog fall off the end, never a lead of this morning.
export async function dueRows(db: Db, of: DueOf): Promise<DueRow[]> {
  const mine = of.owners ? sql`and e.owner_id = any (${[...of.owners]}::uuid[])` : sql``;
  const { rows } = await sql<DueRow>`with due as materialized (
      select e.franchisee_id, e.id from enquiry e
       where e.franchisee_id = ${of.franchiseeId} and ${inBucket('due', of.today)} and e.academic_year_id = ${of.yearId} ${mine}
       order by e.next_follow_up_on desc, e.id desc limit ${sql.lit(MOST_DUE)})
    select e.id, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.guardian_name as "guardianName", e.class_id as "classId", k.name as "className",
        e.stage_code as stage, e.follow_up_group as "group", e.next_follow_up_on as "nextOn", e.next_follow_up_at as "nextFollowUpAt", e.captured_at as "capturedAt", e.attempts,
        coalesce(g.score, 0) as "stageScore", e.sla_due_at as "slaDueAt", e.first_attempt_at as "firstAttemptAt", e.last_attempt_at as "lastAttemptAt",
        e.appointment_at as "appointmentAt", e.appointment_confirmed_for as "confirmedFor", coalesce(e.walk_in_at, e.counselled_at) as "visitedAt", e.owner_id as "ownerId",
        ${personName('u')} as "ownerName", h.preferred_time as "preferredTime", h.do_not_call as "doNotCall",
        exists (select from household_contact c where c.franchisee_id = e.franchisee_id and c.household_id = e.household_id and c.kind = 'PHONE' and c.bad_since is null) as reachable,
        t.n as touches, t.at as "touchedAt", s.label as sibling, coalesce(cl.until > ${of.now.toISOString()}::timestamptz and cl.user_id <> ${of.userId}::uuid, false) as claimed
      from due d cross join lateral (select * from enquiry e where e.franchisee_id = d.franchisee_id and e.id = d.id limit 1) e
      join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
      left join class k on k.id = e.class_id
      left join enquiry_stage g on g.code = e.stage_code and g.status = e.spanco_status
      left join app_user u on u.id = e.owner_id
      left join follow_up_claim cl on cl.franchisee_id = e.franchisee_id and cl.enquiry_id = e.id
      left join lateral (select count(*)::int as n, max(t.at) as at from enquiry_touch t where t.franchisee_id = e.franchisee_id and t.enquiry_id = e.id) t on true
      left join lateral (select coalesce(s.call_name, s.name) || coalesce(' in ' || sk.name, '') as label from student s
         left join enrolment n on n.franchisee_id = s.franchisee_id and n.id = s.current_enrolment_id left join class sk on sk.id = n.class_id
        where s.franchisee_id = e.franchisee_id and s.family_id = h.family_id and s.state = 'STUDYING' limit 1) s on h.family_id is not null`.execute(
    db,
  );
  return rows;
}
