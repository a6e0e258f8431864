// Serves a declared report: its rows, their totals, what they prove, and the export, from one function of the area that owns the rows.

import type { ListingFields } from '@aangan/contract/listing.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { refusals } from '@aangan/contract/refusal.ts';
import type { AnyReport, Report, ReportLink, ReportProof, ReportRow } from '@aangan/contract/report.ts';
import { type Days, daysOfPeriod, type ReportPeriod } from '@aangan/contract/report-period.ts';
import type { AboutLine, ExportSource } from '../endpoint/area-extras.ts';
import { type Handler, handle } from '../endpoint/handle.ts';
import { startExport } from '../files/exports.ts';
import { withLabels } from '../listing/row-labels.ts';
import type { Actor } from '../work/actor.ts';
import { ensure } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import { registerReport } from './report-registry.ts';

/** More rows than anybody reads: a shorter time or one centre is asked for. */
const MOST_ROWS = 5_000;

export const refuseReport = refusals({
  'report.narrow': [422, 'This report has more than 5,000 rows. Choose one centre or a shorter time.'],
  'report.days': [422, 'The last day is before the first. Choose other days.'],
});

export interface ReportAt<Filters> {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Date;
  /** The days asked for; of a report of now: today. */
  readonly days: Days;
  readonly filters: Filters;
}
type Served<Fs extends ListingFields> = ReportRow<Fs> & { readonly id: string; readonly link: ReportLink };

export interface ReportSource<Fs extends ListingFields, Filters> {
  /** All rows in the order they stand. A row's `link` opens what it sums. */
  rows(at: ReportAt<Filters>): Promise<readonly Served<Fs>[]>;
  /** Sums that must equal the report's own, counted by other statements. */
  proofs?(at: ReportAt<Filters>, totals: Readonly<Record<string, number>>): Promise<readonly ReportProof[]>;
}

type Input = Readonly<Record<string, unknown>>;
interface Asked {
  readonly sort?: string | undefined;
  readonly period?: ReportPeriod | undefined;
  readonly days?: Partial<Days> | undefined;
}

/** Handlers of a declared report. Refuses (422) days the wrong way round and more rows than anybody reads. */
export function serveReport<Fs extends ListingFields, Fl extends ListingFields>(
  of: Report<Fs, Fl>,
  source: ReportSource<Fs, NonNullable<Report<Fs, Fl>['$filters']>>,
): readonly Handler[] {
  type Filters = NonNullable<Report<Fs, Fl>['$filters']>;
  const atOf = (call: { db: Db; actor: Actor }, input: Input, now: Date): ReportAt<Filters> => {
    const { sort: _sort, period: _period, days: _days, ...filters } = input;
    return { ...call, now, days: daysOf(of, input as Asked, todayIst(now)), filters: filters as Filters };
  };
  const read = async (at: ReportAt<Filters>, sort: string | undefined) => {
    const rows = await source.rows(at);
    ensure(rows.length <= MOST_ROWS, () => refuseReport('report.narrow'));
    return sort === undefined ? rows : sorted(rows, sort);
  };
  const exported: ExportSource = {
    endpoint: of.endpoints.export,
    columns: (input) => {
      const wanted = input['columns'] as readonly string[] | undefined;
      return Object.entries(of.row)
        .filter(([name]) => !wanted?.length || wanted.includes(name))
        .map(([key, { label, kind }]) => ({ key, label, kind }));
    },
    page: async (db, actor, input) => {
      const { columns: _columns, format: _format, ...rest } = input;
      const rows = await read(atOf({ db, actor }, rest, new Date()), rest['sort'] as string | undefined);
      return { rows: rows.map((row) => withLabels(of.row, row)), next: null };
    },
    about: async (db, actor, input) => {
      const { columns: _columns, format: _format, ...rest } = input;
      const at = atOf({ db, actor }, rest, new Date());
      return aboutLines(of, at.days, totalsOf(of, await read(at, undefined)));
    },
  };
  registerReport({ report: of, source: exported });
  return [
    handle(of.endpoints.list, async ({ db, actor, input, now }) => {
      const asked = input as Input;
      const at = atOf({ db, actor }, asked, now);
      const rows = await read(at, asked['sort'] as string | undefined);
      const totals = totalsOf(of, rows);
      return {
        rows: [...rows],
        next: null,
        total: { n: rows.length, more: false },
        totals,
        proofs: [...((await source.proofs?.(at, totals)) ?? [])],
        asOf: now.toISOString(),
        from: of.period ? at.days.from : null,
        to: of.period ? at.days.to : null,
      };
    }),
    handle(of.endpoints.export, ({ db, actor, input }) => {
      const { format, ...rest } = input as Input & { format: 'csv' | 'xlsx' };
      return startExport(db, actor, {
        contract: of.endpoints.export.name,
        title: of.title,
        input: rest,
        format,
      });
    }),
  ];
}

function daysOf(of: AnyReport, { period, days }: Asked, today: string): Days {
  if (!of.period) return { from: today, to: today };
  const asked = daysOfPeriod(period ?? of.period, today);
  if (!days) return asked;
  const own = { from: days.from ?? days.to ?? asked.from, to: days.to ?? today };
  ensure(own.from <= own.to, () =>
    refuseReport('report.days', { fields: { days: 'The last day is before the first' } }),
  );
  return own;
}

const totalsOf = (of: AnyReport, rows: readonly Input[]): Record<string, number> =>
  Object.fromEntries(
    of.sums.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]),
  );

function sorted<R extends Input>(rows: readonly R[], sort: string): readonly R[] {
  const name = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (a: unknown, b: unknown): number => {
    // Nothing stands last, whichever way.
    if (a === null || b === null) return a === b ? 0 : (a === null ? 1 : -1) * sign;
    return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
  };
  return [...rows].sort((a, b) => sign * compare(a[name], b[name]));
}

function aboutLines(of: AnyReport, days: Days, totals: Readonly<Record<string, number>>): AboutLine[] {
  const value = (name: string): string => {
    const n = totals[name] ?? 0;
    return of.row[name]?.kind === 'money'
      ? `₹${(n / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
      : n.toLocaleString('en-IN');
  };
  return [
    ...(of.period ? [{ what: 'Days', value: `${formatDate(days.from)} to ${formatDate(days.to)}` }] : []),
    ...of.sums.map((name) => ({ what: `Total ${of.row[name]?.label.toLowerCase()}`, value: value(name) })),
    { what: 'Definition', value: of.definition },
  ];
}
