// Registering staff for a training, taking them out again and reminding them.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { isFor } from '../training/audience.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { seatContract as contract } from './seat.contract.ts';
import { isOpen } from './seat.queries.server.ts';
import { REMIND_AFTER_H } from './seat.states.ts';
import {
  firstSession,
  givePlace,
  holdTraining,
  lockSeats,
  type Place,
  type Seat,
  saveSeats,
  takePlace,
  trainingOf,
} from './seats.server.ts';
import { promoteLater, tellStaff } from './tell-staff.server.ts';

interface Candidate {
  id: string;
  franchisee_id: number;
  name: string;
  approved: boolean;
  meant: boolean;
  enrollment_id: string | null;
  seat: Seat | null;
  response: string | null;
}

/** Why somebody cannot be registered, or null. */
function whyNot(one: Candidate): string | null {
  if (one.seat !== null && one.seat !== 'RELEASED') return 'Registered already';
  if (one.response === 'DECLINED') return 'Has declined this training';
  if (!one.approved) return 'Not approved';
  return one.meant ? null : 'Not in the audience of this training';
}

export const register = handle(contract.register, async ({ db, actor, input, now }) => {
  const training = await holdTraining(db, input.id);
  ensure(isOpen(training.status, await firstSession(db, training.id), now), () =>
    refuseTraining('training.registration-closed'),
  );
  const seats = await lockSeats(db, training.id);
  const wanted = [...new Set(input.staffIds)];
  const { rows: people } = await sql<Candidate>`
    select s.id, s.franchisee_id, s.name, s.status = 'APPROVED' as approved, ${isFor(sql.ref('s.franchisee_id'), sql.ref('s.category'))} as meant,
        e.id as enrollment_id, e.seat, e.response
      from staff s join training t on t.id = ${training.id}
      left join training_enrollment e on e.franchisee_id = s.franchisee_id and e.staff_id = s.id and e.training_id = t.id
     where ${several('s.id', wanted, 'uuid')} and ${inChosenCentre(actor, 's.franchisee_id')}`.execute(db);
  ensure(people.length === wanted.length, () => refuse('row.not-found'));
  const byId = new Map(people.map((one) => [one.id, one]));
  const results: {
    staffId: string;
    name: string;
    outcome: 'SEATED' | 'WAITLISTED' | 'REFUSED';
    queueNo: number | null;
    why: string | null;
  }[] = [];
  const told: string[] = [];
  // In the order they were chosen: who is named first is seated first.
  for (const staffId of wanted) {
    const one = ensureFound(byId.get(staffId));
    const why = whyNot(one);
    if (why !== null) {
      results.push({ staffId, name: one.name, outcome: 'REFUSED', queueNo: null, why });
      continue;
    }
    const place = takePlace(seats);
    told.push(await enrol(db, { trainingId: training.id, one, place, by: userIdOf(actor) }));
    results.push({
      staffId,
      name: one.name,
      outcome: place.seat === 'SEATED' ? 'SEATED' : 'WAITLISTED',
      queueNo: place.queue_no,
      why: null,
    });
  }
  await saveSeats(db, seats);
  await tellStaff(db, 'training.invited', told);
  return { results };
});

/** Who was withdrawn once begins anew. */
async function enrol(
  db: Db,
  { trainingId, one, place, by }: { trainingId: string; one: Candidate; place: Place; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into training_enrollment (franchisee_id, training_id, staff_id, seat, queue_no, registered_by)
      values (${one.franchisee_id}, ${trainingId}, ${one.id}, ${place.seat}, ${place.queue_no}, ${by})
    on conflict (franchisee_id, training_id, staff_id) do update
      set seat = excluded.seat, queue_no = excluded.queue_no, registered_by = excluded.registered_by, response = 'PENDING',
          response_source = null, responded_at = null, decline_reason = null, withdraw_reason = null, reminded_at = null
    returning id`.execute(db);
  return ensureFound(rows[0]).id;
}

export const withdraw = handle(contract.withdraw, async ({ db, input, version, now }) => {
  const training = await holdTraining(db, await trainingOf(db, input.id));
  const seats = await lockSeats(db, training.id);
  const row = await lockRow(db, 'training_enrollment', input.id, version);
  ensure(row.seat !== 'RELEASED', () => refuse('row.wrong-state'));
  const first = await firstSession(db, training.id);
  ensure(training.status === 'ACTIVE' && first !== null && now < first.begins, () =>
    refuseTraining('training.begun'),
  );
  const frees = givePlace(seats, row.seat);
  await saveSeats(db, seats);
  await db
    .updateTable('training_enrollment')
    .set({ seat: 'RELEASED', queue_no: null, withdraw_reason: input.reason })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  if (frees)
    await promoteLater(db, {
      trainingId: training.id,
      franchiseeId: row.franchisee_id,
      key: `${row.id}:${row.version}`,
    });
  await tellStaff(db, 'training.withdrawn', [row.id]);
  return {};
});

export const remind = handle(contract.remind, async ({ db, actor, input, now }) => {
  const training = await holdTraining(db, input.id);
  const first = await firstSession(db, training.id);
  ensure(training.status === 'ACTIVE' && first !== null && now < first.begins, () =>
    refuseTraining('training.begun'),
  );
  const before = new Date(now.getTime() - REMIND_AFTER_H * 3_600_000).toISOString();
  const chosen = input.enrollmentIds;
  const pending = sql`e.training_id = ${training.id} and e.response = 'PENDING' and e.seat <> 'RELEASED'
    and ${inChosenCentre(actor, 'e.franchisee_id')} and ${chosen ? several('e.id', chosen, 'uuid') : sql`true`}`;
  const { rows } = await sql<{ id: string; soon: boolean; signs_in: boolean }>`
    select e.id, coalesce(e.reminded_at, '-infinity') > ${before}::timestamptz as soon, s.user_id is not null as signs_in
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
     where ${pending} order by e.franchisee_id, e.id for update of e`.execute(db);
  const due = rows.filter(({ soon, signs_in }) => signs_in && !soon).map(({ id }) => id);
  await sql`update training_enrollment e set reminded_at = ${now.toISOString()} where ${several('e.id', due, 'uuid')}`.execute(
    db,
  );
  await tellStaff(db, 'training.reminder', due);
  return {
    reminded: due.length,
    tooSoon: rows.filter(({ soon, signs_in }) => signs_in && soon).length,
    withoutSignIn: rows.filter(({ signs_in }) => !signs_in).length,
  };
});
