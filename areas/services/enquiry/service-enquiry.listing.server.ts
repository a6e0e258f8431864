import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName, several } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { outcomeLabels } from '../../enquiries/enquiry/follow-up.contract.ts';
import { assignedServiceContract } from '../assigned/assigned-service.contract.ts';
import { serviceAssignmentContract, servicePlanContract } from '../assignment/service-assignment.contract.ts';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import { serviceEnquiries } from './service-enquiry.listing.ts';
import {
  mayAssign,
  openStatuses,
  type ServiceEnquiryStatus,
  serviceEnquiryLabels,
  serviceEnquiryStates,
  spancoOf,
  wishStatuses,
} from './service-enquiry.states.ts';

const today = istDay(sql`now()`);
const isOpen = several('e.status', openStatuses, 'text');
const spanco = sql.join(
  Object.entries(spancoOf).map(([status, word]) => sql`when ${sql.lit(status)} then ${sql.lit(word)}`),
  sql` `,
);

const due = sql`(case when ${isOpen} and e.next_follow_up_on = ${today} then 'TODAY' when ${isOpen} and e.next_follow_up_on < ${today} then 'OVERDUE' end)`;

const ofLines = (
  amount: ReturnType<typeof sql>,
) => sql`coalesce((select sum(${amount})::bigint from fee_line l
  where l.franchisee_id = a.franchisee_id and l.fee_assignment_id = a.fee_assignment_id and l.state = 'OPEN'), 0)`;
/** Paise that nobody has paid yet of the service under way. */
export const openAmount = ofLines(sql`l.net - l.allocated`);

export const enquiryListing = serveListing(serviceEnquiries, {
  // At most one service of an enquiry is under way (its unique index).
  from: sql`service_enquiry e join service s on s.id = e.service_id join service_category c on c.id = s.category_id
    left join service_assignment a on a.franchisee_id = e.franchisee_id and a.service_enquiry_id = e.id and a.status in ('DRAFT', 'PENDING', 'HELD', 'ACTIVE')`,
  alias: 'e',
  joins: sql`left join fee_assignment g on g.franchisee_id = a.franchisee_id and g.id = a.fee_assignment_id left join fee_plan p on p.id = g.fee_plan_id
    left join app_user u on u.id = e.owner_id left join enquiry_source q on q.id = e.source_id
    left join student t on t.franchisee_id = e.franchisee_id and t.id = e.student_id
    left join enrolment n on n.franchisee_id = t.franchisee_id and n.id = t.current_enrolment_id left join class k on k.id = n.class_id`,
  columns: {
    code: 'e.enquiry_code',
    childName: 'e.child_name',
    className: 'k.name',
    service: 's.name',
    wantedFrom: 'e.wanted_from',
    wantedTo: 'e.wanted_to',
    direction: 'e.direction',
    stopText: 'e.stop_text',
    spanco: sql`(case e.status ${spanco} end)`,
    nextFollowUpOn: 'e.next_follow_up_on',
    ownerName: personName('u'),
    sourceName: 'q.name',
    guardianName: 'e.guardian_name',
    mobile: 'e.mobile',
    lastActionAt: 'e.updated_at',
    createdAt: 'e.created_at',
    planName: 'p.name',
    startsOn: 'a.starts_on',
    holdUntil: 'a.hold_until',
    paid: ofLines(sql`l.allocated`),
    open: openAmount,
    status: 'e.status',
    lostReason: 'e.lost_reason',
    serviceId: 'e.service_id',
    serviceType: 'c.service_type',
    academicYearId: 'e.academic_year_id',
    ownerId: 'e.owner_id',
    studentId: 'e.student_id',
    due,
    createdOn: istDay('e.created_at'),
    hold: sql`(case when a.status = 'HELD' then case when a.hold_until <= ${today}::date + 2 then 'ENDING' else 'LATER' end end)`,
    quoted: sql`(case when exists (select from service_enquiry_log q where q.franchisee_id = e.franchisee_id and q.service_enquiry_id = e.id
      and q.kind = 'QUOTE') then 'YES' else 'NO' end)`,
    planId: 'p.id',
  },
  map: async (rows) => rows.map((row) => ({ ...row, mobile: maskPhone(row.mobile) })),
  can: (row, actor) => {
    const writes = mayCall(actor, contract.log);
    const open = (openStatuses as readonly string[]).includes(row.status);
    return {
      change: writes,
      changeWish: writes && wishStatuses.includes(row.status),
      assign: mayCall(actor, serviceAssignmentContract.save) && mayAssign(row.status),
      plan: row.planId !== null && mayCall(actor, servicePlanContract.details),
      services: row.status !== 'LOST' && mayCall(actor, assignedServiceContract.get),
      log: writes && open,
      lose: writes && open,
      revive: writes && 'revive' in serviceEnquiryStates[row.status],
    };
  },
});
export const { handlers } = enquiryListing;

export const getEnquiry = handle(contract.get, async ({ db, actor, input }) => {
  const own = ensureFound(
    await db
      .selectFrom('service_enquiry')
      .select(['id', 'guardian_name', 'mobile', 'email', 'pincode', 'address', 'dob'])
      .$if(input.id !== undefined, (query) => query.where('id', '=', input.id ?? ''))
      .$if(input.code !== undefined, (query) => query.where('enquiry_code', '=', input.code ?? ''))
      .$if(actor.franchiseeId !== null, (query) => query.where('franchisee_id', '=', actor.franchiseeId ?? 0))
      .executeTakeFirst(),
  );
  return {
    row: ensureFound(await enquiryListing.row({ db, actor }, own.id)),
    contact: {
      guardianName: own.guardian_name,
      mobile: own.mobile,
      email: own.email,
      pincode: own.pincode,
      address: own.address,
    },
    dob: own.dob,
    timeline: await timelineOf(db, own.id),
  };
});

const MOST_LINES = 200;

interface Line {
  at: string;
  who: string | null;
  kind: 'CALL' | 'NOTE' | 'QUOTE' | 'STATE';
  code: string;
  note: string | null;
}

/** Contacts, notes, quotes and steps, the newest first. */
async function timelineOf(db: Db, id: string) {
  const { rows } = await sql<Line>`
    select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${personName('u')} as who, l.kind, l.code, l.note from (
      select f.at, f.by, 'CALL' as kind, f.outcome as code, f.note from follow_up f where f.type = 'service' and f.subject_id = ${id} and f.voided_at is null
      union all select g.at, g.by, g.kind, g.kind, g.text from service_enquiry_log g where g.service_enquiry_id = ${id}
      union all select p.created_at, p.created_by, 'STATE', p.to_status, p.reason from status_step p where p.subject = 'service_enquiry' and p.subject_id = ${id}::text
    ) l left join app_user u on u.id = l.by order by l.at desc limit ${MOST_LINES}`.execute(db);
  return rows.map(({ code, ...line }) => ({ ...line, what: wordOf(line.kind, code) }));
}

const wordOf = (kind: Line['kind'], code: string): string => {
  if (kind === 'CALL') return outcomeLabels[code as keyof typeof outcomeLabels]?.label ?? code;
  if (kind === 'STATE') return serviceEnquiryLabels[code as ServiceEnquiryStatus] ?? code;
  return kind === 'NOTE' ? 'Note' : 'Quote sent';
};
