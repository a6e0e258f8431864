// Rules of a term's dates (areas/academics.md 3.5), for server and form.
import { academicYearDays, addDays, type Day, daysBetween, formatDate } from '@aangan/contract/period.ts';

export interface TermDates {
  readonly fromOn: Day;
  readonly toOn: Day;
  /** Grades are entered from and to. */
  readonly entryFrom: Day;
  readonly entryTo: Day;
  readonly publishOn: Day | null;
}

/** Grades may still be entered so long after the last day. */
const ENTRY_AFTER_DAYS = 21;
/** How far a centre moves the network's dates. */
const MOST_SHIFT_DAYS = 21;

/** What is wrong with the dates by themselves, by field; empty when all is well. */
export function termDateProblems(dates: TermDates, yearId: number): Record<string, string> {
  const { from, to } = academicYearDays(yearId);
  const problems: Record<string, string> = {};
  for (const [name, day] of [
    ['fromOn', dates.fromOn],
    ['toOn', dates.toOn],
  ] as const)
    if (day < from || day > to) problems[name] = `A day from ${formatDate(from)} to ${formatDate(to)}`;
  if (dates.toOn <= dates.fromOn) problems['toOn'] = 'After the first day';
  if (dates.entryFrom < dates.fromOn) problems['entryFrom'] = 'Not before the first day';
  const last = addDays(dates.toOn, ENTRY_AFTER_DAYS);
  if (dates.entryTo > last) problems['entryTo'] = `Not after ${formatDate(last)}`;
  if (dates.entryTo < dates.entryFrom) problems['entryTo'] = 'Not before entries open';
  if (dates.publishOn !== null && dates.publishOn < dates.fromOn)
    problems['publishOn'] = 'Not before the first day';
  return problems;
}

/** Fields that a centre moved further than it may. */
export function shiftProblems(own: TermDates, network: TermDates): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const name of ['fromOn', 'toOn', 'entryFrom', 'entryTo', 'publishOn'] as const) {
    const [a, b] = [own[name], network[name]];
    if (a !== null && b !== null && Math.abs(daysBetween(b, a)) > MOST_SHIFT_DAYS)
      problems[name] = `At most ${MOST_SHIFT_DAYS} days from ${formatDate(b)}`;
  }
  return problems;
}
