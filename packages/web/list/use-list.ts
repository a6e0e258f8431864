import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { Field } from '@aangan/contract/fields.ts';
import type { AnyRecord, RecordDefinition, RowOf } from '@aangan/contract/record.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod';
import type { ApiError } from '../api/api-error.ts';
import { useQuery } from '../api/use-query.ts';
import {
  type FilterValue,
  type FilterValues,
  type ListFilter,
  type ListState,
  readListState,
  writeListState,
} from './list-state.ts';

export interface ListOptions<Input = Record<string, unknown>> {
  filters?: readonly ListFilter[];
  /** Fixed parts of the input (the child of a page, a tab's state). */
  input?: Partial<Input>;
  sort?: string;
  limit?: 25 | 50 | 100 | 200;
  enabled?: boolean;
  every?: number;
  /** Several lists on one page: the second keeps its state to itself instead of the URL. */
  local?: boolean;
}

export interface ListModel<Row, Totals extends string = never> {
  rows: readonly Row[];
  total: { n: number; more: boolean } | null;
  /** What all rows of the filter come to, where the list answers it (paise); null until then. */
  totals: Readonly<Record<Totals, number>> | null;
  /** 1-based first and last row of this page. */
  range: { from: number; to: number };
  /** The first page has not come yet. */
  loading: boolean;
  /** Another page or filter is being read while the old rows stay. */
  refreshing: boolean;
  error: ApiError | null;
  refetch: () => void;
  q: string;
  setQ: (q: string) => void;
  filterFields: readonly ListFilter[];
  filters: FilterValues;
  setFilter: (name: string, value: FilterValue | null) => void;
  clearFilters: () => void;
  /** Replaces search, filters and sort at once (saved views). */
  apply: (view: { q: string; filters: FilterValues; sort: string | null }) => void;
  /** `name`, `-name`, or null. */
  sort: string | null;
  setSort: (sort: string | null) => void;
  next: (() => void) | null;
  previous: (() => void) | null;
  /** The input of the list without its paging: exports use the same. */
  input: Record<string, unknown>;
}

const isRecord = (source: Endpoint | AnyRecord): source is AnyRecord =>
  'fields' in source && 'endpoints' in source;

/** The filters a record's fields declare. */
export const filtersOf = (record: AnyRecord): ListFilter[] =>
  Object.entries(record.fields as Record<string, Field>)
    .filter(([, field]) => field.filter)
    .map(([name, field]) => ({
      name,
      label: field.label,
      kind: field.kind,
      range: field.filter === 'range',
      options: field.options,
      to: field.to,
      several: field.kind === 'choice' || field.kind === 'reference',
    }));

type RowsOf<E extends Endpoint> = OutputOf<E> extends { rows: readonly (infer Row)[] } ? Row : never;
type TotalsOf<E extends Endpoint> = OutputOf<E> extends { totals: infer T } ? keyof T & string : never;

/**
 * A list whose search, filters, sort and page live in the URL: a record's, or of any query with the input
 * `{q?, filters?, sort?, ...paging}` and the output `pageOf(row)`. Filters of a query without `filters` stand flat in its input.
 */
export function useList<Fs extends RecordDefinition['fields']>(
  record: RecordDefinition<Fs>,
  options?: ListOptions,
): ListModel<RowOf<Fs>>;
export function useList<E extends Endpoint>(
  endpoint: E,
  options?: ListOptions<InputOf<E>>,
): ListModel<RowsOf<E>, TotalsOf<E>>;
export function useList(source: Endpoint | AnyRecord, options: ListOptions = {}): ListModel<unknown> {
  const endpoint: Endpoint = isRecord(source) ? source.endpoints.list : source;
  const filterFields = useMemo(
    () => (isRecord(source) ? (options.filters ?? filtersOf(source)) : filtersFor(source, options.filters)),
    [options.filters, source],
  );
  const { state, change, next: goNext, previous, depth } = useListState(filterFields, options.local ?? false);
  const limit = options.limit ?? 50;
  const fixed = options.input;
  const sort = state.sort ?? options.sort ?? (isRecord(source) ? String(source.list.sort) : null);

  const input = useMemo(
    () => inputOf(endpoint, { ...state, sort: state.sort ?? options.sort ?? null }, fixed ?? {}),
    [endpoint, state, options.sort, fixed],
  );
  const query = useQuery(
    endpoint,
    {
      ...input,
      ...(state.after ? { after: state.after } : {}),
      ...(accepts(endpoint, 'limit') ? { limit } : {}),
    },
    { keepPrevious: true, enabled: options.enabled, every: options.every },
  );
  // Rows stay while they are read again, but not when the right to them was taken.
  const page = (query.error?.status === 403 ? undefined : query.data) as
    | {
        rows: readonly unknown[];
        next: string | null;
        total: { n: number; more: boolean };
        totals?: Readonly<Record<string, number>>;
      }
    | undefined;

  return {
    rows: page?.rows ?? [],
    total: page?.total ?? null,
    totals: page?.totals ?? null,
    range: {
      from: page && page.rows.length > 0 ? state.skip + 1 : 0,
      to: state.skip + (page?.rows.length ?? 0),
    },
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    error: query.error,
    refetch: () => void query.refetch(),
    q: state.q,
    setQ: useCallback((q: string) => change({ q }), [change]),
    filterFields,
    filters: state.filters,
    setFilter: (name, value) => {
      const { [name]: _old, ...rest } = state.filters;
      change({ filters: value === null ? rest : { ...rest, [name]: value } });
    },
    clearFilters: useCallback(() => change({ q: '', filters: {} }), [change]),
    apply: useCallback(
      (view: { q: string; filters: FilterValues; sort: string | null }) => change(view),
      [change],
    ),
    sort,
    setSort: useCallback((value: string | null) => change({ sort: value }), [change]),
    next:
      page?.next && !query.isPlaceholderData
        ? () => goNext(page.next ?? '', state.skip + page.rows.length)
        : null,
    previous: depth > 0 || state.after ? previous : null,
    input,
  };
}

function accepts(endpoint: Endpoint, name: string): boolean {
  return endpoint.input instanceof z.ZodObject && name in endpoint.input.shape;
}

/** A query takes several values of a filter only where its contract says so. */
const filtersFor = (endpoint: Endpoint, filters: readonly ListFilter[] = []): ListFilter[] =>
  filters.map((filter) => ({
    ...filter,
    several: filter.several ?? takesSeveral(filterSchemaOf(endpoint, filter.name)),
  }));

function filterSchemaOf({ input }: Endpoint, name: string): unknown {
  if (!(input instanceof z.ZodObject)) return undefined;
  if (name in input.shape) return input.shape[name];
  const nested = bare(input.shape['filters']);
  return nested instanceof z.ZodObject ? nested.shape[name] : undefined;
}

const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;

function takesSeveral(schema: unknown): boolean {
  const one = bare(schema);
  return one instanceof z.ZodArray || (one instanceof z.ZodUnion && one.options.some(takesSeveral));
}

function inputOf(
  endpoint: Endpoint,
  state: ListState,
  fixed: Record<string, unknown>,
): Record<string, unknown> {
  const filters = Object.keys(state.filters).length > 0 ? state.filters : null;
  const nested = accepts(endpoint, 'filters');
  return {
    ...(state.q && accepts(endpoint, 'q') ? { q: state.q } : {}),
    ...(state.sort && accepts(endpoint, 'sort') ? { sort: state.sort } : {}),
    ...(nested ? (filters ? { filters } : {}) : (filters ?? {})),
    ...fixed,
  };
}

interface Page {
  after: string | null;
  skip: number;
}

const first: ListState = { q: '', filters: {}, sort: null, after: null, skip: 0 };

/** Where the state lives: the URL, with the way back in the history entry; or in the component for a second list. */
function useListState(filterFields: readonly ListFilter[], local: boolean) {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const [own, setOwn] = useState<ListState>(first);
  const [ownTrail, setOwnTrail] = useState<readonly Page[]>([]);
  const text = params.toString();
  const fromUrl = useMemo(() => readListState(new URLSearchParams(text), filterFields), [text, filterFields]);
  const state = local ? own : fromUrl;
  const trail = local ? ownTrail : trailOf(location.state);

  const go = useCallback(
    (next: ListState, nextTrail: readonly Page[], push: boolean) => {
      if (local) {
        setOwn(next);
        setOwnTrail(nextTrail);
        return;
      }
      const search = writeListState(
        new URLSearchParams(window.location.search),
        filterFields,
        next,
      ).toString();
      void navigate(
        { search: search ? `?${search}` : '' },
        { replace: !push, state: { trail: nextTrail }, preventScrollReset: true },
      );
    },
    [local, filterFields, navigate],
  );
  const change = useCallback(
    (part: Partial<ListState>) => go({ ...state, ...part, after: null, skip: 0 }, [], false),
    [go, state],
  );
  const next = (after: string, skip: number) =>
    go({ ...state, after, skip }, [...trail, { after: state.after, skip: state.skip }], true);
  const previous = () => {
    // A link that came without its way back (pasted address) leads to the first page.
    const back = trail.at(-1) ?? { after: null, skip: 0 };
    go({ ...state, ...back }, trail.slice(0, -1), true);
  };
  return { state, change, next, previous, depth: trail.length };
}

/**
 * Nobody searched, filtered or sorted here yet: the address came without any of it. Clearing the filters is an answer,
 * too, and is kept with the history entry.
 */
export function useIsUntouched(filterFields: readonly ListFilter[]): boolean {
  const [params] = useSearchParams();
  const { state } = useLocation();
  if (typeof state === 'object' && state !== null && 'trail' in state) return false;
  const { q, filters, sort, after } = readListState(params, filterFields);
  return !q && !sort && !after && Object.keys(filters).length === 0;
}

function trailOf(state: unknown): readonly Page[] {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return [];
  return state.trail as readonly Page[]; // written by `go` above
}

/**
 * A text that follows its source, and reaches it after the user paused typing; answers the text to show, its setter and
 * the way to hand it over at once.
 */
export function useTyped(
  value: string,
  commit: (value: string) => void,
  waitMs = 250,
): [string, (value: string) => void, () => void] {
  const [shown, setShown] = useState(value);
  const sent = useRef(value);
  const latest = useRef(commit);
  latest.current = commit;
  // What comes back is often our own older text: it must not overwrite what was typed since.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setShown(value);
  }, [value]);
  const hand = useCallback(() => {
    if (shown === sent.current) return;
    sent.current = shown;
    latest.current(shown);
  }, [shown]);
  useEffect(() => {
    const timer = setTimeout(hand, waitMs);
    return () => clearTimeout(timer);
  }, [hand, waitMs]);
  return [shown, setShown, hand];
}
