import * as z from 'zod';
import { command, type Endpoint, type ModuleGate, nothing, pageOf, paging, query } from './endpoint.ts';
import { type Fields, uuidSchema } from './fields.ts';
import { filterSchema, keySchema } from './record-shapes.ts';

export interface RecordEndpoints {
  list: Endpoint;
  get: Endpoint;
  options: Endpoint;
  export: Endpoint;
  create?: Endpoint;
  update?: Endpoint;
  remove?: Endpoint;
  importCheck?: Endpoint;
  importCorrect?: Endpoint;
  importCommit?: Endpoint;
  importCancel?: Endpoint;
  importStatus?: Endpoint;
  importRows?: Endpoint;
  importFaulty?: Endpoint;
}

/** Rows of one import file (R5: everything is bounded). */
export const MAX_IMPORT_ROWS = 10_000;

/** What the endpoints are made from: the part of a definition that does not depend on its field types. */
interface Source {
  name: string;
  title: string;
  plural: string;
  module: ModuleGate;
  scope: string;
  key: 'uuid' | 'integer';
  writes: string;
  keep?: true;
  fields: Fields;
  exportModule?: string;
  personal?: string;
}

interface Shapes {
  create: z.ZodObject;
  update: z.ZodObject;
  row: z.ZodObject;
}

/** The operations of a record; those that write are absent where it is written by commands. */
export function endpointsOf(r: Source, shapes: Shapes): RecordEndpoints {
  const base = baseOf(r);
  const reading = { ...readEndpoints(r, base, shapes), export: exportEndpoint(r, base) };
  return r.writes === 'commands' ? reading : { ...reading, ...writeEndpoints(r, base, shapes) };
}

const baseOf = (r: Source) =>
  ({
    module: r.module,
    scope: r.scope === 'network' ? 'network' : 'centre',
    ...(r.scope === 'centre-year' ? { needsYear: true as const } : {}),
  }) as const;
type Base = ReturnType<typeof baseOf>;

const searchWords = z.string().trim().max(100).optional();

function readEndpoints(r: Source, { needsYear, ...base }: Base, { row }: Shapes) {
  const id = keySchema(r.key);
  const logRead = r.personal ? { logRead: { subject: r.name, purpose: r.personal } } : {};
  const sortable = Object.keys(r.fields).flatMap((name) => [name, `-${name}`]);
  return {
    list: query({
      ...base,
      ...logRead,
      ...(needsYear ? { needsYear } : {}),
      name: `${r.name}.list`,
      summary: `List ${r.plural.toLowerCase()}.`,
      input: z.strictObject({
        q: searchWords,
        filters: filterSchema(r.fields).optional(),
        sort: z.enum(sortable as [string, ...string[]]).optional(),
        ...paging,
      }),
      output: pageOf(row),
    }),
    get: query({
      ...base,
      ...logRead,
      name: `${r.name}.get`,
      summary: `Read one ${r.title.toLowerCase()}.`,
      input: z.strictObject({ id }),
      output: row,
    }),
    options: query({
      ...base,
      name: `${r.name}.options`,
      module: '@signed-in',
      summary: `Find ${r.plural.toLowerCase()} by name, for pickers.`,
      input: z.strictObject({ q: searchWords, ids: z.array(id).max(50).optional() }),
      output: z.object({ rows: z.array(z.object({ id, label: z.string() })) }),
    }),
  };
}

const exportEndpoint = (r: Source, base: Base) =>
  command({
    ...base,
    module: r.exportModule ?? r.module,
    write: false,
    name: `${r.name}.export`,
    summary: `Export ${r.plural.toLowerCase()} as a file, with the list's filters.`,
    input: z.strictObject({
      q: searchWords,
      filters: filterSchema(r.fields).optional(),
      columns: z
        .array(z.enum(Object.keys(r.fields) as [string, ...string[]]))
        .max(60)
        .optional(),
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    output: z.object({ jobId: uuidSchema }),
  });

function writeEndpoints(r: Source, base: Base, { create, update, row }: Shapes) {
  const { needsYear, ...anywhere } = base;
  const id = keySchema(r.key);
  const noun = r.title.toLowerCase();
  // A new row needs its place; an old one has it.
  const placed = { ...base, ...(base.scope === 'centre' ? { needsCentre: true as const } : {}) };
  return {
    create: command({
      ...placed,
      write: true,
      idempotent: true,
      name: `${r.name}.create`,
      summary: `Add a ${noun}.`,
      input: create,
      output: row,
    }),
    update: command({
      ...anywhere,
      write: true,
      right: 'PATCH',
      versioned: true,
      name: `${r.name}.update`,
      summary: `Change a ${noun}; absent fields stay, null clears.`,
      input: z.strictObject({ id, changes: update }),
      output: row,
    }),
    ...(r.keep
      ? {}
      : {
          remove: command({
            ...anywhere,
            write: true,
            right: 'DELETE',
            versioned: true,
            name: `${r.name}.remove`,
            summary: `Remove a ${noun} that nothing refers to.`,
            input: z.strictObject({ id }),
            output: nothing,
          }),
        }),
  };
}
