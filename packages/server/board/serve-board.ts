// Serves a declared dashboard. A figure's link is made of its card, and only for those who may call the list behind it.
import type {
  Board,
  Card,
  Cards,
  ChartCard,
  FigureCard,
  ShownCard,
  TableCard,
} from '@aangan/contract/board.ts';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import type * as z from 'zod';
import { type Call, handle, type InWorkHandler } from '../endpoint/handle.ts';
import type { HomeFilters } from '../endpoint/home-card.ts';
import { type Actor, mayCall } from '../work/actor.ts';

interface FigureValue {
  n: number;
  note?: string;
  /** What its list is narrowed by. */
  filters?: HomeFilters;
}
interface ChartRow<S extends string> {
  label: string;
  values: Readonly<Record<S, number>>;
}
interface TableRow<C extends string> extends ChartRow<C> {
  filters: HomeFilters;
}
interface NameRow {
  label: string;
  second: string;
  /** The page of this one. */
  to: string;
}

type ValueOf<C extends Card> = C extends FigureCard
  ? FigureValue
  : C extends ChartCard<infer S>
    ? readonly ChartRow<S>[]
    : C extends TableCard<infer K>
      ? readonly TableRow<K>[]
      : readonly NameRow[];

const boards = new Map<string, Board>();

/** Every dashboard of this process: the boards suite walks them. */
export const servedBoards = (): readonly Board[] => [...boards.values()];

/** The handler of a dashboard. `read` answers each card's value by its key; null leaves the card out. */
export function serveBoard<Cs extends Cards, X extends z.ZodRawShape>(
  of: Board<Cs, X>,
  read: (
    call: Call<ParsedInputOf<Board<Cs, X>['endpoint']>>,
  ) => Promise<{ [K in keyof Cs]: ValueOf<Cs[K]> | null }>,
): InWorkHandler {
  boards.set(of.name, of as unknown as Board); // its cards are read by their kinds
  return handle(of.endpoint, async (call) => {
    const values = await read(call);
    const cards = Object.entries(of.cards).flatMap(([key, card]) => {
      const value = values[key as keyof Cs];
      return value === null ? [] : [shownCard(key, card, value as ValueOf<Card>, call.actor)];
    });
    return { asOf: call.now.toISOString(), cards };
  });
}

function shownCard(key: string, card: Card, value: ValueOf<Card>, actor: Actor): ShownCard {
  const none = { key, n: null, note: null, link: null, rows: [] };
  const linkTo = (opens: TableCard['opens'] | undefined, filters: HomeFilters = {}) =>
    opens && mayCall(actor, opens.list) ? { path: opens.path, filters: { ...filters } } : null;
  if (card.kind === 'figure') {
    const { n, note, filters } = value as FigureValue;
    return { ...none, n, note: note ?? null, link: linkTo(card.opens, filters) };
  }
  if (card.kind === 'names')
    return {
      ...none,
      rows: (value as readonly NameRow[]).map(({ label, second, to }) => ({
        label,
        second,
        values: {},
        link: { path: to, filters: {} },
      })),
    };
  const rows = value as readonly (ChartRow<string> & { filters?: HomeFilters })[];
  return {
    ...none,
    rows: rows.map(({ label, values, filters }) => ({
      label,
      second: null,
      values,
      link: card.kind === 'table' ? linkTo(card.opens, filters) : null,
    })),
  };
}
