import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName, several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { settingsOn } from '../ams-setup/settings-on.server.ts';
import { type GeneralStatus, generalStates } from '../engine/audit.states.ts';
import { auditsModules as m } from '../modules.ts';
import { audits } from './audit.listing.ts';

/** The families a person's rights are for; whoever reviews or answers sees all. */
export function familiesOf(actor: Actor): readonly string[] {
  const has = (module: string) => holds(actor, module, false);
  if (has(m.AuditReview) || has(m.AuditResponse)) return ['GENERAL', 'CENTRE_HEAD', 'AMS'];
  return [
    ...(has(m.GeneralAudit) ? ['GENERAL'] : []),
    ...(has(m.CenterHeadAudit) ? ['CENTRE_HEAD', 'AMS'] : []),
    ...(has(m.AMSSchedule) || has(m.AMSDashboard) ? ['AMS'] : []),
  ];
}

const REVIEW_HOURS = sql`(select s.publish_deadline_hours from ${settingsOn(istDay(sql`now()`))} s)`;

export const auditListing = serveListing(audits, {
  from: sql`audit a join audit_type t on t.id = a.type_id join franchisee f on f.id = a.franchisee_id
    left join staff s on s.franchisee_id = a.franchisee_id and s.id = a.staff_id
    left join section n on n.franchisee_id = a.franchisee_id and n.id = a.section_id left join class k on k.id = n.class_id`,
  alias: 'a',
  joins: sql`join app_user u on u.id = a.auditor_id`,
  only: (actor) => several('t.family', familiesOf(actor), 'text'),
  columns: {
    number: 'a.number',
    type: 't.name',
    centre: 'f.company_name',
    subject: sql`coalesce(s.name, k.name || ' ' || n.name)`,
    auditOn: 'a.audit_on',
    auditor: personName('u'),
    answered: 'a.answered',
    total: 'a.total',
    faults: 'a.faults',
    score: 'a.final_bp',
    band: 'a.band',
    status: 'a.status',
    generalStatus: sql`(case a.status when 'PUBLISHED' then 'COMPLETED' when 'CLOSED' then 'CLOSED' when 'VOID' then null else 'IN-PROGRESS' end)`,
    family: 't.family',
    reviewLate: sql`(case when a.status = 'SUBMITTED' and a.submitted_at < now() - make_interval(hours => ${REVIEW_HOURS}) then 'YES' else 'NO' end)`,
    typeId: 'a.type_id',
    auditorId: 'a.auditor_id',
    staffId: 'a.staff_id',
    device: 'a.device_id',
  },
  where: {
    franchiseeId: (value: number | readonly number[]) =>
      several('a.franchisee_id', [value].flat() as number[], 'int'),
    // By the states, which have an index.
    generalStatus: (value: GeneralStatus | readonly GeneralStatus[]) =>
      several(
        'a.status',
        ([value].flat() as GeneralStatus[]).flatMap((word) => generalStates[word]),
        'text',
      ),
  },
  can: (row, actor) => ({
    answer: row.auditorId === actor.userId && (row.status === 'DRAFT' || row.status === 'RETURNED'),
  }),
});
export const { handlers } = auditListing;
