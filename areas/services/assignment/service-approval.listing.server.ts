import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { serviceApprovals } from './service-approval.listing.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';
import { decisionView, findEnquiry, newestAssignment } from './service-assignment.queries.server.ts';
import { type ServiceAssignmentStatus, serviceAssignmentLabels } from './service-assignment.states.ts';

// Before the approval the amounts stand in what was submitted, later in the billed lines; both are the same lines.
const amount = (nth: number) => sql`coalesce((select x.net from (
  select (one ->> 'seq')::int as seq, min(one ->> 'dueOn') as due, sum((one ->> 'net')::bigint)::bigint as net
    from jsonb_array_elements(f.snapshot -> 'lines') one group by 1) x order by x.due, x.seq offset ${sql.lit(nth)} limit 1), 0)`;

const approvalListing = serveListing(serviceApprovals, {
  from: sql`(select * from service_assignment where submitted_at is not null) a
    join service_enquiry e on e.franchisee_id = a.franchisee_id and e.id = a.service_enquiry_id join service s on s.id = a.service_id
    join franchisee z on z.id = a.franchisee_id join service_offering o on o.franchisee_id = a.franchisee_id and o.id = a.offering_id
    join fee_assignment f on f.franchisee_id = a.franchisee_id and f.id = a.fee_assignment_id join fee_plan p on p.id = f.fee_plan_id`,
  alias: 'a',
  joins: sql`left join app_user u on u.id = a.submitted_by`,
  columns: {
    childName: 'e.child_name',
    service: 's.name',
    centre: 'z.company_name',
    planName: 'p.name',
    startsOn: 'a.starts_on',
    endsOn: 'a.ends_on',
    firstAmount: amount(0),
    monthly: amount(1),
    net: 'f.net',
    concession: 'f.deviation_bp',
    seats: 'o.seats',
    taken: sql`(select count(*)::int from service_assignment t where t.franchisee_id = a.franchisee_id and t.offering_id = a.offering_id
      and t.status in ('HELD', 'ACTIVE') and a.starts_on between t.starts_on and t.ends_on)`,
    submittedBy: personName('u'),
    submittedAt: sql`date_trunc('milliseconds', a.submitted_at)`,
    status: 'a.status',
    enquiryId: 'a.service_enquiry_id',
    enquiryCode: 'e.enquiry_code',
    submittedById: 'a.submitted_by',
    createdById: 'a.created_by',
  },
  can: (row, actor) => {
    const other =
      row.status === 'PENDING' && row.submittedById !== actor.userId && row.createdById !== actor.userId;
    return {
      approve: other && mayCall(actor, contract.approve),
      reject: other && mayCall(actor, contract.reject),
    };
  },
});
export const { handlers } = approvalListing;

export const getForDecision = handle(contract.get, async ({ db, actor, input, now }) => {
  const enquiry = await findEnquiry(db, actor, input.enquiryId);
  const row = ensureFound(await newestAssignment(db, enquiry));
  return {
    row: ensureFound(await approvalListing.row({ db, actor }, row.id)),
    ...(await decisionView(db, actor, { row, now })),
    history: await historyOf(db, row.franchisee_id, row.id),
  };
});

interface Step {
  at: string;
  who: string | null;
  to: ServiceAssignmentStatus;
  note: string | null;
}

async function historyOf(db: Db, franchiseeId: number, id: string) {
  const { rows } = await sql<Step>`
    select to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${personName('u')} as who, p.to_status as to, p.reason as note
      from status_step p left join app_user u on u.id = p.created_by
     where p.franchisee_id = ${franchiseeId} and p.subject = 'service_assignment' and p.subject_id = ${id} order by p.created_at desc limit 100`.execute(
    db,
  );
  return rows.map(({ to, ...step }) => ({ ...step, what: serviceAssignmentLabels[to] }));
}
