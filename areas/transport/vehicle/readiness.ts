// Whether a vehicle may carry children on a day (areas/transport.md 3.2): the worst of its papers, its repairs and its own state. Pure.
import { type Day, daysBetween, formatDate } from '@aangan/contract/period.ts';
import { type Cover, coverOf, daysText, type PaperStatus, paperStatus } from './paper-cover.ts';
import { boardKinds, coverKinds, type PaperKindName, paperKinds, paperReason } from './paper-kinds.ts';

export type Readiness = 'READY' | 'WARN' | 'BLOCKED';
export const readinessLabels = { READY: 'Ready', WARN: 'Needs attention', BLOCKED: 'Blocked' } as const;

/** One row of the view vehicle_paper. */
export interface PaperRow {
  readonly kind: PaperKindName;
  readonly detail: string | null;
  readonly startsOn: Day;
  readonly endsOn: Day | null;
  readonly open: boolean;
  readonly nextDueKm: number | null;
}

export interface Cell extends Cover {
  readonly kind: PaperKindName;
  /** Somebody answers for running without it until then. */
  readonly overriddenUntil: string | null;
}

export interface Judged {
  readonly readiness: Readiness;
  readonly reasons: string[];
  readonly cells: Cell[];
}

interface At {
  readonly today: Day;
  readonly soonDays: number;
  readonly soonKm: number;
  readonly odometerKm: number | null;
}

const RANK: Readonly<Record<PaperStatus, number>> = { VALID: 0, DUE_SOON: 1, EXPIRED: 2 };
const none = (words: string): Cover => ({ status: 'VALID', daysLeft: null, endsOn: null, words });

function repairs(papers: readonly PaperRow[], { today }: At): Cover {
  const open = papers.find(
    ({ startsOn, endsOn }) => startsOn <= today && (endsOn === null || endsOn >= today),
  );
  if (!open) return none('None open');
  const until = open.endsOn === null ? '' : ` to ${formatDate(open.endsOn)}`;
  return {
    status: 'EXPIRED',
    daysLeft: null,
    endsOn: open.endsOn,
    words: `Out since ${formatDate(open.startsOn)}${until}`,
  };
}

/** By date and by distance, the worse of both, of the newest work of each kind. */
function maintenance(papers: readonly PaperRow[], at: At): Cover {
  const newest = [...Map.groupBy(papers, ({ detail }) => detail).values()].map(
    (rows) => rows.toSorted((a, b) => b.startsOn.localeCompare(a.startsOn))[0] as PaperRow,
  );
  const covers = newest.flatMap(({ endsOn, nextDueKm }) => [
    ...(endsOn === null ? [] : [byDate(endsOn, at)]),
    ...(nextDueKm === null || at.odometerKm === null ? [] : [byDistance(nextDueKm - at.odometerKm, at)]),
  ]);
  return (
    covers.toSorted(
      (a, b) => RANK[b.status] - RANK[a.status] || (a.daysLeft ?? 9999) - (b.daysLeft ?? 9999),
    )[0] ?? none('Nothing planned')
  );
}

function byDate(day: Day, { today, soonDays }: At): Cover {
  const daysLeft = daysBetween(today, day);
  const words = daysLeft < 0 ? `Due since ${formatDate(day)}` : daysText(daysLeft);
  return { status: paperStatus(today, day, soonDays), daysLeft, endsOn: day, words };
}

function byDistance(left: number, { soonKm }: At): Cover {
  const status = left < 0 ? 'EXPIRED' : left <= soonKm ? 'DUE_SOON' : 'VALID';
  const km = Math.abs(left).toLocaleString('en-IN');
  return { status, daysLeft: null, endsOn: null, words: left < 0 ? `${km} km over` : `${km} km left` };
}

function fines(papers: readonly PaperRow[], { today, soonDays }: At): Cover {
  const unpaid = papers.filter(({ open }) => open);
  const due = unpaid.flatMap(({ endsOn }) => (endsOn === null ? [] : [endsOn])).toSorted()[0];
  if (due === undefined) return none('None unpaid');
  const words = `${unpaid.length} unpaid`;
  // Unpaid is never in order, however far its day is.
  const status = paperStatus(today, due, soonDays);
  return {
    status: status === 'VALID' ? 'DUE_SOON' : status,
    daysLeft: daysBetween(today, due),
    endsOn: due,
    words,
  };
}

const isCover = (kind: PaperKindName): boolean => (coverKinds as readonly string[]).includes(kind);

function coverOfKind(kind: PaperKindName, papers: readonly PaperRow[], at: At): Cover {
  const own = papers.filter((paper) => paper.kind === kind);
  if (isCover(kind)) return coverOf(own, at.today, at.soonDays);
  if (kind === 'REPAIR') return repairs(own, at);
  return kind === 'MAINTENANCE' ? maintenance(own, at) : fines(own, at);
}

const OUT = { MAINTENANCE: 'In maintenance', INACTIVE: 'Not in use', RETIRED: 'Retired' } as const;

/** `overrides`: kind and until when; `state` as in vehicle.states.ts. */
export function judgeVehicle(
  vehicle: { readonly status: string; readonly papers: readonly PaperRow[] },
  overrides: ReadonlyMap<PaperKindName, string>,
  at: At,
): Judged {
  const cells = boardKinds.map(
    (kind): Cell => ({
      kind,
      ...coverOfKind(kind, vehicle.papers, at),
      overriddenUntil: overrides.get(kind) ?? null,
    }),
  );
  const blocking = cells.filter(
    ({ kind, status, overriddenUntil }) =>
      status === 'EXPIRED' && paperKinds[kind].blocks && !overriddenUntil,
  );
  const out = OUT[vehicle.status as keyof typeof OUT];
  const reasons = [...(out ? [out] : []), ...blocking.map(({ kind, words }) => paperReason(kind, words))];
  const readiness =
    reasons.length > 0 ? 'BLOCKED' : cells.some(({ status }) => status !== 'VALID') ? 'WARN' : 'READY';
  const warnings = cells.filter(({ status }) => status !== 'VALID');
  return {
    readiness,
    reasons: readiness === 'WARN' ? warnings.map(({ kind, words }) => paperReason(kind, words)) : reasons,
    cells,
  };
}
