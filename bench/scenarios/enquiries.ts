import { bucketOf, type FollowUpGroup, overdueDays } from '@aangan/areas/enquiries/enquiry/bucket.ts';
import { enquiryContract } from '@aangan/areas/enquiries/enquiry/enquiry.contract.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { writeCursor } from '@aangan/server/record/record-cursor.ts';
import { readRequest, type Scenario } from '../scenario.ts';

const PARTS = ['aar', 'patel', 'sha', 'red', 'ana', 'kul', 'iya'];

const PAGE = `
  with found as materialized (
    select e.id, e.captured_at from enquiry e
    where e.franchisee_id = $1 and e.academic_year_id = $2 and e.follow_up_group <> 'NONE' and e.search_text like $3),
  page as materialized (select f.id, f.captured_at, (select count(*)::int from found) as n from found f order by f.captured_at desc, f.id desc limit $4)
  select p.n, p.captured_at::text as at, e.id, e.version, e.enquiry_code as "enquiryCode", e.academic_year_id as "academicYearId",
    coalesce(nullif(concat_ws(' ', nullif(e.child_first_name, ''), nullif(e.child_last_name, '')), ''), 'Child of ' || e.guardian_name) as "childName",
    e.child_dob as "childDob", e.dob_approx as "dobApprox", e.child_gender as "childGender", e.class_id as "classId", k.name as "className", e.class_category as "classCategory",
    e.guardian_name as "guardianName", e.phone_norm, coalesce(s.name, '') as "sourceName", e.campaign, e.spanco_status as "spancoStatus", e.stage_code as stage,
    e.sub_status as "subStatus", e.temperature, e.owner_id as "ownerId", trim(u.first_name || ' ' || u.last_name) as "ownerName", e.captured_at as "capturedAt",
    e.next_follow_up_on as "nextFollowUpOn", e.next_follow_up_at as "nextFollowUpAt", e.attempts, e.stage_since as "stageSince", e.last_contact_at as "lastContactAt",
    e.last_note as "lastNote", e.follow_up_group as grp, e.is_open as open, e.programme, e.pincode, e.sla_due_at as "slaDueAt", e.first_attempt_at as "firstAttemptAt",
    r.name as "lostReason", e.revive_on as "reviveOn", e.last_activity_at as "lastActivityAt", e.erased_at is not null as erased, e.which_child_at is not null as asked,
    exists (select from household_contact c where c.franchisee_id = $1 and c.kind = 'PHONE' and c.value_norm = e.phone_norm and c.verified_at is not null) as "mobileConfirmed",
    exists (select from duplicate_candidate d where d.franchisee_id = $1 and d.state = 'OPEN' and d.a_id = e.id)
      or exists (select from duplicate_candidate d where d.franchisee_id = $1 and d.state = 'OPEN' and d.b_id = e.id) as "possibleDuplicate"
  from page p join enquiry e on e.franchisee_id = $1 and e.id = p.id
  left join class k on k.id = e.class_id left join enquiry_source s on s.id = e.source_id left join lost_reason r on r.id = e.lost_reason_id left join app_user u on u.id = e.owner_id
  order by p.captured_at desc, p.id desc`;

interface Row {
  id: string;
  n: number;
  at: string;
  phone_norm: string | null;
  grp: FollowUpGroup;
  open: boolean;
  nextFollowUpOn: string | null;
  erased: boolean;
  asked: boolean;
}

export const enquirySearch: Scenario = {
  name: 'enquiries',
  title: 'Enquiry search by part of a name',
  request: (n) => readRequest(enquiryContract.list, { q: PARTS[n % PARTS.length], limit: 50 }),
  floor: async ({ pool, body, centre, year }) => {
    const { q, limit } = body as { q: string; limit: number };
    const { rows } = await pool.query<Row>({
      name: 'enquiries',
      text: PAGE,
      values: [centre, year, `%${q.toLowerCase().replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`, limit + 1],
    });
    const today = todayIst(new Date());
    const n = rows[0]?.n ?? 0;
    const total = { n: Math.min(n, 10_000), more: n > 10_000 };
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      rows: rows.slice(0, limit).map(({ n: _n, at: _at, phone_norm, grp, open, asked, ...row }) => ({
        ...row,
        franchiseeId: centre,
        mobileMasked: phone_norm && maskPhone(phone_norm),
        bucket: bucketOf({ group: grp, nextFollowUpOn: row.nextFollowUpOn }, today),
        overdueDays: open ? overdueDays(row.nextFollowUpOn, today) : 0,
        whichChild: asked && open,
        merged: grp === 'NONE',
        can: {
          edit: true,
          move: true,
          log: open,
          erase: grp !== 'ADMITTED',
          plan: open,
          moveCentre: open,
        },
      })),
      next: last ? writeCursor({ sort: '-capturedAt', value: last.at, id: last.id, total }) : null,
      total,
    };
  },
};
