// Entries that cells of a reference column may name.
import { headingKey } from '@aangan/contract/import-columns.ts';

export interface ImportList {
  /** The entries of this name: none, one, or several of the same name. */
  ids(typed: string): readonly (string | number)[];
  /** Names to choose from, the first 200. */
  readonly options: readonly string[];
}

/** A list that is read whole: an entry may have several names, of which the first is shown. Case, spaces and marks do not count. */
export function listOf(
  entries: readonly { readonly id: string | number; readonly names: readonly (string | null)[] }[],
): ImportList {
  const byName = new Map<string, (string | number)[]>();
  for (const { id, names } of entries)
    for (const key of new Set(names.map((name) => headingKey(name ?? ''))))
      if (key !== '') byName.set(key, [...(byName.get(key) ?? []), id]);
  return {
    ids: (typed) => byName.get(headingKey(typed)) ?? [],
    options: entries.flatMap(({ names }) => names[0] ?? []).slice(0, 200),
  };
}
