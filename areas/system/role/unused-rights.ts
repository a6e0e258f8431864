import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import type { RoleMatrix } from './role-matrix.ts';
import { UNUSED_DAYS } from './role-words.ts';

/** Modules of the role that nobody with it used for 90 days; none before so many days were counted. */
export function unusedIn(matrix: Pick<RoleMatrix, 'modules' | 'countedSince' | 'role'>): ReadonlySet<string> {
  const today = todayIst(new Date());
  const { countedSince } = matrix;
  if (matrix.role.allModules || countedSince === null || daysBetween(countedSince, today) < UNUSED_DAYS)
    return new Set();
  const limit = addDays(today, -UNUSED_DAYS);
  return new Set(
    matrix.modules
      .filter(
        (m) =>
          m.right !== 'NONE' &&
          !m.stale &&
          m.hasCalls &&
          !/^(level_|dyn_)/.test(m.name) &&
          (m.lastUsedOn === null || m.lastUsedOn <= limit),
      )
      .map((m) => m.name),
  );
}
