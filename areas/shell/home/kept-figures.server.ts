import type { HomeCards, HomeContext, HomeFigure } from '@aangan/server/endpoint/home-card.ts';

interface Kept {
  figures: Readonly<Record<string, HomeFigure>>;
  asOf: Date;
}

const MAX_KEPT = 500;
const byScope = new Map<string, Kept & { until: number }>();
const numberOf = new WeakMap<HomeCards, number>();
let groups = 0;

// Only figures over many centres are kept: those of one centre are quick, and whoever just worked on them wants them new.
function keyOf(group: HomeCards, { actor, today, yearId }: HomeContext, wanted: ReadonlySet<string>) {
  if (!group.keepS || actor.franchiseeId !== null || actor.students !== null) return null;
  if (!actor.wholeNetwork && actor.centres.length < 2) return null;
  const own = numberOf.get(group) ?? ++groups;
  numberOf.set(group, own);
  const reach = actor.wholeNetwork ? 'all' : actor.centres.join(',');
  return [own, reach, yearId, today, [...wanted].sort().join()].join(' ');
}

/** Figures another home of the same reach was given moments ago, or null. */
export function kept(group: HomeCards, context: HomeContext, wanted: ReadonlySet<string>): Kept | null {
  const key = keyOf(group, context, wanted);
  const found = key === null ? undefined : byScope.get(key);
  return found && found.until > context.now.getTime() ? { figures: found.figures, asOf: found.asOf } : null;
}

export function keep(
  group: HomeCards,
  context: HomeContext,
  wanted: ReadonlySet<string>,
  figures: Kept,
): void {
  const key = keyOf(group, context, wanted);
  if (key === null) return;
  const oldest = byScope.size >= MAX_KEPT ? byScope.keys().next().value : undefined;
  if (oldest !== undefined) byScope.delete(oldest);
  byScope.delete(key);
  byScope.set(key, { ...figures, until: context.now.getTime() + (group.keepS ?? 0) * 1000 });
}
