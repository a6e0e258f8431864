// The way of a member through the season (enquiries.md 3.9): forward only, or lost; a lost one may come back.
export const outcomes = {
  NOT_CONTACTED: 'Not contacted',
  CONTACTED: 'Contacted',
  COMMITTED: 'Committed',
  CONFIRMED: 'Confirmed',
  JOINED: 'Joined',
  LOST: 'Lost',
} as const;
export type Outcome = keyof typeof outcomes;
export const outcomeNames = Object.keys(outcomes) as [Outcome, ...Outcome[]];
const ladder: readonly Outcome[] = ['NOT_CONTACTED', 'CONTACTED', 'COMMITTED', 'CONFIRMED', 'JOINED'];

export const achievedOutcomes: readonly Outcome[] = ['COMMITTED', 'CONFIRMED', 'JOINED'];
export const isAchieved = (outcome: Outcome): boolean => achievedOutcomes.includes(outcome);

export const cohorts = { NEW: 'New', RETURNING: 'Returning', WIN_BACK: 'Win-back' } as const;
export type Cohort = keyof typeof cohorts;
export const cohortNames = Object.keys(cohorts) as [Cohort, ...Cohort[]];

/** What a member is after a refresh found `found`. */
export function nextOutcome(before: Outcome, found: Outcome): Outcome {
  if (found === 'LOST' || before === 'LOST') return found;
  return ladder.indexOf(found) > ladder.indexOf(before) ? found : before;
}
