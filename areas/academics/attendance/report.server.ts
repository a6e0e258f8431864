import {
  academicYearDays,
  academicYearLabel,
  academicYearOf,
  addDays,
  todayIst,
} from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { resolveStudentRef } from '../../students/public.server.ts';
import { dayKindOf } from '../calendar/day-kind.ts';
import { calendarRules } from '../calendar/school-days.server.ts';
import { attendanceContract } from './attendance.contract.ts';
import { countCodes, figuresOf } from './attendance-codes.ts';
import { marksOf } from './register-rules.server.ts';

/** The same for staff and family: what each may see of it is row security (academics.md D8). */
export const attendanceReport = handle(attendanceContract.report, async ({ db, actor, input, now }) => {
  const found = ensureFound(
    (await resolveStudentRef(db, input.id, actor.academicYearId ?? undefined)) ??
      (await resolveStudentRef(db, input.id)),
  );
  const child = ensureFound(
    await db
      .selectFrom('enrolment as e')
      .innerJoin('student as s', (join) =>
        join.onRef('s.franchisee_id', '=', 'e.franchisee_id').onRef('s.id', '=', 'e.student_id'),
      )
      .innerJoin('class as k', 'k.id', 'e.class_id')
      .select(['s.name', 'k.name as className', 'e.class_id as classId', 'e.academic_year_id as yearId'])
      .where('e.franchisee_id', '=', found.franchiseeId)
      .where('e.id', '=', found.studentAdmissionId)
      .executeTakeFirst(),
  );
  const { franchiseeId, studentAdmissionId: enrolmentId } = found;
  const { from, to } = academicYearDays(child.yearId);
  const today = todayIst(now);
  const rules = await calendarRules(db, franchiseeId, child.yearId);
  const marks = (await marksOf(db, { franchiseeId, enrolmentIds: [enrolmentId], from, to })).filter(
    (mark) => dayKindOf(rules, mark.onDate, mark.classId).works,
  );
  const figures = (of: typeof marks) => {
    const counts = countCodes(of.map(({ code }) => code));
    return { counts, ...figuresOf(counts) };
  };
  const closed = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const verdict = dayKindOf(rules, day, child.classId);
    if (!verdict.works) closed.push({ day, title: verdict.title ?? 'Weekly day off' });
  }
  const notes = await db
    .selectFrom('absence_note')
    .select(['id', 'from_on', 'to_on', 'reason', 'note', 'status'])
    .where('franchisee_id', '=', franchiseeId)
    .where('enrolment_id', '=', enrolmentId)
    .orderBy('from_on', 'desc')
    .limit(50)
    .execute();
  const family = actor.students !== null;
  const running = child.yearId === academicYearOf(today);
  return {
    enrolmentId,
    name: child.name,
    className: child.className,
    year: { label: academicYearLabel(child.yearId), from, to },
    today,
    days: marks.map(({ onDate, code, reason, note }) => ({
      day: onDate,
      code,
      reason,
      // What the staff writes for itself stays with the staff.
      note: family ? null : note,
    })),
    closed,
    total: figures(marks),
    months: [...new Set(marks.map(({ onDate }) => onDate.slice(0, 7)))].map((month) => ({
      month,
      ...figures(marks.filter(({ onDate }) => onDate.startsWith(month))),
    })),
    notes: notes.map((row) => ({
      id: row.id,
      fromOn: row.from_on,
      toOn: row.to_on,
      reason: row.reason,
      note: row.note,
      status: row.status,
      can: {
        cancel:
          family &&
          mayCall(actor, attendanceContract.cancelNote) &&
          row.status !== 'CANCELLED' &&
          row.to_on >= today,
      },
    })),
    can: {
      tellAbsence: family && running && mayCall(actor, attendanceContract.tellAbsence),
      requestCorrection: !family && mayCall(actor, attendanceContract.requestCorrection),
    },
  };
});
