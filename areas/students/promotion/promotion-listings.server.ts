import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { promotionChildren, promotionRuns } from './promotion-run.listing.ts';
import { ofBatch, runStatus } from './promotion-run.server.ts';

const runs = serveListing(promotionRuns, {
  from: sql`promotion_run r join class k on k.id = r.class_id join franchisee f on f.id = r.franchisee_id ${ofBatch}`,
  alias: 'r',
  joins: sql`left join section n on n.franchisee_id = r.franchisee_id and n.id = r.section_id
    left join app_user m on m.id = r.made_by left join app_user a on a.id = r.approved_by
    left join lateral (select count(*)::int as children, count(decision)::int as decided from promotion_row p
      where p.franchisee_id = r.franchisee_id and p.run_id = r.id) p on true`,
  columns: {
    class: 'k.name',
    section: 'n.name',
    centre: 'f.company_name',
    children: 'p.children',
    decided: 'p.decided',
    done: sql`coalesce(b.ok + b.skipped, 0)`,
    failed: sql`coalesce(b.failed, 0)`,
    madeBy: personName('m'),
    evaluatedAt: sql`date_trunc('milliseconds', r.evaluated_at)`,
    approvedBy: personName('a'),
    status: runStatus,
    classId: 'r.class_id',
  },
  can: () => ({}),
});

const children = serveListing(promotionChildren, {
  from: sql`enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id join class k on k.id = e.class_id
    join franchisee f on f.id = e.franchisee_id`,
  alias: 'e',
  // Children of a rolling class move on by age; whoever left has no next year here.
  only: () => sql`e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD', 'COMPLETED') and not k.rolling`,
  joins: sql`left join section c on c.franchisee_id = e.franchisee_id and c.id = e.section_id
    left join lateral (select concat_ws(' ', nk.name, nc.name) as label from enrolment n join class nk on nk.id = n.class_id
      left join section nc on nc.franchisee_id = n.franchisee_id and nc.id = n.section_id
      where n.franchisee_id = e.franchisee_id and n.student_id = e.student_id and n.academic_year_id = e.academic_year_id + 1
        and n.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD', 'COMPLETED') order by n.joined_on limit 1) x on true`,
  columns: {
    child: 's.name',
    admissionNo: 's.admission_no',
    class: 'k.name',
    section: 'c.name',
    centre: 'f.company_name',
    next: 'x.label',
    joinedOn: 'e.joined_on',
    status: sql`coalesce(e.outcome, 'UNDECIDED')`,
    studentId: 'e.student_id',
  },
  can: () => ({}),
});

export const promotionListingHandlers = [...runs.handlers, ...children.handlers];
