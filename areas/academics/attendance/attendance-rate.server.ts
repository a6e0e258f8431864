import { academicYearDays } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { dayKindOf } from '../calendar/day-kind.ts';
import { calendarRules } from '../calendar/school-days.server.ts';
import { countCodes, figuresOf } from './attendance-codes.ts';
import { marksOf } from './register-rules.server.ts';

/** Attendance of children in a year so far, in basis points of the marked working days; absent: no register was kept. */
export async function attendanceRates(
  db: Db,
  of: { franchiseeId: number; yearId: number; enrolmentIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rules = await calendarRules(db, of.franchiseeId, of.yearId);
  const marks = (await marksOf(db, { ...of, ...academicYearDays(of.yearId) })).filter(
    (mark) => dayKindOf(rules, mark.onDate, mark.classId).works,
  );
  const rates = new Map<string, number>();
  for (const [id, own] of Map.groupBy(marks, ({ enrolmentId }) => enrolmentId)) {
    const { rateBp } = figuresOf(countCodes(own.map(({ code }) => code)));
    if (rateBp !== null) rates.set(id, rateBp);
  }
  return rates;
}
