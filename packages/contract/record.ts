import * as z from 'zod';
import { can, command, type Endpoint, type ModuleGate, nothing, pageOf, paging, query } from './endpoint.ts';
import {
  daySchema,
  type Field,
  type Fields,
  instantSchema,
  labelKeyOf,
  paiseSchema,
  uuidSchema,
  type ValuesOf,
} from './fields.ts';

/**
 * A plain record: a table people list, add, edit and view, and nothing more. Saving has no consequence (rule 3);
 * what has one is a command. The closed list of options below is counted by a test (at most 20).
 */
export interface RecordOptions<Fs extends Fields> {
  name: string;
  title: string;
  plural?: string;
  module: ModuleGate;
  /** `centre` rows belong to a franchisee; `centre-year` also to an academic year; `shared` network defaults plus a centre's own; `network` no centre. */
  scope: 'centre' | 'centre-year' | 'shared' | 'network';
  /** Integer identity keys where the specification's paths carry numbers (franchisee, city). */
  key?: 'uuid' | 'integer';
  /** Bookmarked paths are stated, never derived. */
  screens: { list?: string; add?: string; edit?: string; view?: string };
  fields: Fs;
  /** A rule over several fields, pure, both sides: `true` or `{field: text}`. */
  check?: (values: ValuesOf<Fs>) => true | Partial<Record<keyof Fs & string, string>>;
  list: { columns: readonly (keyof Fs & string)[]; sort: `${'-' | ''}${keyof Fs & string}` };
  /** The field that names a row elsewhere (pickers, references). Default: the first text field. */
  label?: keyof Fs & string;
  /** `commands`: create/update/remove are written by hand (ladder step 4); list, get, options and export stay. */
  writes?: 'record' | 'commands';
  /** Rows are never removed. */
  keep?: true;
  /** CSV/XLSX upload with dry run. */
  import?: true;
  /** Another module that export needs. */
  exportModule?: string;
  /** Reads are written to the access log with this purpose. */
  personal?: string;
  table?: string;
}

/** Options of `record()`; the all-records suite fails when the list passes 20. */
export const RECORD_OPTIONS = [
  'name',
  'title',
  'plural',
  'module',
  'scope',
  'key',
  'screens',
  'fields',
  'check',
  'list',
  'label',
  'writes',
  'keep',
  'import',
  'exportModule',
  'personal',
  'table',
] as const;

export interface RecordEndpoints {
  list: Endpoint;
  get: Endpoint;
  options: Endpoint;
  export: Endpoint;
  create?: Endpoint;
  update?: Endpoint;
  remove?: Endpoint;
  importCheck?: Endpoint;
  importCommit?: Endpoint;
}

/** Rows of one import file (R5: everything is bounded). */
export const MAX_IMPORT_ROWS = 10_000;

/** One thing to mend in an import file. `row` is the line as a spreadsheet counts it (the heading is 1); 0 = the whole file. */
export const importError = z.object({ row: z.int(), field: z.string(), text: z.string() });

const importCheckInput = z.strictObject({
  /** The text of the file, or the id of an uploaded CSV or XLSX. */
  csv: z.string().max(1_900_000, 'Upload a file of this size').optional(),
  fileId: uuidSchema.optional(),
  fileName: z.string().trim().min(1).max(120),
});

const importCheckOutput = z.object({
  jobId: uuidSchema,
  total: z.int(),
  ok: z.int(),
  bad: z.int(),
  /** The first 500. */
  errors: z.array(importError),
  checkedUntil: z.string(),
});

export interface RecordDefinition<Fs extends Fields = Fields> extends Omit<RecordOptions<Fs>, 'check'> {
  readonly plural: string;
  readonly key: 'uuid' | 'integer';
  readonly writes: 'record' | 'commands';
  readonly table: string;
  readonly label: keyof Fs & string;
  /** Runs `check`; an empty object when all is well. */
  readonly problems: (values: Record<string, unknown>) => Record<string, string>;
  readonly createSchema: z.ZodType<ValuesOf<Fs>>;
  readonly updateSchema: z.ZodType<Partial<ValuesOf<Fs>>>;
  readonly rowSchema: z.ZodType<RowOf<Fs>>;
  readonly endpoints: RecordEndpoints;
}

export type RowOf<Fs extends Fields> = ValuesOf<Fs> & {
  id: string | number;
  version: number;
  /** The row's centre; absent for network records. */
  franchiseeId?: number;
  can: Record<string, boolean>;
} & { [K in keyof Fs as K extends `${infer Base}Id` ? `${Base}Label` : never]?: string | null };

// biome-ignore lint/suspicious/noExplicitAny: the one place where records of different fields stand in one list
export type AnyRecord = RecordDefinition<any>;

const keySchema = (key: 'uuid' | 'integer') => (key === 'uuid' ? uuidSchema : z.int().min(0).max(2147483647));

/** The filters a list accepts, from the fields that declare one. */
export function filterSchema(fields: Fields): z.ZodType<Record<string, unknown>> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, f] of Object.entries(fields)) {
    if (!f.filter) continue;
    const one = filterValue(f);
    shape[name] =
      f.filter === 'range'
        ? z.strictObject({ from: one.optional(), to: one.optional() }).optional()
        : z.union([one, z.array(one).max(50)]).optional();
  }
  return z.strictObject(shape);
}

function filterValue(f: Field): z.ZodType {
  if (f.kind === 'date') return daySchema;
  if (f.kind === 'dateTime') return instantSchema;
  if (f.kind === 'money') return paiseSchema;
  if (f.kind === 'choices') return z.enum((f.options ?? []).map((o) => o.value) as [string, ...string[]]);
  return f.schema;
}

/** Declares a record: seven endpoints and, with RecordList / RecordForm / RecordView, its screens. */
export function record<const Fs extends Fields>(options: RecordOptions<Fs>): RecordDefinition<Fs> {
  const writes = options.writes ?? 'record';
  const key = options.key ?? 'uuid';
  const shape = fieldShape(options.fields, false);
  const createSchema = z.strictObject({ ...(key === 'uuid' ? { id: uuidSchema.optional() } : {}), ...shape });
  const updateSchema = z.strictObject(fieldShape(options.fields, true));
  if (options.import && writes === 'commands')
    throw new Error(`Record '${options.name}' cannot be imported: its writes are commands`);
  const centre = options.scope === 'network' ? {} : { franchiseeId: z.int() };
  const rowSchema = z.object({
    id: keySchema(key),
    version: z.int(),
    can,
    ...centre,
    ...rowShape(options.fields),
  });
  const firstText = Object.entries(options.fields).find(([, f]) => f.kind === 'text')?.[0];
  const definition = {
    ...options,
    plural: options.plural ?? `${options.title}s`,
    key,
    writes,
    table: options.table ?? options.name.replaceAll('-', '_'),
    label: (options.label ?? firstText ?? Object.keys(options.fields)[0]) as keyof Fs & string,
    problems: (values: Record<string, unknown>) => {
      const verdict = options.check?.(values as ValuesOf<Fs>) ?? true;
      return verdict === true ? {} : (verdict as Record<string, string>);
    },
    createSchema: createSchema as unknown as z.ZodType<ValuesOf<Fs>>, // the shape is built from Fs at run time
    updateSchema: updateSchema as unknown as z.ZodType<Partial<ValuesOf<Fs>>>, // same
    rowSchema: rowSchema as unknown as z.ZodType<RowOf<Fs>>, // same
  };
  return { ...definition, endpoints: endpointsOf(definition, createSchema, updateSchema, rowSchema) };
}

function endpointsOf(
  r: {
    name: string;
    title: string;
    plural: string;
    module: ModuleGate;
    scope: string;
    key: 'uuid' | 'integer';
    writes: string;
    keep?: true;
    import?: true;
    fields: Fields;
    exportModule?: string;
    personal?: string;
    list: { columns: readonly string[] };
  },
  createSchema: z.ZodObject,
  updateSchema: z.ZodObject,
  rowSchema: z.ZodObject,
): RecordEndpoints {
  const scope = r.scope === 'network' ? 'network' : 'centre';
  const id = keySchema(r.key);
  const noun = r.title.toLowerCase();
  const base = { module: r.module, scope } as const;
  const logRead = r.personal ? { logRead: { subject: r.name, purpose: r.personal } } : {};
  const year = r.scope === 'centre-year' ? ({ needsYear: true } as const) : {};
  const sortable = Object.keys(r.fields).flatMap((name) => [name, `-${name}`]);
  const filters = filterSchema(r.fields);
  const listInput = z.strictObject({
    q: z.string().trim().max(100).optional(),
    filters: filters.optional(),
    sort: z.enum(sortable as [string, ...string[]]).optional(),
    ...paging,
  });
  const common: RecordEndpoints = {
    list: query({
      ...base,
      ...logRead,
      ...year,
      name: `${r.name}.list`,
      summary: `List ${r.plural.toLowerCase()}.`,
      input: listInput,
      output: pageOf(rowSchema),
    }),
    get: query({
      ...base,
      ...logRead,
      name: `${r.name}.get`,
      summary: `Read one ${noun}.`,
      input: z.strictObject({ id }),
      output: rowSchema,
    }),
    options: query({
      ...base,
      name: `${r.name}.options`,
      module: '@signed-in',
      summary: `Find ${r.plural.toLowerCase()} by name, for pickers.`,
      input: z.strictObject({
        q: z.string().trim().max(100).optional(),
        ids: z.array(id).max(50).optional(),
      }),
      output: z.object({ rows: z.array(z.object({ id, label: z.string() })) }),
    }),
    export: command({
      ...base,
      ...year,
      module: r.exportModule ?? r.module,
      write: false,
      name: `${r.name}.export`,
      summary: `Export ${r.plural.toLowerCase()} as a file, with the list's filters.`,
      input: z.strictObject({
        q: z.string().trim().max(100).optional(),
        filters: filters.optional(),
        columns: z
          .array(z.enum(Object.keys(r.fields) as [string, ...string[]]))
          .max(60)
          .optional(),
        format: z.enum(['csv', 'xlsx']).default('csv'),
      }),
      output: z.object({ jobId: uuidSchema }),
    }),
  };
  if (r.writes === 'commands') return common;
  const centre = scope === 'centre' ? ({ needsCentre: true } as const) : {};
  return {
    ...common,
    create: command({
      ...base,
      ...centre,
      ...year,
      write: true,
      idempotent: true,
      name: `${r.name}.create`,
      summary: `Add a ${noun}.`,
      input: createSchema,
      output: rowSchema,
    }),
    update: command({
      ...base,
      write: true,
      versioned: true,
      name: `${r.name}.update`,
      summary: `Change a ${noun}; absent fields stay, null clears.`,
      input: z.strictObject({ id, changes: updateSchema }),
      output: rowSchema,
    }),
    ...(r.keep
      ? {}
      : {
          remove: command({
            ...base,
            write: true,
            versioned: true,
            name: `${r.name}.remove`,
            summary: `Remove a ${noun} that nothing refers to.`,
            input: z.strictObject({ id }),
            output: nothing,
          }),
        }),
    ...(r.import ? importEndpoints(r, { ...base, ...centre, ...year }) : {}),
  };
}

function importEndpoints(
  r: { name: string; plural: string },
  base: { module: ModuleGate; scope: 'centre' | 'network' },
): Pick<RecordEndpoints, 'importCheck' | 'importCommit'> {
  const plural = r.plural.toLowerCase();
  return {
    importCheck: command({
      ...base,
      write: true,
      name: `${r.name}.import-check`,
      summary: `Check a file of ${plural}; nothing is saved yet.`,
      input: importCheckInput,
      output: importCheckOutput,
    }),
    importCommit: command({
      ...base,
      write: true,
      idempotent: true,
      name: `${r.name}.import-commit`,
      summary: `Save the ${plural} of a checked file, all or none.`,
      input: z.strictObject({ jobId: uuidSchema }),
      output: z.object({ inserted: z.int() }),
    }),
  };
}

function fieldShape(fields: Fields, partial: boolean): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, f]) => {
      const one = f.optional ? f.schema.nullable().optional() : f.schema;
      return [name, partial ? (f.optional ? one : f.schema.optional()) : one];
    }),
  );
}

// What leaves the server is not validated again by the entry rules (a phone normaliser, a minimum that was raised
// later): it is only shaped, so that an old row never turns into an error.
function rowShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, f] of Object.entries(fields)) {
    const one = outputOf(f);
    shape[name] = f.optional ? one.nullable() : one;
    if (f.kind === 'reference') shape[labelKeyOf(name)] = z.string().nullable().optional();
  }
  return shape;
}

function outputOf(f: Field): z.ZodType {
  switch (f.kind) {
    case 'integer':
    case 'money':
    case 'percent':
      return z.int();
    case 'decimal':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'choices':
      return z.array(z.string());
    case 'reference':
      return f.integerKey ? z.int() : z.string();
    default:
      return z.string();
  }
}
