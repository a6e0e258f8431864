import { randomUUID } from 'node:crypto';
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { eligibleStaff, isApproved } from '../../staff/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { type SectionRow, sectionContract } from './section.contract.ts';
import { lockSection, placedIn, type SectionTeacher, teachersFrom } from './sections.server.ts';

export const sectionBoard = handle(sectionContract.board, async ({ db, actor, now }) => ({
  rows: await sectionRows(db, actor, todayIst(now), { yearId: chosenYear(actor) }),
  can: {
    add: mayCall(actor, sectionContract.save) && actor.franchiseeId !== null,
    copyYear: mayCall(actor, sectionContract.copyYear) && actor.franchiseeId !== null,
  },
}));

export const sectionForm = handle(sectionContract.forForm, async ({ db, actor, input, now }) => {
  const section = ensureFound((await sectionRows(db, actor, todayIst(now), { id: input.id }))[0]);
  const staff = await eligibleStaff(db, {
    franchiseeId: section.franchiseeId,
    categories: ['TEACHING', 'CARE', 'MANAGEMENT'],
  });
  return { section, staff: staff.map(({ id, name }) => ({ id, name })) };
});

export const saveSection = handle(sectionContract.save, async ({ db, actor, input, now }) => {
  const { id, version, ...fields } = input;
  if (fields.endsAt <= fields.startsAt)
    throw refuseAcademics('section.times', { fields: { endsAt: 'Must be later than the start' } });
  const values = {
    class_id: fields.classId,
    name: fields.name,
    day_session: fields.daySession,
    starts_at: fields.startsAt,
    ends_at: fields.endsAt,
    room: fields.room ?? null,
    capacity: fields.capacity,
  };
  if (id === null) {
    const newId = randomUUID();
    await db
      .insertInto('section')
      .values({
        franchisee_id: chosenCentre(actor),
        id: newId,
        academic_year_id: chosenYear(actor),
        ...values,
      })
      .execute();
    return { id: newId };
  }
  const row = await lockRow(db, 'section', id, version ?? 0);
  const placed = (await placedIn(db, [id], todayIst(now))).get(id) ?? 0;
  if (fields.capacity < placed)
    throw refuseAcademics('section.capacity-below-strength', {
      details: { n: placed },
      fields: { capacity: `${placed} children are enrolled` },
    });
  if (placed > 0 && (fields.classId !== row.class_id || fields.daySession !== row.day_session))
    throw refuseAcademics('section.has-children', { details: { n: placed } });
  await db
    .updateTable('section')
    .set(values)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', id)
    .execute();
  return { id };
});

export const setTeacher = handle(sectionContract.setTeacher, async ({ db, input }) => {
  const { sectionId, staffId, part, fromOn, toOn = null } = input;
  if (toOn !== null && toOn < fromOn)
    throw refuse('input.invalid', { fields: { toOn: 'Not before the first day' } });
  const subjectId = part === 'SUBJECT' ? (input.subjectId ?? null) : null;
  if (part === 'SUBJECT' && subjectId === null)
    throw refuse('input.invalid', { fields: { subjectId: 'Choose the subject' } });
  const section = await lockSection(db, sectionId);
  const person = ensureFound(
    await db
      .selectFrom('staff')
      .select('name')
      .where('franchisee_id', '=', section.franchiseeId)
      .where('id', '=', staffId)
      .executeTakeFirst(),
  );
  if (!(await isApproved(db, staffId)))
    throw refuseAcademics('section.teacher-not-approved', {
      details: { name: person.name },
      fields: { staffId: 'Waits for approval' },
    });
  const there = (await teachersFrom(db, [sectionId], fromOn)).filter((one) =>
    part === 'CLASS_TEACHER' ? one.part === part : one.staffId === staffId && one.subjectId === subjectId,
  );
  for (const one of there) await endBefore(db, section.franchiseeId, one, { fromOn, toOn });
  await db
    .insertInto('section_teacher')
    .values({
      franchisee_id: section.franchiseeId,
      section_id: sectionId,
      staff_id: staffId,
      part,
      subject_id: subjectId,
      from_on: fromOn,
      to_on: toOn,
    })
    .execute();
  return {};
});

export const endTeacher = handle(sectionContract.endTeacher, async ({ db, input }) => {
  const row = await lockRow(db, 'section_teacher', input.id);
  if (input.toOn < row.from_on)
    throw refuse('input.invalid', { fields: { toOn: `Not before ${formatDate(row.from_on)}` } });
  await db
    .updateTable('section_teacher')
    .set({ to_on: input.toOn })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const closeSection = handle(sectionContract.close, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'section', input.id, version);
  const placed = (await placedIn(db, [row.id], todayIst(now))).get(row.id) ?? 0;
  if (placed > 0) throw refuseAcademics('section.has-children', { details: { n: placed } });
  await db
    .updateTable('section')
    .set({ active: false })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const copyYear = handle(sectionContract.copyYear, async ({ db, actor }) => {
  const yearId = chosenYear(actor);
  const franchiseeId = chosenCentre(actor);
  const before = await db
    .selectFrom('section')
    .select(['class_id', 'name', 'day_session', 'starts_at', 'ends_at', 'days', 'room', 'capacity'])
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId - 1)
    .where('active', '=', true)
    .execute();
  if (before.length === 0) throw refuseAcademics('section.no-source');
  const added = await db
    .insertInto('section')
    .values(before.map((row) => ({ ...row, franchisee_id: franchiseeId, academic_year_id: yearId })))
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .execute();
  return { added: added.length, kept: before.length - added.length };
});

/** Ends a teacher's row the day before another begins; a row that begins no earlier must lie wholly outside the new one. */
async function endBefore(
  db: Db,
  franchiseeId: number,
  one: SectionTeacher,
  next: { fromOn: Day; toOn: Day | null },
): Promise<void> {
  if (next.toOn !== null && one.fromOn > next.toOn) return;
  if (one.fromOn > next.fromOn)
    throw refuseAcademics('section.teacher-later', {
      details: { name: one.name, date: formatDate(one.fromOn) },
    });
  const row = db.updateTable('section_teacher').where('franchisee_id', '=', franchiseeId);
  if (one.fromOn < next.fromOn)
    await row
      .set({ to_on: addDays(next.fromOn, -1) })
      .where('id', '=', one.id)
      .execute();
  // Chosen anew for the same first day: the row never counted.
  else
    await db
      .deleteFrom('section_teacher')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', one.id)
      .execute();
}

async function sectionRows(
  db: Db,
  actor: Actor,
  today: Day,
  which: { yearId: number } | { id: string },
): Promise<SectionRow[]> {
  const rows = await db
    .selectFrom('section as s')
    .innerJoin('class as k', 'k.id', 's.class_id')
    .innerJoin('franchisee as f', 'f.id', 's.franchisee_id')
    .select([
      's.id',
      's.franchisee_id as franchiseeId',
      'f.company_name as centre',
      's.class_id as classId',
      'k.name as className',
      's.name',
      's.day_session as daySession',
      's.starts_at as startsAt',
      's.ends_at as endsAt',
      's.room',
      's.capacity',
      's.active',
      's.version',
    ])
    .$if('yearId' in which, (q) =>
      q.where('s.academic_year_id', '=', 'yearId' in which ? which.yearId : 0).where('s.active', '=', true),
    )
    .$if('id' in which, (q) => q.where('s.id', '=', 'id' in which ? which.id : ''))
    .where(inChosenCentre(actor, 's.franchisee_id'))
    .orderBy('s.franchisee_id')
    .orderBy('k.position')
    .orderBy('s.name')
    .limit(MOST_ROWS)
    .execute();
  const ids = rows.map(({ id }) => id);
  const placed = await placedIn(db, ids, today);
  const teachers = await teachersFrom(db, ids, today);
  const registers = await db
    .selectFrom('attendance_register')
    .select(['section_id', 'status'])
    .where('on_date', '=', today)
    .where(sql<boolean>`section_id = any (${ids}::uuid[])`)
    .execute();
  const may = mayCall(actor, sectionContract.save) && actor.franchiseeId !== null;
  return rows.map((row) => ({
    ...row,
    placed: placed.get(row.id) ?? 0,
    register: registers.find(({ section_id }) => section_id === row.id)?.status ?? null,
    teachers: teachers.filter(({ sectionId }) => sectionId === row.id),
    can: { edit: may, setTeacher: may && row.active, close: may && row.active && !placed.get(row.id) },
  }));
}

/** A centre has a dozen sections; a network without a chosen centre reads the first of them. */
const MOST_ROWS = 500;
