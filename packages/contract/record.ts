import * as z from 'zod';
import { can, type ModuleGate } from './endpoint.ts';
import { type Fields, uuidSchema, type ValuesOf } from './fields.ts';
import type { FileImport } from './file-import.ts';
import { endpointsOf, type RecordEndpoints } from './record-endpoints.ts';
import { importEndpoints, recordImport } from './record-import.ts';
import { fieldShape, keySchema, rowShape } from './record-shapes.ts';

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
  /** Its import from a file; null where it has none. */
  readonly imports: FileImport | null;
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
  const several = Object.entries(options.fields).find(
    ([, f]) => f.kind === 'files' || f.kind === 'references',
  );
  if (several)
    throw new Error(
      `Record '${options.name}': '${several[0]}' holds several rows; give them a table of their own`,
    );
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
  const imports = options.import ? recordImport(definition) : null;
  return {
    ...definition,
    imports,
    endpoints: {
      ...endpointsOf(definition, { create: createSchema, update: updateSchema, row: rowSchema }),
      ...(imports ? importEndpoints(imports) : {}),
    },
  };
}
