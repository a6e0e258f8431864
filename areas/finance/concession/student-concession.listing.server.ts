import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { financeModules } from '../modules.ts';
import { APPROVE_SERVICE, studentConcessions } from './student-concession.listing.ts';
import { studentConcessionStates } from './student-concession.states.ts';

/** Who may decide on concessions of a plan of this module. */
export const decidesOn = (actor: Actor, module: string): boolean =>
  holds(actor, module === 'SERVICE' ? APPROVE_SERVICE : financeModules.StudentFeeConcessionApproval, true);

const bp = sql`case when s.on_running_plan then s.deviation_bp else coalesce(a.deviation_bp, 0) end`;
const code = sql`coalesce(s.band_code, (select b.approval_code from approval_band b
  where b.subject = 'CONCESSION' and (b.up_to_bp is null or ${bp} <= b.up_to_bp) order by b.level limit 1), 'CONCESSION_L3')`;

export const studentConcessionListing = serveListing(studentConcessions, {
  from: sql`(select * from student_concession where status in ('PENDING', 'APPLIED', 'REJECTED', 'REVOKED')) s
    join fee_account f on f.franchisee_id = s.franchisee_id and f.id = s.fee_account_id join franchisee z on z.id = s.franchisee_id
    left join fee_assignment a on a.franchisee_id = s.franchisee_id and a.id = s.fee_assignment_id
    left join fee_plan p on p.id = a.fee_plan_id left join concession c on c.id = s.concession_id`,
  alias: 's',
  joins: sql`left join app_user u on u.id = coalesce(s.requested_by, s.created_by)`,
  columns: {
    childName: 'f.child_label',
    centre: 'z.company_name',
    planName: sql`coalesce(p.name, '')`,
    concession: sql`coalesce(c.name, 'Manual')`,
    amount: 's.amount',
    share: bp,
    code,
    reason: 's.reason',
    module: sql`coalesce(a.module, 'ACADEMIC')`,
    // As a reader gets it back: a filter from and to that very instant finds the row.
    askedAt: sql`date_trunc('milliseconds', s.created_at)`,
    askedBy: personName('u'),
    status: 's.status',
    feeAccountId: 's.fee_account_id',
    assignmentId: 's.fee_assignment_id',
    onRunningPlan: 's.on_running_plan',
    requestedBy: sql`coalesce(s.requested_by, s.created_by)`,
    enough: sql`coalesce((select array_agg(b.approval_code) from approval_band b where b.subject = 'CONCESSION'
      and b.level >= (select n.level from approval_band n where n.subject = 'CONCESSION' and n.approval_code = ${code})), array[${code}])`,
  },
  can: (row, actor) => {
    const steps = new Set(actionsFrom(studentConcessionStates, row.status));
    const decides = decidesOn(actor, row.module);
    const covered = row.enough.some((one) => holdsCode(actor, one));
    const other = row.onRunningPlan && row.requestedBy !== actor.userId;
    return {
      approve: decides && covered && other && steps.has('approve'),
      reject: decides && other && steps.has('reject'),
      revoke: decides && covered && steps.has('revoke'),
    };
  },
});
export const { handlers } = studentConcessionListing;
