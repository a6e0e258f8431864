import { addDays, daysBetween } from '@aangan/contract/period.ts';

export interface ForecastItem {
  id: string;
  title: string;
  phase: string;
  dueOn: string;
  open: boolean;
  /** Counts for the opening. */
  gate: boolean;
  departmentId: number;
}

export interface Mover {
  id: string;
  title: string;
  doneOn: string;
  late: number;
  days: number;
}

const MOVERS = 3;

/** When an open item is likely done: its due day, or today, plus the days its department is usually late. */
export const doneOn = (item: ForecastItem, today: string, late: ReadonlyMap<number, number>): string =>
  addDays(item.dueOn > today ? item.dueOn : today, late.get(item.departmentId) ?? 0);

const latest = (days: readonly string[]): string | null => [...days].sort().at(-1) ?? null;

/**
 * The earliest opening: the day the last gate item is likely done. An item moves it by as many days as the opening
 * would come earlier if that item alone were done today (network.md 11.1).
 */
export function forecastOf(
  items: readonly ForecastItem[],
  today: string,
  late: ReadonlyMap<number, number>,
): { opensOn: string | null; plannedOn: string | null; movers: Mover[] } {
  const open = items
    .filter((item) => item.open && item.gate)
    .map((item) => ({ ...item, doneOn: doneOn(item, today, late) }));
  const opensOn = latest(open.map((item) => item.doneOn));
  if (opensOn === null) return { opensOn: null, plannedOn: null, movers: [] };
  const movers = open.map((item) => {
    const without =
      latest(open.filter((other) => other.id !== item.id).map((other) => other.doneOn)) ?? today;
    return {
      id: item.id,
      title: item.title,
      doneOn: item.doneOn,
      late: late.get(item.departmentId) ?? 0,
      days: daysBetween(without, opensOn),
    };
  });
  movers.sort(
    (a, b) => b.days - a.days || b.doneOn.localeCompare(a.doneOn) || a.title.localeCompare(b.title),
  );
  return { opensOn, plannedOn: latest(open.map((item) => item.dueOn)), movers: movers.slice(0, MOVERS) };
}
