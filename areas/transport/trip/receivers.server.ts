// Who may receive children at a stop: guardians with the right and people the family named, on the day; a restriction always wins.
// Where a child is brought to a destination, those named there alone.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { placesOfChildren } from '../destination/child-places.server.ts';

export interface Receiver {
  readonly studentId: string;
  readonly id: string;
  readonly kind: 'GUARDIAN' | 'PICKUP_PERSON';
  readonly name: string;
  readonly relation: string;
  readonly refused: boolean;
}

interface Asked {
  readonly franchiseeId: number;
  readonly studentIds: readonly string[];
  readonly day: Day;
}

/** On the way home of a day. Who may not is kept, so that nobody errs at the door. */
export async function receiversOf(db: Db, of: Asked): Promise<Receiver[]> {
  const places = await placesOfChildren(db, { ...of, direction: 'DROPOFF' });
  return (await peopleOf(db, of)).filter(({ studentId, id, refused }) => {
    const place = places.get(studentId);
    return refused || place === undefined || place.receiverIds.includes(id);
  });
}

/** Everybody whom the family named, wherever the child is brought. */
export async function peopleOf(db: Db, of: Asked): Promise<Receiver[]> {
  if (of.studentIds.length === 0) return [];
  const { rows } = await sql<Receiver>`
    select sg.student_id as "studentId", g.id, 'GUARDIAN' as kind, g.name, initcap(sg.relation) as relation, (sg.restricted or not sg.may_pick_up) as refused
      from student_guardian sg join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
     where sg.franchisee_id = ${of.franchiseeId} and sg.student_id = any (${[...of.studentIds]}::uuid[]) and not g.deceased
       and sg.valid_from <= ${of.day}::date and coalesce(sg.valid_to, 'infinity') >= ${of.day}::date
    union all
    select p.student_id, p.id, 'PICKUP_PERSON', p.name, initcap(p.relation), false from pickup_person p
     where p.franchisee_id = ${of.franchiseeId} and p.student_id = any (${[...of.studentIds]}::uuid[]) and p.status = 'ACTIVE'
       and p.valid_from <= ${of.day}::date and coalesce(p.valid_to, 'infinity') >= ${of.day}::date
     order by 6, 3, 4`.execute(db);
  return rows;
}
