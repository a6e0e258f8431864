import type { ReactElement, ReactNode } from 'react';
import { StatusTag } from '../ui/status-tag.tsx';
import { DateText, InstantText, Money } from '../ui/values.tsx';

/** One column. The first one says who or what a row is; `second` is the quiet line under a cell. */
export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  second?: ((row: Row) => ReactNode) | undefined;
  /** Name the list sorts by; without one the column does not sort. */
  sort?: string | undefined;
  align?: 'start' | 'end' | undefined;
  width?: number | undefined;
  minWidth?: number | undefined;
  /** Not shown until chosen. */
  hidden?: boolean | undefined;
  /** On cards (under 700 px): `state` stands at the top right, `hide` is left out. */
  card?: 'state' | 'hide' | undefined;
}

/** A thing to do with one row; build it from `row.can`. The two `frequent` ones show on hover and on cards. */
export interface RowAction {
  label: string;
  run?: (() => unknown) | undefined;
  to?: string | undefined;
  icon?: ReactElement | undefined;
  danger?: boolean | undefined;
  hidden?: boolean | undefined;
  frequent?: boolean | undefined;
  /** The key `e` does this. */
  edit?: boolean | undefined;
  /** A key of its own, beside those of every list (`y` keeps). */
  key?: string | undefined;
}

/** A thing to do with the selected rows; its label says how many. */
export interface BulkAction<Row> {
  label: (n: number) => string;
  run: (rows: readonly Row[]) => unknown;
  icon?: ReactElement | undefined;
  danger?: boolean | undefined;
  hidden?: boolean | undefined;
}

type Extra<Row> = Partial<Omit<Column<Row>, 'id' | 'label' | 'cell'>>;

// Plain text for nothing: a card leaves such a line out.
const drawn = <T,>(value: T | null | undefined, draw: (value: T) => ReactNode): ReactNode =>
  value === null || value === undefined ? '–' : draw(value);

/** An amount in paise, right-aligned. */
export const moneyColumn = <Row,>(
  id: string,
  label: string,
  get: (row: Row) => number | null | undefined,
  extra: Extra<Row> = {},
): Column<Row> => ({
  id,
  label,
  align: 'end',
  width: 140,
  cell: (row) => drawn(get(row), (paise) => <Money paise={paise} />),
  ...extra,
});

/** A day `YYYY-MM-DD`. */
export const dayColumn = <Row,>(
  id: string,
  label: string,
  get: (row: Row) => string | null | undefined,
  extra: Extra<Row> = {},
): Column<Row> => ({
  id,
  label,
  width: 120,
  cell: (row) => drawn(get(row), (day) => <DateText day={day} />),
  ...extra,
});

/** An instant; under a day it reads "12 min ago". */
export const instantColumn = <Row,>(
  id: string,
  label: string,
  get: (row: Row) => string | null | undefined,
  extra: Extra<Row> = {},
): Column<Row> => ({
  id,
  label,
  width: 170,
  cell: (row) => drawn(get(row), (at) => <InstantText at={at} ago />),
  ...extra,
});

/** A state as its tag; on cards it stands at the top right. */
export const stateColumn = <Row,>(
  area: string,
  get: (row: Row) => string | null | undefined,
  extra: Extra<Row> & { id?: string; label?: string } = {},
): Column<Row> => ({
  width: 150,
  card: 'state',
  ...extra,
  id: extra.id ?? 'status',
  label: extra.label ?? 'Status',
  cell: (row) => {
    const state = get(row);
    return state ? <StatusTag area={area} state={state} /> : null;
  },
});

/** A plain text or number; numbers go right. */
export const textColumn = <Row,>(
  id: string,
  label: string,
  get: (row: Row) => ReactNode,
  extra: Extra<Row> = {},
): Column<Row> => ({
  id,
  label,
  cell: (row) => get(row) ?? <span className="quiet">–</span>,
  ...extra,
});
