// When a register may be opened and changed, and what stands in it (areas/academics.md 2.6, D12).
import { addDays, type Day, formatDate, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { inMask } from '@aangan/contract/weekday.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import { type CalendarRules, dayKindOf } from '../calendar/day-kind.ts';
import { academicsModules as m } from '../modules.ts';
import type { PlacedSection } from '../structure/sections.server.ts';
import {
  type AttendanceCode,
  type CodeCounts,
  EDIT_DAYS,
  noCounts,
  TEACHER_UNTIL,
} from './attendance-codes.ts';

/** Why a section has no register on a day; null when it has one. */
export function closedTitle(
  rules: CalendarRules,
  section: Pick<PlacedSection, 'classId' | 'days'>,
  day: Day,
): string | null {
  const verdict = dayKindOf(rules, day, section.classId);
  if (!verdict.works) return verdict.title ?? 'Weekly day off';
  return section.days !== null && !inMask(section.days, day) && verdict.title === null
    ? 'Not a day of this section'
    : null;
}

/** The instant of a clock time on a day in India. */
export const at = (day: Day, time: string): Date => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfDay(day).getTime() + (hours * 60 + minutes) * 60_000);
};

/** The day since when the actor changes this register no more, or null while they may. */
export function lockedSince(actor: Actor, onDate: Day, now: Date): Day | null {
  const today = todayIst(now);
  if (holds(actor, m.allSections, false))
    return addDays(onDate, EDIT_DAYS) < today ? addDays(onDate, EDIT_DAYS + 1) : null;
  if (onDate < today) return onDate;
  return now >= at(onDate, TEACHER_UNTIL) ? onDate : null;
}

/** Refuses a register of tomorrow, of a closed day, or past the actor's window. */
export function ensureOpen(
  actor: Actor,
  { onDate, now, closed }: { onDate: Day; now: Date; closed: string | null },
): void {
  if (onDate > todayIst(now))
    throw refuseAcademics('attendance.future', { fields: { onDate: 'Choose today or an earlier day' } });
  if (closed !== null) throw refuseAcademics('attendance.day-closed', { details: { title: closed } });
  const since = lockedSince(actor, onDate, now);
  if (since !== null) throw refuseAcademics('attendance.locked', { details: { date: formatDate(since) } });
}

export interface Mark {
  sectionId: string;
  enrolmentId: string;
  onDate: Day;
  code: AttendanceCode;
  inAt: string | null;
  outAt: string | null;
  reason: 'SICK' | 'FAMILY' | 'TRAVEL' | 'WEATHER' | 'TRANSPORT' | 'OTHER' | null;
  note: string | null;
  opId: string;
  version: number;
  by: string | null;
}

/** Marks of children from one day to another, both included, in the order of the days. */
export async function marksOf(
  db: Db,
  {
    franchiseeId,
    enrolmentIds,
    from,
    to,
  }: { franchiseeId: number; enrolmentIds: readonly string[]; from: Day; to: Day },
): Promise<(Mark & { classId: number })[]> {
  const { rows } = await sql<Mark & { classId: number }>`
    select a.section_id as "sectionId", a.enrolment_id as "enrolmentId", a.on_date as "onDate", a.code, a.in_at as "inAt",
           a.out_at as "outAt", a.reason, a.note, a.op_id as "opId", a.version, s.class_id as "classId",
           nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as by
      from attendance_mark a join section s on s.franchisee_id = a.franchisee_id and s.id = a.section_id
      left join app_user u on u.id = a.marked_by
     where a.franchisee_id = ${franchiseeId} and a.enrolment_id = any (${[...enrolmentIds]}::uuid[])
       and a.on_date between ${from}::date and ${to}::date order by a.on_date`.execute(db);
  return rows;
}

/** Counts of a day by section. */
export async function countsBySection(
  db: Db,
  sectionIds: readonly string[],
  onDate: Day,
): Promise<ReadonlyMap<string, CodeCounts>> {
  const { rows } = await sql<{ sectionId: string; code: AttendanceCode; n: number }>`
    select section_id as "sectionId", code, count(*)::int as n from attendance_mark
     where section_id = any (${[...sectionIds]}::uuid[]) and on_date = ${onDate}::date group by 1, 2`.execute(
    db,
  );
  const counts = new Map<string, CodeCounts>();
  for (const { sectionId, code, n } of rows) {
    const of = counts.get(sectionId) ?? noCounts();
    of[code] = n;
    counts.set(sectionId, of);
  }
  return counts;
}
