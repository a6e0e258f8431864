// A version of a type: everything an audit asks and scores by, so that nothing written later reaches a running audit.
import { formatHundredths } from './weight-text.ts';

export interface SnapshotParameter {
  id: string;
  code: string;
  question: string;
  guidance: string | null;
  responseKind: 'YES_NO_NA' | 'SCALE';
  maxScore: number;
  weight: number;
  critical: boolean;
  optional: boolean;
  photoOn: 'NEVER' | 'NO' | 'ALWAYS';
  noteOnNo: boolean;
  ownerKind: 'CENTRE' | 'TEACHER' | 'HEAD_OFFICE';
  severity: 'MINOR' | 'MAJOR' | 'CRITICAL';
  closureDays: number | null;
}
export interface Snapshot {
  subjectKind: string;
  conductedBy: string;
  reviewRequired: boolean;
  locate: boolean;
  signoffRequired: boolean;
  criticalCapBp: number;
  bands: { A: number; B: number; C: number };
  closureDays: number;
  categories: {
    id: string;
    name: string;
    subCategories: { id: string; name: string; parameters: SnapshotParameter[] }[];
  }[];
}

const byId = (snapshot: Snapshot | null): Map<string, string> =>
  new Map(
    (snapshot?.categories ?? []).flatMap((category) =>
      category.subCategories.flatMap(({ id, parameters }) =>
        // A question that moved is a changed one.
        parameters.map((one) => [one.id, JSON.stringify([category.id, id, canonical(one)])] as const),
      ),
    ),
  );

/** The same text for the same content, whatever order a database keeps the keys in. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, canonical(one)]),
  );
}

/** Questions that `next` adds, changes and leaves out. */
export function changesBetween(last: Snapshot | null, next: Snapshot) {
  const before = byId(last);
  const after = byId(next);
  return {
    added: [...after.keys()].filter((id) => !before.has(id)).length,
    changed: [...after].filter(([id, text]) => before.has(id) && before.get(id) !== text).length,
    removed: [...before.keys()].filter((id) => !after.has(id)).length,
  };
}

export const parametersOf = (snapshot: Snapshot): SnapshotParameter[] =>
  snapshot.categories.flatMap(({ subCategories }) => subCategories.flatMap(({ parameters }) => parameters));

/** What is missing from 100.00 %, or too much; null when nothing is. */
export function weightFault(lines: readonly { weightBp: number }[]): { total: string; help: string } | null {
  const total = lines.reduce((sum, { weightBp }) => sum + weightBp, 0);
  if (total === 10000) return null;
  const left = formatHundredths(Math.abs(10000 - total));
  return { total: formatHundredths(total), help: `${total < 10000 ? 'Add' : 'Take away'} ${left} %.` };
}
