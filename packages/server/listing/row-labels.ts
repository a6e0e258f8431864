import type { Fields } from '@aangan/contract/fields.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row as a file has it: the words of a choice, not its code. */
export function withLabels(columns: Fields, row: Row): Row {
  const labelled = Object.entries(columns).flatMap(([name, { options }]) => {
    const value = row[name];
    if (!options || value === null) return [];
    const labelOf = (one: unknown) => options.find((option) => option.value === one)?.label ?? one;
    return [[name, Array.isArray(value) ? value.map(labelOf) : labelOf(value)]];
  });
  return { ...row, ...Object.fromEntries(labelled) };
}
