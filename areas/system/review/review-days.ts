import { addDays, type Day } from '@aangan/contract/period.ts';

/** From the start: told again, told for the last time, and what nobody decided ends after this day (network.md 5). */
export const AGAIN_DAYS = 15;
export const DUE_DAYS = 30;
export const END_DAYS = 37;
/** A job that was down on the first of the quarter still starts the review within these days. */
export const START_DAYS = 7;

/** First day of the quarter a day is in. */
export const quarterOf = (day: Day): Day => {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
};

const quarters = ['January to March', 'April to June', 'July to September', 'October to December'];

/** 'October to December 2026'. */
export const quarterTitle = (quarterOn: Day): string =>
  `${quarters[(Number(quarterOn.slice(5, 7)) - 1) / 3] ?? ''} ${quarterOn.slice(0, 4)}`;

/** The days of a review that starts on `day`. */
export const reviewDays = (day: Day) => ({
  quarterOn: quarterOf(day),
  startedOn: day,
  dueOn: addDays(day, DUE_DAYS),
  endsOn: addDays(day, END_DAYS),
});
