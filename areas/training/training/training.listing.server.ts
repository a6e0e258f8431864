import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { trainingContract as contract } from './training.contract.ts';
import { trainings } from './training.listing.ts';
import { trainingStates } from './training.states.ts';

/** Only what has not begun is changed; what runs can still be called off. */
export function trainingSteps(actor: Actor, status: string) {
  const steps = new Set<string>(actionsFrom(trainingStates, status));
  return {
    edit: status === 'ACTIVE' && mayCall(actor, contract.edit),
    cancel: steps.has('cancel') && mayCall(actor, contract.cancel),
  };
}

export const trainerNames = sql`(select string_agg(${personName('u')} || ' (' || r.kind || ')', ', ' order by
    array_position(array['Organizer', 'Moderator', 'Expert'], r.kind), u.first_name, u.id)
  from training_trainer r join app_user u on u.id = r.user_id where r.training_id = t.id)`;
export const timeText = (column: string) => sql`to_char(${sql.ref(column)}, 'HH24:MI')`;

const trainingListing = serveListing(trainings, {
  // Trainings have no centre: they are the network's.
  from: sql`(select t.*, ${HEAD_OFFICE}::int as franchisee_id from training t) t join training_category c on c.id = t.category_id`,
  alias: 't',
  columns: {
    code: 't.code',
    title: 't.title',
    category: 'c.name',
    fromDate: 't.from_date',
    toDate: 't.to_date',
    times: sql`${timeText('t.from_time')} || '–' || ${timeText('t.to_time')}`,
    sessions: sql`(select count(*)::int from training_session s where s.training_id = t.id)`,
    mode: 't.mode',
    trainers: trainerNames,
    capacity: 't.capacity',
    status: 't.status',
    categoryId: 't.category_id',
  },
  can: (row, actor) => trainingSteps(actor, row.status),
});
export const { handlers } = trainingListing;
