import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { sectionById } from '../../academics/public.server.ts';
import { resolveStudentRef } from '../student/student-refs.server.ts';
import { weighPlace } from './assign-toddler.server.ts';
import { toddlerContract } from './toddler.contract.ts';
import { type ProgrammeDay, programmeDayNames, toddlerStates } from './toddler.states.ts';
import { marksOfChild, usedByItself } from './toddler-facts.server.ts';
import { ageMonths, ageOutOn, placesLeft } from './toddler-place.server.ts';

export const toddlerChild = handle(toddlerContract.child, async ({ db, actor, input, now }) => {
  const found = ensureFound(
    (await resolveStudentRef(db, input.id, actor.academicYearId ?? undefined)) ??
      (await resolveStudentRef(db, input.id)),
  );
  const today = todayIst(now);
  const { franchiseeId, studentAdmissionId: enrolmentId } = found;
  const { rows } = await sql<{ studentId: string; name: string; className: string; dateOfBirth: Day }>`
    select s.id as "studentId", s.name, k.name as "className", s.date_of_birth as "dateOfBirth" from enrolment e
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id join class k on k.id = e.class_id
     where e.franchisee_id = ${franchiseeId} and e.id = ${enrolmentId} and e.programme = 'PARENT_TODDLER'`.execute(
    db,
  );
  const child = ensureFound(rows[0]);
  const assignments = (
    await sql<{
      id: string;
      version: number;
      batch: string;
      sectionId: string;
      days: ProgrammeDay[];
      slotFrom: string;
      slotTo: string;
      fromOn: Day;
      toOn: Day;
      total: number;
      used: number;
      companion: string | null;
      status: 'SCHEDULED' | 'RUNNING' | 'COMPLETED' | 'STOPPED' | 'CANCELLED';
      stopReason: string | null;
    }>`
      select a.id, a.version, n.name as batch, a.section_id as "sectionId", a.days, to_char(a.slot_from, 'HH24:MI') as "slotFrom",
        to_char(a.slot_to, 'HH24:MI') as "slotTo", a.from_on as "fromOn", a.to_on as "toOn", a.sessions_total as total,
        a.sessions_before + ${usedByItself} as used, a.companion_name as companion, a.status, a.stop_reason as "stopReason"
        from programme_assignment a join section n on n.franchisee_id = a.franchisee_id and n.id = a.section_id
       where a.franchisee_id = ${franchiseeId} and a.enrolment_id = ${enrolmentId} order by a.from_on desc, a.id`.execute(
      db,
    )
  ).rows;
  const writes = mayCall(actor, toddlerContract.assign);
  const last = assignments.find((one) => one.status !== 'CANCELLED')?.toOn ?? today;
  return {
    ...child,
    enrolmentId,
    ageMonths: ageMonths(child.dateOfBirth, today),
    ageOutOn: ageOutOn(child.dateOfBirth),
    assignments: assignments.map((one) => {
      const steps = new Set<string>(actionsFrom(toddlerStates, one.status));
      return {
        ...one,
        can: {
          change: writes && (one.status === 'SCHEDULED' || one.status === 'RUNNING'),
          stop: writes && steps.has('stop'),
          cancel: writes && steps.has('cancel'),
        },
      };
    }),
    came: await marksOfChild(db, { franchiseeId, enrolmentId }),
    nextFrom: last >= today ? addDays(last, 1) : today,
    can: { assign: writes },
  };
});

export const toddlerChoices = handle(toddlerContract.choices, async ({ db, actor, input }) => {
  const yearId = chosenYear(actor);
  const words = `%${(input.q ?? '').toLowerCase()}%`;
  const children = await sql<{ id: string; label: string }>`
    select e.id, s.name || ' · ' || s.admission_no as label from enrolment e
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.academic_year_id = ${yearId} and e.programme = 'PARENT_TODDLER' and e.status in ('UPCOMING', 'ACTIVE')
       and ${inChosenCentre(actor, 'e.franchisee_id')} and s.search_text like ${words} order by s.name, s.id limit 20`.execute(
    db,
  );
  const batches = await sql<{
    id: string;
    label: string;
    classId: number;
    startsAt: string;
    capacity: number;
  }>`
    select n.id, k.name || ' ' || n.name as label, n.class_id as "classId", to_char(n.starts_at, 'HH24:MI') as "startsAt", n.capacity
      from section n join class k on k.id = n.class_id
     where n.academic_year_id = ${yearId} and n.active and k.category in ('Parent Toddler', 'Intellibaby Parent Toddler Circle (1Year - 2Years)')
       and ${inChosenCentre(actor, 'n.franchisee_id')} order by k.position, n.name limit 100`.execute(db);
  return { children: children.rows, batches: batches.rows };
});

export const toddlerWeek = handle(toddlerContract.week, async ({ db, actor }) => {
  const { rows } = await sql<{
    sectionId: string;
    batch: string;
    slotFrom: string;
    capacity: number;
    day: ProgrammeDay;
    children: string[];
  }>`
    select n.id as "sectionId", k.name || ' ' || n.name as batch, to_char(a.slot_from, 'HH24:MI') as "slotFrom", n.capacity, d as day,
      array_agg(coalesce(s.call_name, s.name) order by s.name, s.id) as children
      from programme_assignment a join section n on n.franchisee_id = a.franchisee_id and n.id = a.section_id join class k on k.id = n.class_id
      join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id, unnest(a.days) d
     where n.academic_year_id = ${chosenYear(actor)} and a.status = 'RUNNING' and ${inChosenCentre(actor, 'a.franchisee_id')}
     group by 1, 2, 3, 4, 5 order by 2, 3`.execute(db);
  const groups = Map.groupBy(rows, (row) => `${row.sectionId} ${row.slotFrom}`);
  return {
    rows: [...groups.values()].map((group) => {
      const first = ensureFound(group[0]);
      return {
        sectionId: first.sectionId,
        batch: first.batch,
        slotFrom: first.slotFrom,
        capacity: first.capacity,
        days: programmeDayNames.map((day) => ({
          day,
          children: group.find((row) => row.day === day)?.children ?? [],
        })),
      };
    }),
  };
});

export const previewToddler = handle(toddlerContract.preview, async ({ db, input }) => {
  const { rows } = await sql<{ dateOfBirth: Day }>`
    select s.date_of_birth as "dateOfBirth" from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.id = ${input.enrolmentId}`.execute(db);
  const { dateOfBirth } = ensureFound(rows[0]);
  const enrolment = await db
    .selectFrom('enrolment')
    .selectAll()
    .where('id', '=', input.enrolmentId)
    .executeTakeFirstOrThrow();
  const section = await sectionById(db, input.sectionId);
  ensure(section.franchiseeId === enrolment.franchisee_id, () => refuse('row.not-found'));
  let refusal: string | null = null;
  let toOn = input.from;
  try {
    ({ toOn } = await weighPlace(db, enrolment, section, input));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = Object.values(error.fields ?? {})[0] ?? error.message;
  }
  const left = await placesLeft(db, {
    section,
    slotFrom: input.slotFrom,
    fromOn: input.from,
    toOn,
    instead: input.instead,
  });
  return {
    toOn,
    ageMonthsAtEnd: ageMonths(dateOfBirth, toOn),
    free: programmeDayNames.map((day) => ({ day, left: Math.max(0, left.get(day) ?? 0) })),
    refusal,
  };
});
