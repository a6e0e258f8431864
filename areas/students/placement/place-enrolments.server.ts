import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockSection, type PlacedSection } from '../../academics/public.server.ts';
import { refuseStudent } from '../refusals.ts';
import { followPlacements, numberChildren } from './follow-placements.server.ts';
import { placementContract } from './placement.contract.ts';
import { live } from './roster.server.ts';

/** areas/README.md 5.6: placement_ahead_d, section_refuse_bp. */
const AHEAD_DAYS = 60;
const REFUSED_FROM_BP = 11_000;

interface Child {
  id: string;
  classId: number;
  yearId: number;
  daySession: string;
  /** The earliest day it may move: of its present placement, or today once it has been in a section. */
  earliest: Day;
  /** It is there from that day on already, and nothing else is planned. */
  there: boolean;
}

const faultIn = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

export const placeEnrolments = handle(placementContract.place, async ({ db, actor, input, now }) => {
  const section = await lockSection(db, input.sectionId);
  const today = todayIst(now);
  ensure(section.active, () => refuseStudent('placement.section-closed'));
  if (input.from > addDays(today, AHEAD_DAYS)) throw faultIn('from', `At most ${AHEAD_DAYS} days ahead`);
  const children = await lockChildren(db, section, { ids: input.ids, from: input.from, today });
  ensureFits(children, section, input.from);
  const moving = children.filter((child) => !child.there).map((child) => child.id);
  const over = moving.length === 0 ? 0 : await ensureSeats(db, actor, { section, from: input.from, moving });
  if (moving.length > 0) {
    await moveToSection(db, section, { ids: moving, from: input.from });
    await followPlacements(db, { franchiseeId: section.franchiseeId, today, ids: moving });
  }
  return { moved: moving.length, unchanged: children.length - moving.length, over };
});

/** The chosen enrolments, locked in one order; 404 when one of them is not in reach or has ended. */
async function lockChildren(
  db: Db,
  { franchiseeId, id }: PlacedSection,
  { ids, from, today }: { ids: readonly string[]; from: Day; today: Day },
): Promise<Child[]> {
  const wanted = [...new Set(ids)];
  await sql`select from enrolment e where e.franchisee_id = ${franchiseeId} and ${several('e.id', wanted, 'uuid')} order by e.id for update`.execute(
    db,
  );
  const { rows } = await sql<Child>`
    select e.id, e.class_id as "classId", e.academic_year_id as "yearId", e.day_session as "daySession",
      case when p.section_id is null or p.from_on > ${today}::date then p.from_on else greatest(p.from_on, ${today}::date) end as earliest,
      exists (select from placement l where l.franchisee_id = e.franchisee_id and l.enrolment_id = e.id and l.section_id = ${id}
        and l.from_on <= ${from}::date and l.before_on is null) as there
      from enrolment e join lateral (select section_id, from_on from placement l
        where l.franchisee_id = e.franchisee_id and l.enrolment_id = e.id and l.from_on <= greatest(${today}::date, e.joined_on)
        order by l.from_on desc limit 1) p on true
     where e.franchisee_id = ${franchiseeId} and ${several('e.id', wanted, 'uuid')} and e.status in ${live}`.execute(
    db,
  );
  ensure(rows.length === wanted.length, () => refuse('row.not-found'));
  return rows;
}

function ensureFits(children: readonly Child[], section: PlacedSection, from: Day): void {
  const count = (fits: (child: Child) => boolean) => children.filter((child) => !fits(child)).length;
  const otherClass = count((child) => child.classId === section.classId && child.yearId === section.yearId);
  if (otherClass > 0) throw refuseStudent('placement.other-class', { details: { n: otherClass } });
  // Seats and fees hang on the session, so it is not changed by the way.
  const otherSession = count((child) => child.daySession === section.daySession);
  if (otherSession > 0) throw refuseStudent('placement.other-session', { details: { n: otherSession } });
  const earliest = children.reduce<Day>((day, child) => (child.earliest > day ? child.earliest : day), from);
  if (earliest > from)
    throw faultIn('from', `Not before ${formatDate(earliest)}: a chosen child cannot move earlier`);
}

/** Children above the capacity. Refuses from 110 % on, unless the actor may exceed seats. The section is locked. */
async function ensureSeats(
  db: Db,
  actor: Actor,
  { section, from, moving }: { section: PlacedSection; from: Day; moving: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct e.id)::int as n from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
     where l.franchisee_id = ${section.franchiseeId} and l.section_id = ${section.id} and e.status in ${live}
       and (l.before_on is null or l.before_on > ${from}::date) and not ${several('e.id', moving, 'uuid')}`.execute(
    db,
  );
  const taken = rows[0]?.n ?? 0;
  const children = taken + moving.length;
  const full = children * 10_000 >= section.capacity * REFUSED_FROM_BP;
  if (full && !holdsCode(actor, 'ADMISSION_SEAT_APPROVED'))
    throw refuseStudent('placement.section-full', {
      details: { section: section.name, capacity: section.capacity, taken, wanted: moving.length },
    });
  return Math.max(0, children - section.capacity);
}

/** Places children from a day on. What was planned from then on gives way; the placement that holds on it ends there. */
export async function moveToSection(
  db: Db,
  section: PlacedSection,
  { ids, from }: { ids: readonly string[]; from: Day },
): Promise<void> {
  const { franchiseeId, id } = section;
  const mine = sql`franchisee_id = ${franchiseeId} and ${several('enrolment_id', ids, 'uuid')}`;
  await sql`delete from placement where ${mine} and from_on > ${from}::date`.execute(db);
  await sql`update placement set section_id = ${id}, before_on = null where ${mine} and from_on = ${from}::date`.execute(
    db,
  );
  await sql`update placement set before_on = ${from}::date where ${mine} and from_on < ${from}::date and (before_on is null or before_on > ${from}::date)`.execute(
    db,
  );
  await sql`insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on)
    select e.franchisee_id, e.id, e.class_id, ${id}, e.day_session, ${from}::date from enrolment e
     where e.franchisee_id = ${franchiseeId} and ${several('e.id', ids, 'uuid')}
       and not exists (select from placement l where l.franchisee_id = e.franchisee_id and l.enrolment_id = e.id and l.before_on is null)`.execute(
    db,
  );
}

export const renumberSection = handle(placementContract.renumber, async ({ db, input }) => {
  const section = await lockSection(db, input.sectionId);
  // Free first: a number is unique in its section at every moment.
  const { rows } = await sql<{ id: string }>`
    update enrolment set roll_no = null where franchisee_id = ${section.franchiseeId} and section_id = ${section.id} and status in ${live} returning id`.execute(
    db,
  );
  await numberChildren(db, { franchiseeId: section.franchiseeId, sectionIds: [section.id] });
  return { children: rows.length };
});
