import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, istDay, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { attendanceContract } from '../attendance/attendance.contract.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { goesOn } from '../seat/seats.server.ts';
import { trainingContract as contract } from './training.contract.ts';
import { trainings } from './training.listing.ts';
import { trainingStates } from './training.states.ts';

interface Standing {
  status: string;
  begun: boolean;
  createdBy: string | null;
  organizerIds: readonly string[];
}

/** What somebody with a wider reach planned is theirs to change, and its organizers'. */
const isOwn = (actor: Actor, { createdBy, organizerIds }: Standing): boolean =>
  actor.wholeNetwork ||
  (actor.userId !== null && (createdBy === actor.userId || organizerIds.includes(actor.userId)));

/** Only what has not begun is changed; what runs can still be called off. */
export function trainingSteps(actor: Actor, of: Standing) {
  const steps = new Set<string>(actionsFrom(trainingStates, of.status));
  const own = isOwn(actor, of);
  const changes = own && mayCall(actor, contract.edit);
  return {
    edit: changes && of.status === 'ACTIVE' && !of.begun,
    cancel: own && steps.has('cancel') && mayCall(actor, contract.cancel),
    guests: changes && goesOn(of.status),
    removeGuests: changes && of.status === 'ACTIVE',
  };
}

export const trainerNames = sql`(select string_agg(coalesce(r.name, ${personName('u')}) || ' (' || r.kind || ')', ', ' order by
    array_position(array['Organizer', 'Moderator', 'Expert'], r.kind), coalesce(r.name, u.first_name), r.id)
  from training_trainer r left join app_user u on u.id = r.user_id where r.training_id = t.id)`;
export const timeText = (column: string) => sql`to_char(${sql.ref(column)}, 'HH24:MI')`;

const yes = (what: ReturnType<typeof sql>) => sql`(case when ${what} then 'YES' else 'NO' end)`;

export const trainingListing = serveListing(trainings, {
  // Trainings have no centre: they are the network's.
  from: sql`(select t.*, ${HEAD_OFFICE}::int as franchisee_id from training t) t join training_category c on c.id = t.category_id
    join training_seat p on p.training_id = t.id`,
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
    seated: 'p.seated',
    waiting: 'p.waitlisted',
    mine: yes(
      sql`exists (select from training_trainer r where r.training_id = t.id and r.user_id = scope_user())`,
    ),
    today:
      yes(sql`exists (select from training_session x where x.training_id = t.id and x.status <> 'CANCELLED'
      and ${istDay(sql`x.starts_at`)} = ${istDay(sql`now()`)})`),
    toMark:
      yes(sql`t.status <> 'CANCELLED' and exists (select from training_session x where x.training_id = t.id
      and x.status in ('SCHEDULED', 'LIVE') and x.ends_at < now())`),
    status: 't.status',
    categoryId: 't.category_id',
    begun: sql`coalesce((select min(x.starts_at) <= now() from training_session x where x.training_id = t.id), false)`,
    open: sql`coalesce((select min(x.ends_at) > now() from training_session x where x.training_id = t.id), false)`,
    createdBy: 't.created_by',
    organizerIds: sql`array(select r.user_id::text from training_trainer r where r.training_id = t.id and r.kind = 'Organizer' and r.user_id is not null)`,
  },
  can: (row, actor) => ({
    edit: trainingSteps(actor, row).edit,
    cancel: trainingSteps(actor, row).cancel,
    register: goesOn(row.status) && row.open && mayCall(actor, seatContract.register),
    registrations: mayCall(actor, seatContract.training),
    mark:
      (row.status === 'IN PROGRESS' || row.status === 'COMPLETED') && mayCall(actor, attendanceContract.mark),
    attendance: row.status !== 'ACTIVE' && mayCall(actor, attendanceContract.grid),
  }),
});
export const { handlers } = trainingListing;
