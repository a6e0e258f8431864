import type { Area } from '@aangan/contract/area.ts';

let personal: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** Taken from the areas' declarations of personal data at start: their values never reach head office's journal screens. */
export function rememberPersonalColumns(areas: readonly Area[]): void {
  const found = new Map<string, Set<string>>();
  for (const { table, columns } of areas.flatMap((area) => area.personalData)) {
    const known = found.get(table) ?? new Set<string>();
    for (const column of columns) known.add(column);
    found.set(table, known);
  }
  personal = found;
}

/** True for a column that holds data about a person. */
export const isPersonal = (table: string, column: string): boolean =>
  personal.get(table)?.has(column) ?? false;
