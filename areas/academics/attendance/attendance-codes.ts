// Codes of a child's day and what is counted of them (areas/academics.md D10, D11, 3.2). Pure, for server and screens.
export const attendanceCodes = {
  P: 'Present',
  LATE: 'Late',
  EARLY: 'Left early',
  HD: 'Half day',
  A: 'Absent',
  L: 'Leave',
} as const;
export type AttendanceCode = keyof typeof attendanceCodes;
/** In the narrow cells of a month or a year. */
export const codeMarks: Readonly<Record<AttendanceCode, string>> = {
  P: 'P',
  LATE: 'Lt',
  EARLY: 'E',
  HD: 'HD',
  A: 'A',
  L: 'L',
};
export const codeNames = Object.keys(attendanceCodes) as [AttendanceCode, ...AttendanceCode[]];

export const absenceReasons = {
  SICK: 'Sick',
  FAMILY: 'Family',
  TRAVEL: 'Travel',
  WEATHER: 'Weather',
  TRANSPORT: 'Transport',
  OTHER: 'Other',
} as const;
export type AbsenceReason = keyof typeof absenceReasons;
export const reasonNames = Object.keys(absenceReasons) as [AbsenceReason, ...AbsenceReason[]];

const HALF_DAYS: Readonly<Record<AttendanceCode, number>> = { P: 2, LATE: 2, EARLY: 2, HD: 1, A: 0, L: 0 };

export type CodeCounts = Record<AttendanceCode, number>;

export const noCounts = (): CodeCounts => ({ P: 0, LATE: 0, EARLY: 0, HD: 0, A: 0, L: 0 });

export function countCodes(codes: Iterable<AttendanceCode>): CodeCounts {
  const counts = noCounts();
  for (const code of codes) counts[code] += 1;
  return counts;
}

/** "18 children: 16 present, 2 absent". */
export function sumOf(children: number, counts: CodeCounts): string {
  const parts = codeNames
    .filter((code) => counts[code] > 0)
    .map((code) => `${counts[code]} ${attendanceCodes[code].toLowerCase()}`);
  const open = children - codeNames.reduce((sum, code) => sum + counts[code], 0);
  if (open > 0) parts.push(`${open} not marked`);
  return `${children} ${children === 1 ? 'child' : 'children'}: ${parts.join(', ')}`;
}

export interface AttendanceFigures {
  /** Working days with a mark. */
  readonly marked: number;
  /** Half-days that were attended; two are a day. */
  readonly halfDays: number;
  /** Basis points, half-days attended of two a marked day; null without a mark. */
  readonly rateBp: number | null;
}

/** Attended half-days of two a marked day; leave counts as not attended. */
export function figuresOf(counts: CodeCounts): AttendanceFigures {
  const marked = codeNames.reduce((sum, code) => sum + counts[code], 0);
  const halfDays = codeNames.reduce((sum, code) => sum + counts[code] * HALF_DAYS[code], 0);
  return { marked, halfDays, rateBp: marked === 0 ? null : Math.round((10_000 * halfDays) / (2 * marked)) };
}

/** A day and its code: "35 half-days" reads "17.5 days". */
export const daysOfHalves = (halfDays: number): string => String(halfDays / 2);

/** Days a family may announce in one note. */
export const MOST_ABSENCE_DAYS = 30;
/** A head of the centre marks so many days back; later it takes a correction (academics.md D12). */
export const EDIT_DAYS = 7;
/** Until then a teacher marks the day. */
export const TEACHER_UNTIL = '18:00';
/** Parents hear of an absence so long after the section began, in case the child is late. */
export const NOTICE_MINUTES = 30;
/** Absent so many working days in a row: somebody calls. */
export const ABSENT_RUN = 3;
/** Attendance below it over the last 60 marked days is listed. */
export const LOW_RATE_BP = 7500;
export const LOW_WINDOW_DAYS = 60;
