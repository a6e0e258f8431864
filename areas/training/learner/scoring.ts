// Marks of an attempt, in hundredths of a point. Pure.

export interface Asked {
  id: string;
  kind: 'SINGLE' | 'MULTIPLE' | 'TRUE_FALSE';
  stem: string;
  options: string[];
  /** Places of the right options, from 0. Never in an answer to a learner. */
  answer: number[];
  points: number;
}
export type Picks = Readonly<Record<string, readonly number[]>>;

/** All or nothing; of several right ones, right picks less wrong ones. */
export function pointsOf({ kind, answer, points }: Asked, picks: readonly number[] | undefined): number {
  const given = new Set(picks ?? []);
  const right = answer.filter((place) => given.has(place)).length;
  const wrong = given.size - right;
  if (kind !== 'MULTIPLE') return right === 1 && wrong === 0 ? points * 100 : 0;
  return Math.floor((Math.max(0, right - wrong) * points * 100) / answer.length);
}

export const isRight = (asked: Asked, picks: readonly number[] | undefined): boolean =>
  pointsOf(asked, picks) === asked.points * 100;

export function scoreOf(questions: readonly Asked[], picks: Picks): number {
  const most = questions.reduce((sum, { points }) => sum + points * 100, 0);
  const got = questions.reduce((sum, one) => sum + pointsOf(one, picks[one.id]), 0);
  return most === 0 ? 0 : Math.floor((got * 10_000) / most);
}
