import type { Question } from '../engine/audit.contract.ts';

/**
 * Answers of this device with those that were just read: what is still to be sent stays, and so does what is newer than the
 * reading; everything else is the server's. Without it the next answer could carry a revision that the server has already.
 */
export function mergeAnswers(
  here: ReadonlyMap<string, Question>,
  read: readonly Question[],
  unsent: ReadonlySet<string>,
): ReadonlyMap<string, Question> {
  return new Map(
    read.map((one) => {
      const mine = here.get(one.id);
      const keep = mine !== undefined && (unsent.has(one.id) || mine.rev > one.rev);
      return [one.id, keep ? mine : one];
    }),
  );
}
