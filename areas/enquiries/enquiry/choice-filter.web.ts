import type { ListFilter } from '@aangan/web/list/list-state.ts';

type Options = { value: string; label: string }[];

/** Of a dictionary of words. */
export const optionsOf = (words: Readonly<Record<string, string>>): Options =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Of rows that have a name. */
export const optionsOfRows = (rows: readonly { id: number | string; name: string }[] = []): Options =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** A filter of a list by some of these. */
export const choiceFilter = (name: string, label: string, options: Options): ListFilter => ({
  name,
  label,
  kind: 'choice',
  options,
  several: true,
});
