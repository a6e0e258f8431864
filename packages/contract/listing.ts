// A declared list: one declaration from which the operations, the table, the filters, the export and its tests come.
// For rows that commands write; rows that are only kept are a record() (docs/recipes/add-a-list.md).
import * as z from 'zod';
import {
  can,
  command,
  type Endpoint,
  type ModuleGate,
  pageOf,
  paging,
  type QueryOptions,
  query,
} from './endpoint.ts';
import { type Field, type Fields, uuidSchema, type ValueOf } from './fields.ts';
import { filterShape, rowShape } from './record-shapes.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
/** Fields by name. Without `optional`: a field written inside the declaration would else be taken for an optional one. */
export type ListingFields = Readonly<Record<string, Omit<Field, 'optional'>>>;
type Name<T> = Extract<keyof T, string>;

/** What every row has beside its declared keys. */
interface Base<C extends string> {
  id: z.ZodType<string, string>;
  franchiseeId: z.ZodType<number, number>;
  version: z.ZodType<number, number>;
  can: z.ZodType<Readonly<Record<C, boolean>>, Readonly<Record<C, boolean>>>;
}

export type ListingRowSchema<Fs extends ListingFields, H extends Shape, C extends string> = z.ZodObject<
  Base<C> & { [K in keyof Fs]: z.ZodType<ValueOf<Fs[K]>, ValueOf<Fs[K]>> } & H
>;

type FilterValue<F> = ValueOf<F> | readonly ValueOf<F>[] | { from?: ValueOf<F>; to?: ValueOf<F> };

type Search<Fl extends ListingFields> = { q?: string | undefined } & {
  [K in keyof Fl]?: FilterValue<Fl[K]> | undefined;
};

type ListInput<Fl extends ListingFields, S extends string> = Search<Fl> & {
  sort?: S | `-${S}` | undefined;
  after?: string | undefined;
};
type ListSchema<Fl extends ListingFields, S extends string> = z.ZodType<
  ListInput<Fl, S> & { limit: number },
  ListInput<Fl, S> & { limit?: number | undefined }
>;
type ExportSchema<Fl extends ListingFields, S extends string> = z.ZodType<
  Omit<ListInput<Fl, S>, 'after'> & { columns?: string[] | undefined; format: 'csv' | 'xlsx' },
  Omit<ListInput<Fl, S>, 'after'> & { columns?: string[] | undefined; format?: 'csv' | 'xlsx' | undefined }
>;

const countsOutput = z.object({ byStatus: z.record(z.string(), z.int()) });
/** null: more rows than are counted, so that nobody reads a part for the whole. */
const sumsOutput = z.object({ sums: z.record(z.string(), z.int()).nullable() });
const noInput = z.strictObject({});
const exportOutput = z.object({ jobId: uuidSchema });

interface ListingOptions<
  Fs extends ListingFields,
  H extends Shape,
  Fl extends ListingFields,
  S extends string,
  C extends string,
  St extends string,
  Su extends readonly string[],
> {
  /** The noun of its operations: `application` makes `application.list`, `.counts` and `.export`. */
  name: string;
  /** What the rows are, in the plural: "Applications". */
  title: string;
  module: ModuleGate;
  scope: 'centre' | 'network';
  /** Only rows of the chosen academic year. */
  needsYear?: true;
  /** Reading it is written to the access log. */
  personal?: NonNullable<QueryOptions<z.ZodType, z.ZodType>['logRead']>;
  /** Columns of table and export. `search` is what the search box looks into. */
  row: Fs;
  /** Keys of the row that are no columns. */
  hidden: H;
  /** Columns shown first, in this order; the others can be chosen. */
  shown: readonly Name<Fs>[];
  /** Filters beside the state's. One of a row's key compares with it; any other has its condition in `serveListing`. */
  filters?: Fl;
  /** Columns it can be ordered by. */
  sorts: readonly S[];
  sort: S | `-${S}`;
  /** The column of the state: a filter, and counted by `<name>.counts`. */
  state: St;
  /** Tiles over the table: a state and its words. */
  tiles?: Readonly<Record<string, string>>;
  /** Columns of money that are added up over all rows of the filter: amounts, never prices of a piece. */
  sums?: Su;
  /** What may be done with a row. */
  can: readonly C[];
}

type SumsEndpoint<Fl extends ListingFields, Su extends readonly string[]> = Su extends readonly [
  string,
  ...string[],
]
  ? { readonly sums: Endpoint<z.ZodType<Search<Fl>, Search<Fl>>, typeof sumsOutput> }
  : unknown;

export interface Listing<
  Fs extends ListingFields,
  H extends Shape,
  Fl extends ListingFields,
  S extends string,
  C extends string,
  Su extends readonly string[] = readonly string[],
> extends ListingOptions<Fs, H, Fl, S, C, Name<Fs>, Su> {
  readonly filters: Fl;
  readonly rowSchema: ListingRowSchema<Fs, H, C>;
  readonly endpoints: SumsEndpoint<Fl, Su> & {
    readonly list: Endpoint<ListSchema<Fl, S>, ReturnType<typeof pageOf<ListingRowSchema<Fs, H, C>>>>;
    readonly counts: Endpoint<typeof noInput, typeof countsOutput>;
    readonly export: Endpoint<ExportSchema<Fl, S>, typeof exportOutput>;
  };
}

/** A listing of any columns, as the table and the engine read it. */
export interface AnyListing {
  readonly name: string;
  readonly title: string;
  readonly scope: 'centre' | 'network';
  readonly needsYear?: true;
  readonly row: Fields;
  readonly hidden: Shape;
  readonly shown: readonly string[];
  readonly filters: Fields;
  readonly sorts: readonly string[];
  readonly sort: string;
  readonly state: string;
  readonly tiles?: Readonly<Record<string, string>>;
  readonly sums?: readonly string[];
  readonly endpoints: {
    readonly list: Endpoint;
    readonly counts: Endpoint;
    readonly export: Endpoint;
    readonly sums?: Endpoint;
  };
}

/** Declares a list. Throws when its state is no choice, or a column that is added up is no money. */
export function listing<
  const Fs extends ListingFields,
  H extends Shape,
  const S extends Name<Fs>,
  const C extends string,
  const St extends Name<Fs>,
  Fl extends ListingFields = Record<never, Field>,
  const Su extends readonly Name<Fs>[] = readonly [],
>(options: ListingOptions<Fs, H, Fl, S, C, St, Su>): Listing<Fs, H, Fl & Pick<Fs, St>, S, C, Su> {
  const { name, title, module, scope } = options;
  const row = options.row as unknown as Fields;
  const stateField = row[options.state];
  if (!stateField?.options) throw new Error(`Listing '${name}': its state '${options.state}' is no choice`);
  const noMoney = options.sums?.find((key) => row[key]?.kind !== 'money');
  if (noMoney) throw new Error(`Listing '${name}': '${noMoney}' is no money`);
  const filters = Object.fromEntries(
    Object.entries({ [options.state]: stateField, ...(options.filters as unknown as Fields) }).map(
      ([key, field]) => [key, { ...field, filter: field.filter ?? true }],
    ),
  );
  // What a link carries, a code or a number: one value.
  const singles = Object.fromEntries(
    Object.entries(filters)
      .filter(([, field]) => field.kind === 'text')
      .map(([key, field]) => [key, field.schema.optional()]),
  );
  const search = {
    q: z.string().trim().max(100).optional(),
    ...filterShape(filters),
    ...singles,
  };
  const sorts = options.sorts.flatMap((key) => [key, `-${key}`]) as [string, ...string[]];
  const rowSchema = z.object({
    id: uuidSchema,
    franchiseeId: z.int(),
    version: z.int(),
    ...rowShape(row),
    ...options.hidden,
    can,
  }) as unknown as ListingRowSchema<Fs, H, C>;
  const words = title.toLowerCase();
  const base = { module, scope, ...(options.needsYear ? { needsYear: options.needsYear } : {}) };
  return {
    ...options,
    filters: filters as unknown as Fl & Pick<Fs, St>,
    rowSchema,
    endpoints: {
      list: query({
        ...base,
        ...(options.personal ? { logRead: options.personal } : {}),
        name: `${name}.list`,
        summary: `List ${words}, with what may be done with each.`,
        input: z.strictObject({
          ...search,
          sort: z.enum(sorts).optional(),
          ...paging,
        }) as unknown as ListSchema<Fl & Pick<Fs, St>, S>,
        output: pageOf(rowSchema),
      }),
      counts: query({
        ...base,
        name: `${name}.counts`,
        summary: `Count ${words} by status.`,
        input: noInput,
        output: countsOutput,
      }),
      export: command({
        ...base,
        write: false,
        name: `${name}.export`,
        summary: `Export ${words} as a file, with the list's search, filters and order.`,
        input: z.strictObject({
          ...search,
          sort: z.enum(sorts).optional(),
          columns: z
            .array(z.enum(Object.keys(options.row) as [string, ...string[]]))
            .max(60)
            .optional(),
          format: z.enum(['csv', 'xlsx']).default('csv'),
        }) as unknown as ExportSchema<Fl & Pick<Fs, St>, S>,
        output: exportOutput,
      }),
      ...(options.sums?.length
        ? {
            sums: query({
              ...base,
              name: `${name}.sums`,
              summary: `Add up the money of ${words}, for the list's search and filters.`,
              input: z.strictObject(search),
              output: sumsOutput,
            }),
          }
        : {}),
    } as unknown as Listing<Fs, H, Fl & Pick<Fs, St>, S, C, Su>['endpoints'],
  };
}
