import { formatDay, formatPercent, formatRupees } from '../format.ts';
import type { FilterValue, ListFilter, Range } from '../list/list-state.ts';

/** How one value of a filter reads; labels of references come from outside. */
export function valueText(
  filter: ListFilter,
  value: string | number | boolean,
  labels: ReadonlyMap<string, string>,
): string {
  if (filter.kind === 'boolean') return value === true ? 'Yes' : 'No';
  if (filter.kind === 'date' || filter.kind === 'dateTime') return formatDay(String(value));
  if (filter.kind === 'money') return formatRupees(Number(value), true);
  if (filter.kind === 'percent') return formatPercent(Number(value));
  return (
    filter.options?.find((option) => option.value === value)?.label ??
    labels.get(String(value)) ??
    String(value)
  );
}

const isRange = (value: FilterValue): value is Range => typeof value === 'object' && !Array.isArray(value);

/** A filter's chip: `Open, Closed`, `01-04-2026 to 30-04-2026`, `from 01-04-2026`. */
export function filterText(
  filter: ListFilter,
  value: FilterValue,
  labels: ReadonlyMap<string, string>,
): string {
  if (isRange(value)) {
    const from = value.from === undefined ? null : valueText(filter, value.from, labels);
    const to = value.to === undefined ? null : valueText(filter, value.to, labels);
    if (from && to) return `${from} to ${to}`;
    return from ? `from ${from}` : `until ${to ?? ''}`;
  }
  const values = Array.isArray(value)
    ? (value as readonly (string | number)[])
    : [value as string | number | boolean];
  const texts = values.map((one) => valueText(filter, one, labels));
  return texts.length <= 2 ? texts.join(', ') : `${texts[0]}, ${texts[1]} +${texts.length - 2}`;
}

/** The chosen ones of a filter, as a list. */
export function chosenOf(value: FilterValue | undefined): (string | number)[] {
  if (value === undefined || typeof value === 'boolean') return [];
  if (Array.isArray(value)) return [...(value as readonly (string | number)[])];
  return typeof value === 'object' ? [] : [value as string | number];
}
