// Cards of the home screen (shell.md 4.5). An area declares them beside its lists; the shell asks for those of the role
// in use, in parallel, each in a unit of work of its own with a time limit.
import type { Endpoint, ModuleGate } from '@aangan/contract/endpoint.ts';
import type { Day } from '@aangan/contract/period.ts';
import { type RawBuilder, sql } from 'kysely';
import { COUNT_CAP, countUpToCap } from '../record/keyset.ts';
import type { NarrowedActor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';

/** Kinds of home. Which role has which one is data (`role.home`). `staff` is for roles without one of their own. */
export const homes = [
  'owner',
  'system',
  'operations',
  'zone',
  'centre',
  'counsellor',
  'finance',
  'teacher',
  'marketing',
  'delivery',
  'tickets',
  'family',
  'staff',
] as const;
export type Home = (typeof homes)[number];

/** Filters as they stand in the address of a list and in its input: one meaning for both. */
export type HomeFilters = Readonly<
  Record<string, string | number | boolean | (string | number)[] | { from?: string; to?: string }>
>;

export interface HomeContext {
  readonly actor: NarrowedActor;
  readonly now: Date;
  readonly today: Day;
  /** The chosen academic year, or the current one. */
  readonly yearId: number;
}

/** The list behind a card: its screen, its query, the filters of both, and what of its answer the figure is. */
export interface Drill {
  readonly path: string;
  readonly list: Endpoint;
  filters(context: HomeContext): HomeFilters;
  /** The number of rows, a sum in the list's `totals`, or the sum of a column over all its rows. */
  readonly measures: 'rows' | { readonly total: string } | { readonly sum: string };
}

export interface HomeCard {
  /** `<area>.<kebab>`, unique in the product. */
  readonly key: `${string}.${string}`;
  readonly title: string;
  readonly unit: 'count' | 'money';
  /** How it is drawn; `centres` = one column of the table that compares centres. */
  readonly picture: 'number' | 'bars' | 'days' | 'seats' | 'names' | 'centres';
  /** Where it stands on the homes it suits, lower first. */
  readonly on: Readonly<Partial<Record<Home, number>>>;
  /** Work that waits: what to do about it, for those who hold `by` with the change right. */
  readonly todo?: { readonly action: string; readonly by: ModuleGate; readonly late?: true };
  readonly drill: Drill;
}

/** One part of a picture; it opens its own rows by filters over the card's, or by choosing its centre. */
export interface HomePoint {
  readonly label: string;
  readonly n: number;
  /** Of how many (seats). */
  readonly of?: number;
  readonly filters?: HomeFilters;
  readonly centre?: number;
}

export interface HomeFigure {
  readonly n: number;
  /** Counted up to a cap, as the list does. */
  readonly more?: boolean;
  readonly note?: string;
  /** The same figure of the period before. */
  readonly before?: { readonly n: number; readonly period: string };
  readonly points?: HomePoint[];
}

/** Cards that one look at the database answers, behind one module. */
export interface HomeCards {
  readonly module: ModuleGate;
  readonly cards: readonly HomeCard[];
  /** Seconds an answer over many centres may be shown again; work that waits is always counted afresh. */
  readonly keepS?: number;
  /** Figures of the cards in `wanted`; one that is left out is not shown (nothing to say to this person). */
  read(
    db: Db,
    context: HomeContext,
    wanted: ReadonlySet<string>,
  ): Promise<Readonly<Record<string, HomeFigure>>>;
}

/** `{n, more}` of a count that ran up to one above the cap: cards count no further than lists. */
export const capped = (n: number): { n: number; more?: boolean } =>
  n > COUNT_CAP ? { n: COUNT_CAP, more: true } : { n };

/** Figures of rows by their cards' keys, each a `from …`, counted in one statement up to the cap. */
export async function countCards(
  db: Db,
  rows: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<Record<string, HomeFigure>> {
  const columns = Object.entries(rows).map(
    ([key, from]) => sql`${countUpToCap(sql`select ${from}`)} as ${sql.id(key)}`,
  );
  const found = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  return figuresOf(found.rows[0]);
}

/** Holds exactly one row of `SELECT a, b, …`: a figure of each column by its name. */
export const figuresOf = (row: Readonly<Record<string, number>> | undefined): Record<string, HomeFigure> =>
  Object.fromEntries(Object.entries(row ?? {}).map(([key, n]) => [key, capped(n)]));
