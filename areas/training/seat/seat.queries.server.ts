import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { isFor } from '../training/audience.server.ts';
import { timeText, trainerNames } from '../training/training.listing.server.ts';
import { seatContract as contract, type trainingFacts } from './seat.contract.ts';
import { firstSession, goesOn } from './seats.server.ts';

/** What screens of one training say of it. */
export async function factsOf(db: Db, trainingId: string): Promise<z.output<typeof trainingFacts>> {
  const { rows } = await sql<z.output<typeof trainingFacts>>`
    select t.id, t.code, t.title, t.status, t.from_date as "fromDate", t.to_date as "toDate", ${timeText('t.from_time')} as "fromTime",
        ${timeText('t.to_time')} as "toTime", t.mode, t.venue, ${trainerNames} as trainers, p.capacity, p.seated, p.waitlisted as waiting
      from training t join training_seat p on p.training_id = t.id where t.id = ${trainingId}`.execute(db);
  return ensureFound(rows[0]);
}

export const isOpen = (status: string, first: { ends: Date } | null, now: Date): boolean =>
  goesOn(status) && first !== null && now < first.ends;

export const training = handle(contract.training, async ({ db, actor, input, now }) => {
  const facts = await factsOf(db, input.id);
  const first = await firstSession(db, input.id);
  const { rows } = await sql<{
    response: 'PENDING' | 'ACCEPTED' | 'DECLINED';
    withdrawn: boolean;
    n: number;
  }>`
    select response, seat = 'RELEASED' and response <> 'DECLINED' as withdrawn, count(*)::int as n from training_enrollment
     where training_id = ${input.id} group by 1, 2`.execute(db);
  const count = (response: string) => rows.find((row) => row.response === response && !row.withdrawn)?.n ?? 0;
  return {
    ...facts,
    responses: { PENDING: count('PENDING'), ACCEPTED: count('ACCEPTED'), DECLINED: count('DECLINED') },
    withdrawn: rows.reduce((sum, { withdrawn, n }) => sum + (withdrawn ? n : 0), 0),
    can: {
      remind:
        facts.status === 'ACTIVE' && first !== null && now < first.begins && mayCall(actor, contract.remind),
    },
  };
});

export const choices = handle(contract.choices, async ({ db, actor, input, now }) => {
  const facts = await factsOf(db, input.id);
  const first = await firstSession(db, input.id);
  const { rows: staff } = await sql<{
    id: string;
    name: string;
    employeeCode: string;
    centre: string;
    category: string;
    lastTraining: string | null;
  }>`
    select s.id, s.name, s.employee_code as "employeeCode", f.company_name as centre, s.category,
        (select o.title || ', ' || to_char(o.to_date, 'DD-MM-YYYY') from training_enrollment e join training o on o.id = e.training_id
          where e.franchisee_id = s.franchisee_id and e.staff_id = s.id and e.seat = 'SEATED' and o.status = 'COMPLETED'
          order by o.to_date desc limit 1) as "lastTraining"
      from staff s join franchisee f on f.id = s.franchisee_id, training t
     where t.id = ${input.id} and s.status = 'APPROVED' and ${inChosenCentre(actor, 's.franchisee_id')}
       and ${isFor(sql.ref('s.franchisee_id'), sql.ref('s.category'))}
       and not exists (select from training_enrollment e where e.franchisee_id = s.franchisee_id and e.staff_id = s.id
         and e.training_id = t.id and (e.seat <> 'RELEASED' or e.response = 'DECLINED'))
     order by f.company_name, s.name, s.id limit 500`.execute(db);
  const { rows: registered } = await sql<{
    id: string;
    version: number;
    name: string;
    centre: string;
    response: 'PENDING' | 'ACCEPTED' | 'DECLINED';
    seat: 'SEATED' | 'WAITLISTED' | 'RELEASED';
    queueNo: number | null;
    reason: string | null;
  }>`
    select e.id, e.version, s.name, f.company_name as centre, e.response, e.seat, e.queue_no as "queueNo",
        coalesce(e.decline_reason, e.withdraw_reason) as reason
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id join franchisee f on f.id = e.franchisee_id
     where e.training_id = ${input.id} and ${inChosenCentre(actor, 'e.franchisee_id')}
     order by f.company_name, e.queue_no nulls first, s.name, e.id limit 500`.execute(db);
  const withdraws =
    facts.status === 'ACTIVE' && first !== null && now < first.begins && mayCall(actor, contract.withdraw);
  return {
    ...facts,
    open: isOpen(facts.status, first, now),
    staff,
    registered: registered.map((row) => ({
      ...row,
      can: { withdraw: withdraws && row.seat !== 'RELEASED' },
    })),
  };
});
