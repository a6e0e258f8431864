import { formatDateTime } from '@aangan/contract/period.ts';
import { type Refusal, refuse } from '@aangan/contract/refusal.ts';
import { nextState, type StateOf, type States } from '@aangan/contract/states.ts';
import type { Actor } from './actor.ts';

/** Throws the refusal unless the condition holds. */
export function ensure(condition: unknown, refusal: () => Refusal): asserts condition {
  if (!condition) throw refusal();
}

/** The row, or 404: a row of another centre is "not there" (architecture.md 4). */
export function ensureFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw refuse('row.not-found');
  return row;
}

/** The state an action leads to, or the refusal (default `row.wrong-state`, 409). Call it with the row locked. */
export function ensureStep<T extends States>(
  states: T,
  from: string,
  action: string,
  refusal: () => Refusal = () => refuse('row.wrong-state'),
): StateOf<T> {
  const to = nextState(states, from, action);
  if (to === null) throw refusal();
  return to;
}

/** The chosen centre. Endpoints that need one say `needsCentre`, so this cannot fail there. */
export function chosenCentre(actor: { franchiseeId: number | null }): number {
  if (actor.franchiseeId === null) throw refuse('context.centre-needed');
  return actor.franchiseeId;
}

/** The chosen academic year (id = its first calendar year). */
export function chosenYear(actor: { academicYearId: number | null }): number {
  if (actor.academicYearId === null) throw refuse('context.year-needed');
  return actor.academicYearId;
}

/** The signed-in user's id. */
export function userIdOf(actor: { userId: string | null }): string {
  if (actor.userId === null) throw refuse('session.missing');
  return actor.userId;
}

const STEP_UP_MS = 5 * 60_000;

/**
 * 403 `step-up.needed` unless the person proved themselves once more within the last five minutes; `step-up.held` for a
 * day after the account's address changed, as the code would go to whoever changed it.
 */
export function ensureSteppedUp(actor: Pick<Actor, 'steppedUpAt' | 'heldUntil'>, now: Date): void {
  if (actor.heldUntil !== undefined && now.getTime() < actor.heldUntil)
    throw refuse('step-up.held', { details: { time: formatDateTime(new Date(actor.heldUntil)) } });
  if (actor.steppedUpAt === null || now.getTime() - actor.steppedUpAt > STEP_UP_MS)
    throw refuse('step-up.needed');
}

/** Version check of one updated row: 412 when the update touched nothing because the version had moved on. */
export function ensureFresh(numUpdated: bigint | number | undefined): void {
  if (Number(numUpdated ?? 0) === 0) throw refuse('row.stale');
}
