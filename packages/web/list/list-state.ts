import type { ChoiceOption, FieldKind } from '@aangan/contract/fields.ts';

/** One filter of a list. `range` gives from/to; `to` names the record a reference filter picks from. */
export interface ListFilter {
  name: string;
  label: string;
  kind: FieldKind;
  range?: boolean | undefined;
  options?: readonly ChoiceOption[] | undefined;
  to?: string | undefined;
  /** Several values at once; choices and references allow it unless set to false. */
  several?: boolean | undefined;
}

export interface Range {
  from?: string | number;
  to?: string | number;
}
export type FilterValue = string | number | boolean | readonly (string | number)[] | Range;
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** All a list keeps in its URL. `after` is the cursor of the page, `skip` how many rows lie before it. */
export interface ListState {
  q: string;
  filters: FilterValues;
  sort: string | null;
  after: string | null;
  skip: number;
}

const RESERVED = { q: 'q', sort: 'sort', after: 'after', skip: 'skip' } as const;
const NUMERIC: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money', 'percent']);

/** Reads the state from a query string; parameters that are no filter of this list are left alone. */
export function readListState(params: URLSearchParams, filters: readonly ListFilter[]): ListState {
  const values: Record<string, FilterValue> = {};
  for (const filter of filters) {
    const value = filter.range ? readRange(params, filter) : readValues(params, filter);
    if (value !== null) values[filter.name] = value;
  }
  const skip = Number(params.get(RESERVED.skip));
  return {
    q: params.get(RESERVED.q)?.slice(0, 100) ?? '',
    filters: values,
    sort: params.get(RESERVED.sort),
    after: params.get(RESERVED.after),
    skip: Number.isInteger(skip) && skip > 0 ? skip : 0,
  };
}

/** Writes the state over a query string; everything that is not the list's stays. */
export function writeListState(
  params: URLSearchParams,
  filters: readonly ListFilter[],
  state: ListState,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.values(RESERVED)) next.delete(name);
  for (const filter of filters) {
    for (const key of [filter.name, `${filter.name}.from`, `${filter.name}.to`]) next.delete(key);
    const value = state.filters[filter.name];
    if (value !== undefined) writeValue(next, filter.name, value);
  }
  if (state.q) next.set(RESERVED.q, state.q);
  if (state.sort) next.set(RESERVED.sort, state.sort);
  if (state.after) {
    next.set(RESERVED.after, state.after);
    next.set(RESERVED.skip, String(state.skip));
  }
  return next;
}

/** A link to a list with filters set: tiles open exactly the rows they count. */
export function listLink(
  path: string,
  filters: FilterValues,
  more: { q?: string; sort?: string } = {},
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) writeValue(params, name, value);
  if (more.q) params.set(RESERVED.q, more.q);
  if (more.sort) params.set(RESERVED.sort, more.sort);
  const text = params.toString();
  if (!text) return path;
  // A list in a tab has a query of its own already.
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function writeValue(params: URLSearchParams, name: string, value: FilterValue): void {
  if (Array.isArray(value)) {
    for (const one of value) params.append(name, String(one));
  } else if (typeof value === 'object') {
    const range = value as Range;
    if (range.from !== undefined && range.from !== '') params.set(`${name}.from`, String(range.from));
    if (range.to !== undefined && range.to !== '') params.set(`${name}.to`, String(range.to));
  } else params.set(name, String(value));
}

function readRange(params: URLSearchParams, filter: ListFilter): Range | null {
  const from = readOne(params.get(`${filter.name}.from`), filter);
  const to = readOne(params.get(`${filter.name}.to`), filter);
  if (from === null && to === null) return null;
  return {
    ...(from === null ? {} : { from: from as string | number }),
    ...(to === null ? {} : { to: to as string | number }),
  };
}

function readValues(params: URLSearchParams, filter: ListFilter): FilterValue | null {
  const values = params
    .getAll(filter.name)
    .map((raw) => readOne(raw, filter))
    .filter((value) => value !== null);
  if (values.length === 0) return null;
  return values.length === 1 ? (values[0] ?? null) : (values as (string | number)[]);
}

function readOne(raw: string | null, filter: ListFilter): string | number | boolean | null {
  if (raw === null || raw === '') return null;
  if (filter.kind === 'boolean') return raw === 'true' ? true : raw === 'false' ? false : null;
  if (NUMERIC.has(filter.kind) || (filter.kind === 'reference' && /^\d+$/.test(raw))) {
    const value = Number(raw);
    return Number.isFinite(value) ? value : null;
  }
  return raw;
}
