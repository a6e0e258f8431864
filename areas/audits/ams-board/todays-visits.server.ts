import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../../network/public.server.ts';
import { auditsModules as m } from '../modules.ts';
import { amsBoardContract as contract } from './ams-board.contract.ts';

const MOST = 200;

interface Visit {
  id: string;
  franchiseeId: number;
  name: string;
  auditType: string;
  slug: string;
  plannedOn: string;
  slot: string;
  kind: string;
  status: string;
  manager: string | null;
  userId: string;
  auditId: string | null;
}

export const todaysVisits = handle(contract.today, ({ db, actor, now }) =>
  withWholeReach(db, actor, async () => {
    const today = todayIst(now);
    const { rows } = await sql<Visit>`
      select v.id, v.franchisee_id as "franchiseeId", f.company_name as name, t.name as "auditType", t.slug, v.planned_on as "plannedOn", v.slot, v.kind, v.status,
        ${personName('u')} as manager, p.user_id as "userId", a.id as "auditId"
        from ams_visit v join franchisee f on f.id = v.franchisee_id join audit_type t on t.id = v.audit_type_id
        join ams_am_allocation p on p.id = v.am_allocation_id left join app_user u on u.id = p.user_id
        left join audit a on a.franchisee_id = v.franchisee_id and a.visit_id = v.id and a.mode = 'REGULAR' and a.status <> 'VOID'
       where v.status = 'IN_PROGRESS' or (v.planned_on = ${today}::date and v.status in ('SCHEDULED', 'MOVE_REQUESTED', 'SUBMITTED', 'COMPLETED'))
       order by v.planned_on, v.slot desc, f.company_name, v.id limit ${sql.lit(MOST)}`.execute(db);
    const starts = holds(actor, m.AMSSchedule, true);
    return {
      visits: rows.map(({ name, userId, ...row }) => ({
        ...row,
        centre: franchiseeLabel(row.franchiseeId, name),
        can: {
          // A request to move it falls with its start.
          start: starts && userId === actor.userId && ['SCHEDULED', 'MOVE_REQUESTED'].includes(row.status),
          resume: starts && userId === actor.userId && row.status === 'IN_PROGRESS' && row.auditId !== null,
        },
      })),
    };
  }),
);
