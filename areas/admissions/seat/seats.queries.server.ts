import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { classes, sectionsOf } from '../../academics/public.server.ts';
import { admissionModules } from '../modules.ts';
import { seatContract } from './seat.contract.ts';
import { countSeats, type DaySession } from './seats.server.ts';
import { advanceWaiting } from './waiting-list.server.ts';

const sessions: readonly DaySession[] = ['MORNING', 'AFTERNOON', 'FULL_DAY'];

export const listSeats = handle(seatContract.list, async ({ db, actor, now }) => {
  const franchiseeId = chosenCentre(actor);
  const yearId = chosenYear(actor);
  const sections = await sectionsOf(db, franchiseeId, yearId);
  const { rows: waiting } = await sql<{ class_id: number; day_session: string; n: number }>`
    select class_id, day_session, count(*)::int as n from application where franchisee_id = ${franchiseeId} and academic_year_id = ${yearId} and status = 'WAITLISTED' group by 1, 2`.execute(
    db,
  );
  const { rows: enrolled } = await sql<{ class_id: number; day_session: string; n: number }>`
    select class_id, day_session, count(*)::int as n from enrolment where franchisee_id = ${franchiseeId} and academic_year_id = ${yearId} and status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') group by 1, 2`.execute(
    db,
  );
  const of = (list: typeof waiting, classId: number, daySession: string) =>
    list.find((row) => row.class_id === classId && row.day_session === daySession)?.n ?? 0;
  const cells = [];
  for (const one of await classes(db))
    for (const daySession of sessions) {
      const seats = await countSeats(db, { franchiseeId, yearId, classId: one.id, daySession }, { now });
      cells.push({
        classId: one.id,
        className: one.name,
        daySession,
        capacity: seats?.capacity ?? null,
        overbook: seats?.overbook ?? 0,
        holdDays: seats?.holdDays ?? 7,
        closed: seats?.closed ?? false,
        enrolled: seats?.enrolled ?? of(enrolled, one.id, daySession),
        held: seats?.held ?? 0,
        expected: seats?.expected ?? 0,
        left: seats?.left ?? null,
        waiting: of(waiting, one.id, daySession),
        sections: sections
          .filter((section) => section.classId === one.id && section.daySession === daySession)
          .reduce((sum, section) => sum + section.capacity, 0),
        version: 1,
      });
    }
  return { cells, canChange: holds(actor, admissionModules.AdmissionForm, true) };
});

export const setSeats = handle(seatContract.set, async ({ db, actor, input, now }) => {
  const key = {
    franchiseeId: chosenCentre(actor),
    yearId: chosenYear(actor),
    classId: input.classId,
    daySession: input.daySession,
  };
  ensureFound((await classes(db)).find((one) => one.id === input.classId));
  await db
    .insertInto('class_seat')
    .values({
      franchisee_id: key.franchiseeId,
      academic_year_id: key.yearId,
      class_id: key.classId,
      day_session: key.daySession,
      capacity: input.capacity,
      overbook: input.overbook,
      hold_days: input.holdDays,
      closed: input.closed,
    })
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'academic_year_id', 'class_id', 'day_session']).doUpdateSet({
        capacity: input.capacity,
        overbook: input.overbook,
        hold_days: input.holdDays,
        closed: input.closed,
      }),
    )
    .execute();
  const offered = await advanceWaiting(db, key, now);
  const seats = ensureFound(await countSeats(db, key, { now }));
  return { left: seats.left, offered };
});
