// The boards' figures in words: one way for tiles and tables.
import type { Answers } from './board-shape.ts';

/** Basis points as whole per cent. */
export const perCent = (bp: number | null): string => (bp === null ? '–' : `${Math.round(bp / 100)} %`);
export const shareOf = (part: number, whole: number): string =>
  whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–';

/** '12 min', '3 h 20 min', '2 d'. */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1440)
    return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
  return `${Math.floor(minutes / 1440)} d`;
}

/** Those that were answered or whose time has run out; who may still be answered in time is neither. */
export const judgedOf = ({ inTime, late, unanswered, waiting }: Answers): number =>
  inTime + late + unanswered - waiting;

export const inTimeText = (answers: Answers): string => shareOf(answers.inTime, judgedOf(answers));
