import {
  type FilterValues,
  type ListFilter,
  listLink,
  readListState,
  writeListState,
} from '@aangan/web/list/list-state.ts';
import type { ListModel } from '@aangan/web/list/use-list.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EVERYBODYS } from '../enquiry/opens-on-mine.web.ts';

const LIST = '/forms/enquiry/list';
const nothing = () => undefined;

/** A number without a filter counts everybody's, also for whom the register opens on their own. */
const linkOf = (filters: FilterValues): string =>
  Object.keys(filters).length > 0 ? listLink(LIST, filters) : `${LIST}?${EVERYBODYS}`;

export interface BoardFilters {
  values: FilterValues;
  /** For the filter bar, which only reads and sets filters. */
  bar: ListModel<unknown>;
  /** The list with the board's filters and these on top; null takes one of the board's away. */
  linkTo: (more?: Readonly<Record<string, FilterValues[string] | null>>) => string;
}

/** The shared filters of a board in its address, and the links of its numbers. */
export function useBoardFilters(fields: readonly ListFilter[]): BoardFilters {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const state = readListState(params, fields);
    const apply = (filters: FilterValues) =>
      setParams(writeListState(params, fields, { ...state, q: '', filters, after: null, skip: 0 }), {
        replace: true,
        preventScrollReset: true,
      });
    return {
      values: state.filters,
      linkTo: (more = {}) => linkOf(merged(state.filters, more)),
      bar: {
        rows: [],
        total: null,
        totals: null,
        range: { from: 0, to: 0 },
        loading: false,
        refreshing: false,
        error: null,
        refetch: nothing,
        q: '',
        setQ: nothing,
        filterFields: fields,
        filters: state.filters,
        setFilter: (name, value) => apply(merged(state.filters, { [name]: value })),
        clearFilters: () => apply({}),
        apply: (view) => apply(view.filters),
        sort: null,
        setSort: nothing,
        next: null,
        previous: null,
        input: {},
      },
    };
  }, [params, setParams, fields]);
}

function merged(
  values: FilterValues,
  more: Readonly<Record<string, FilterValues[string] | null>>,
): FilterValues {
  return Object.fromEntries(
    Object.entries({ ...values, ...more }).filter(
      (entry): entry is [string, FilterValues[string]] => entry[1] !== null,
    ),
  );
}
