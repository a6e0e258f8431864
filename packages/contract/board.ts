// A dashboard as a list of cards: one declaration, from which its operation, its drawing and the test that every figure is the
// rows it opens come (docs/recipes/add-a-dashboard.md).
import * as z from 'zod';
import { type Endpoint, type ModuleGate, query } from './endpoint.ts';

/** The list behind a figure: its screen, its query, and what of its answer the figure is. */
export interface Opens {
  readonly path: string;
  readonly list: Endpoint;
  /** The number of rows, a sum in the list's `totals`, or the sum of a column over all its rows. */
  readonly measures: 'rows' | { readonly total: string } | { readonly sum: string };
}

type Unit = 'count' | 'money';

/** One figure. Without `opens` no list has exactly its rows. */
export interface FigureCard {
  readonly kind: 'figure';
  readonly label: string;
  readonly unit: Unit;
  readonly opens?: Opens;
}

/** Columns or lines over labels; paise for money. `empty` stands there while it has no rows. */
export interface ChartCard<S extends string = string> {
  readonly kind: 'bars' | 'lines';
  readonly label: string;
  readonly unit: Unit;
  readonly series: Readonly<Record<S, string>>;
  readonly empty?: {
    readonly title: string;
    readonly help: string;
    readonly action?: { label: string; to: string };
  };
}

/** Figures by row and column; a row opens what it counts. */
export interface TableCard<C extends string = string> {
  readonly kind: 'table';
  readonly label: string;
  /** Heading over the rows' names. */
  readonly first: string;
  readonly columns: Readonly<
    Record<C, { readonly label: string; readonly unit: Unit; readonly measures: Opens['measures'] }>
  >;
  readonly opens: Omit<Opens, 'measures'>;
}

/** Names, each with its own page. */
export interface NamesCard {
  readonly kind: 'names';
  readonly label: string;
  readonly empty: string;
}

export type Card = FigureCard | ChartCard | TableCard | NamesCard;
export type Cards = Readonly<Record<string, Card>>;

export const figure = (card: Omit<FigureCard, 'kind'>): FigureCard => ({ ...card, kind: 'figure' });
export const bars = <const S extends string>(card: Omit<ChartCard<S>, 'kind'>): ChartCard<S> => ({
  ...card,
  kind: 'bars',
});
export const lines = <const S extends string>(card: Omit<ChartCard<S>, 'kind'>): ChartCard<S> => ({
  ...card,
  kind: 'lines',
});
export const table = <const C extends string>(card: Omit<TableCard<C>, 'kind'>): TableCard<C> => ({
  ...card,
  kind: 'table',
});
export const names = (card: Omit<NamesCard, 'kind'>): NamesCard => ({ ...card, kind: 'names' });

/** Filters as they stand in the address of a list and in its input: one meaning for both. */
const filterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
  z.object({ from: z.string().optional(), to: z.string().optional() }),
]);
const link = z.object({ path: z.string(), filters: z.record(z.string(), filterValue) }).nullable();

const row = z.object({
  label: z.string(),
  second: z.string().nullable(),
  values: z.record(z.string(), z.int()),
  link,
});
const shownCard = z.object({
  key: z.string(),
  /** Of a figure: the figure, its note, and its rows. */
  n: z.int().nullable(),
  note: z.string().nullable(),
  link,
  /** Of every other card. */
  rows: z.array(row),
});
export type ShownCard = z.output<typeof shownCard>;
export type ShownRow = z.output<typeof row>;
const output = z.object({ asOf: z.string(), cards: z.array(shownCard) });

export interface BoardOptions<Cs extends Cards, X extends z.ZodRawShape> {
  /** Its operation: `finance.dashboard`. */
  name: string;
  summary: string;
  module: ModuleGate;
  needsYear?: true;
  input: X;
  /** In the order they are drawn: figures on top, charts below, tables and names beside them. */
  cards: Cs;
}

export interface Board<Cs extends Cards = Cards, X extends z.ZodRawShape = z.ZodRawShape>
  extends BoardOptions<Cs, X> {
  readonly endpoint: Endpoint<z.ZodObject<X, z.core.$strict>, typeof output>;
}

/** Declares a dashboard. */
export const board = <const Cs extends Cards, X extends z.ZodRawShape>(
  options: BoardOptions<Cs, X>,
): Board<Cs, X> => ({
  ...options,
  endpoint: query({
    name: options.name,
    summary: options.summary,
    module: options.module,
    scope: 'centre',
    ...(options.needsYear ? { needsYear: options.needsYear } : {}),
    input: z.strictObject(options.input),
    output,
    mayLag: true,
  }),
});
