import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { moduleContract as contract } from './module.contract.ts';
import { trainingModuleList } from './module.listing.ts';
import { moduleStates } from './module.states.ts';

/** What this person may do with a module of this status. */
export function moduleSteps(actor: Actor, status: string) {
  const steps = new Set(actionsFrom(moduleStates, status));
  const own = actor.wholeNetwork;
  return {
    edit: own && status !== 'ARCHIVED' && mayCall(actor, contract.change),
    publish: own && steps.has('publish') && mayCall(actor, contract.publish),
    archive: own && steps.has('archive') && mayCall(actor, contract.archive),
    restore: own && steps.has('restore') && mayCall(actor, contract.restore),
  };
}

const topics = sql`select t.id from teacher_training_topic t where t.module_id = m.id`;
const moduleListing = serveListing(trainingModuleList, {
  // Modules have no centre: they are head office's.
  from: sql`(select m.*, ${HEAD_OFFICE}::int as franchisee_id from teacher_module m) m`,
  alias: 'm',
  joins: sql`join class_group g on g.id = m.class_group_id left join certificate_type c on c.id = m.certificate_type_id`,
  columns: {
    code: 'm.code',
    title: 'm.title',
    classGroup: 'g.name',
    topics: sql`(select count(*)::int from (${topics}) t)`,
    items: sql`(select count(*)::int from training_topic_item i where i.topic_id in (${topics}))`,
    assessments: sql`(select count(*)::int from teacher_assessment a where a.module_id = m.id and a.status <> 'ARCHIVED')`,
    edition: 'm.edition',
    certificate: 'c.name',
    status: 'm.status',
    classGroupId: 'm.class_group_id',
  },
  can: (row, actor) => moduleSteps(actor, row.status),
});
export const { handlers } = moduleListing;
