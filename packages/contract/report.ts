// A declared report: few rows that are summed from many, with their totals, the time they are of and what they prove. From one
// declaration come the operation, its table, the export and the test that rows, totals and file agree (docs/recipes/add-a-report.md).
import * as z from 'zod';
import { command, type Endpoint, type ModuleGate, pageOf, query } from './endpoint.ts';
import { choice, date, type Field, type Fields, uuidSchema, type ValueOf } from './fields.ts';
import type { ListingFields } from './listing.ts';
import { filterShape, rowShape } from './record-shapes.ts';
import { type ReportPeriod, reportPeriods } from './report-period.ts';

type Name<T> = Extract<keyof T, string>;

const linkSchema = z.object({ path: z.string(), filters: z.record(z.string(), z.unknown()) }).nullable();
export type ReportLink = z.output<typeof linkSchema>;

/** A sum of the report beside the same sum counted elsewhere: paise or a number, 0 when they agree. */
const proofSchema = z.object({
  text: z.string(),
  difference: z.int(),
  unit: z.enum(['money', 'count']),
});
export type ReportProof = z.output<typeof proofSchema>;

export interface ReportOptions<Fs extends ListingFields, Fl extends ListingFields> {
  /** The noun of its operations: `royalty-report` makes `royalty-report.list` and `.export`. */
  name: string;
  title: string;
  /** The module of the area whose rows it sums, not that of the screen: who may not see those sees no sum of them. */
  module: ModuleGate;
  scope: 'centre' | 'network';
  needsYear?: true;
  /** What a row is and which rows are summed: stands under the table. */
  definition: string;
  /** The time asked for where none is chosen; without it the figures are of now. */
  period?: ReportPeriod;
  filters?: Fl;
  /** Columns; the first says whose row it is. `help` says how a figure is made: the definitions show it. */
  row: Fs;
  /** Columns that add up to a total. */
  sums: readonly Name<Fs>[];
  /** Totals shown as tiles, at most four. */
  tiles: readonly Name<Fs>[];
  /** Columns drawn by row; all of one unit. */
  chart?: readonly Name<Fs>[];
}

export type ReportRow<Fs extends ListingFields> = { readonly [K in keyof Fs]: ValueOf<Fs[K]> };

/** A report of any columns, as the table and the suite read it. */
export interface AnyReport {
  readonly name: string;
  readonly title: string;
  readonly module: ModuleGate;
  readonly scope: 'centre' | 'network';
  readonly needsYear?: true;
  readonly definition: string;
  readonly period?: ReportPeriod;
  readonly filters: Fields;
  readonly row: Fields;
  readonly sums: readonly string[];
  readonly tiles: readonly string[];
  readonly chart?: readonly string[];
  readonly endpoints: { readonly list: Endpoint<z.ZodType, ReportOutput>; readonly export: Endpoint };
}

const outputOf = (row: z.ZodType) =>
  pageOf(row).extend({
    totals: z.record(z.string(), z.int()),
    proofs: z.array(proofSchema),
    asOf: z.string(),
    /** The days it is of; null for a report of now. */
    from: z.string().nullable(),
    to: z.string().nullable(),
  });
export type ReportOutput = ReturnType<typeof outputOf>;

export interface Report<Fs extends ListingFields, Fl extends ListingFields> extends AnyReport {
  /** Types only: what `serveReport` is given and must answer. */
  readonly $row?: ReportRow<Fs>;
  readonly $filters?: { readonly [K in keyof Fl]?: ValueOf<Fl[K]> | readonly ValueOf<Fl[K]>[] };
}

/** Declares a report. */
export function report<const Fs extends ListingFields, Fl extends ListingFields = Record<never, Field>>(
  options: ReportOptions<Fs, Fl>,
): Report<Fs, Fl> {
  const { name, title, module, scope } = options;
  const row = options.row as unknown as Fields;
  const asked: Fields = options.period
    ? {
        period: choice({ label: 'Period', options: reportPeriods, filter: true }) as Field,
        days: date({ label: 'Days', filter: 'range' }) as Field,
      }
    : {};
  const own = Object.fromEntries(
    Object.entries((options.filters ?? {}) as unknown as Fields).map(([key, field]) => [
      key,
      { ...field, filter: field.filter ?? true },
    ]),
  );
  const filters = { ...asked, ...own };
  // One period at a time.
  const shape = {
    ...filterShape(filters),
    ...(asked['period'] ? { period: asked['period'].schema.optional() } : {}),
  };
  const sorts = Object.keys(row).flatMap((key) => [key, `-${key}`]) as [string, ...string[]];
  const base = { module, scope, ...(options.needsYear ? { needsYear: options.needsYear } : {}) };
  const words = title.toLowerCase();
  return {
    ...options,
    filters,
    row,
    endpoints: {
      list: query({
        ...base,
        name: `${name}.list`,
        summary: `Report ${words}, with totals and what they prove.`,
        input: z.strictObject({ ...shape, sort: z.enum(sorts).optional() }),
        output: outputOf(z.object({ id: z.string(), ...rowShape(row), link: linkSchema })),
      }),
      export: command({
        ...base,
        write: false,
        name: `${name}.export`,
        summary: `Export ${words} as a file, for the same time and filters.`,
        input: z.strictObject({
          ...shape,
          sort: z.enum(sorts).optional(),
          columns: z
            .array(z.enum(Object.keys(row) as [string, ...string[]]))
            .max(60)
            .optional(),
          format: z.enum(['csv', 'xlsx']).default('csv'),
        }),
        output: z.object({ jobId: uuidSchema }),
      }),
    },
  };
}
