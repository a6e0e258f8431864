// Is an arriving child already known in its household? (enquiries.md 3.6). Nothing is joined on likeness alone: likeness
// only flags, so rhyming twins stay two.
export type Verdict = 'SAME' | 'POSSIBLE' | 'SIBLING' | 'NEW_YEAR' | 'NEW';

export interface KnownChild {
  readonly id: string;
  readonly yearId: number;
  readonly nameKey: string | null;
  readonly dob: string | null;
  readonly open: boolean;
  /** ISO instant; the latest active one is meant when a name is missing. */
  readonly lastActivityAt: string;
}

export interface VerdictResult {
  readonly verdict: Verdict;
  /** The enquiry that is meant (SAME), looks alike (POSSIBLE) or was before (NEW_YEAR). */
  readonly id: string | null;
  readonly scoreBp: number;
  /** Several open children could be meant. */
  readonly ambiguous: boolean;
}

const LIKE = 0.9;

/** `known`: the unmerged enquiries of the child's household at this centre. */
export function verdictOf(
  child: { nameKey: string | null; dob: string | null },
  yearId: number,
  known: readonly KnownChild[],
): VerdictResult {
  const answer = (
    verdict: Verdict,
    id: string | null = null,
    scoreBp = 0,
    ambiguous = false,
  ): VerdictResult => ({ verdict, id, scoreBp, ambiguous });
  const thisYear = known.filter((one) => one.yearId === yearId);
  const dobFits = (one: KnownChild) => one.dob === null || child.dob === null || one.dob === child.dob;
  const sameKey = thisYear.filter((one) => child.nameKey !== null && one.nameKey === child.nameKey);
  const same = sameKey.find(dobFits);
  if (same) return answer('SAME', same.id, 10_000);
  if (sameKey[0]) return answer('POSSIBLE', sameKey[0].id, 10_000);
  // Who names no child means what is open, for whatever year that is: from January a call counts for the next one.
  const meant = (child.nameKey === null ? known : thisYear).filter(
    (one) => one.open && (child.nameKey === null || one.nameKey === null) && dobFits(one),
  );
  const latest = meant.toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))[0];
  if (latest) return answer('SAME', latest.id, 10_000, meant.length > 1);
  const before = known.find(
    (one) => one.yearId !== yearId && child.nameKey !== null && one.nameKey === child.nameKey && dobFits(one),
  );
  if (before) return answer('NEW_YEAR', before.id, 10_000);
  const alike = thisYear
    .filter((one) => one.nameKey !== null && child.nameKey !== null && dobFits(one))
    .map((one) => ({ id: one.id, score: jaroWinkler(one.nameKey ?? '', child.nameKey ?? '') }))
    .toSorted((a, b) => b.score - a.score)[0];
  if (alike && alike.score >= LIKE) return answer('POSSIBLE', alike.id, Math.round(alike.score * 10_000));
  return answer(known.length > 0 ? 'SIBLING' : 'NEW', null, Math.round((alike?.score ?? 0) * 10_000));
}

/** Jaro-Winkler likeness, 0 to 1 (prefix weight 0.1, at most 4 letters). */
export function jaroWinkler(a: string, b: string): number {
  const [s, t] = [[...a], [...b]];
  if (s.length === 0 || t.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(s.length, t.length) / 2) - 1);
  const taken = new Array<boolean>(t.length).fill(false);
  const left: string[] = [];
  for (const [i, letter] of s.entries()) {
    for (let j = Math.max(0, i - reach); j <= Math.min(t.length - 1, i + reach); j += 1) {
      if (taken[j] || t[j] !== letter) continue;
      taken[j] = true;
      left.push(letter);
      break;
    }
  }
  const m = left.length;
  if (m === 0) return 0;
  const right = t.filter((_, j) => taken[j]);
  const swaps = left.filter((letter, i) => letter !== right[i]).length / 2;
  const jaro = (m / s.length + m / t.length + (m - swaps) / m) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < s.length && s[prefix] === t[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
