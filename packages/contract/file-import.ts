import * as z from 'zod';
import { command, type Endpoint, type ModuleGate, pageOf, paging, query } from './endpoint.ts';
import { daySchema, type Field, uuidSchema, type ValueOf } from './fields.ts';
import type { HeadingColumn } from './import-columns.ts';
import { nounOf } from './noun.ts';

/** One column of an import: a field kind, the headings it is known by, and what stands in the sample file. */
export interface ImportColumn<F = Field> {
  readonly field: F;
  readonly names: readonly string[];
  readonly example: string;
}

/** A column; `names` are headings of usual files besides its own name and label ('Mobile No.', 'office_name'). */
export const column = <F>(field: F, example = '', ...names: readonly string[]): ImportColumn<F> => ({
  field,
  names,
  example,
});

export type ImportColumns = Readonly<Record<string, ImportColumn>>;
/** What a declaration is held to: no more of a field than this, else each would count as perhaps optional. */
export type DeclaredColumns = Readonly<Record<string, ImportColumn<Pick<Field, 'kind' | 'label'>>>>;
export type ImportValues<Cs extends DeclaredColumns> = { [K in keyof Cs]: ValueOf<Cs[K]['field']> };

export const importModes = ['ALL_OR_NOTHING', 'VALID_ROWS'] as const;
export type ImportMode = (typeof importModes)[number];

/** Choices of whoever saves, by name. */
export type ImportOptions = Readonly<Record<string, Field>>;
export type DeclaredOptions = Readonly<Record<string, Pick<Field, 'kind' | 'label'>>>;
export type OptionValues<Os extends DeclaredOptions> = { [K in keyof Os]: ValueOf<Os[K]> };

export interface FileImportOptions<
  Cs extends DeclaredColumns,
  Os extends DeclaredOptions = Record<never, Field>,
  P = null,
> {
  /** Noun of the operations: `user` makes `user.import-check`. */
  name: string;
  /** What the rows are, plural: 'Users'. */
  title: string;
  module: ModuleGate;
  scope: 'centre' | 'network';
  /**
   * Of a centre's import: with no centre chosen the rows belong to several of the person's. `check` then finds each row's own,
   * and `save` writes it there (`withOneCentre`).
   */
  needsCentre?: false;
  needsYear?: true;
  columns: Cs;
  /** Columns that together know a row again; a second row with the same in one file is a fault. */
  reference?: readonly (keyof Cs & string)[];
  /** EITHER: whoever saves chooses. */
  mode: ImportMode | 'EITHER';
  /** What whoever saves chooses besides, each a `choice`: its first entry stands until then. */
  options?: Os;
  /** What `check` answers beside faults, to be looked at before the save. */
  preview?: z.ZodType<P>;
  maxRows: number;
}

/** Faults are read and cells are corrected in portions of this size. */
const MAX_CHANGES = 500;
/** Files up to this size may stand in the request as text; larger ones, and workbooks, are uploaded first. */
export const INLINE_BYTES = 1_500_000;

/** Where a check or a save stands. A larger file is CHECKING, then COMMITTING: ask `status`. */
export const importState = z.enum(['CHECKING', 'CHECKED', 'COMMITTING', 'DONE', 'FAILED', 'CANCELLED']);

const importJob = z.object({
  jobId: uuidSchema,
  fileName: z.string(),
  state: importState,
  /** As it was chosen at the save. */
  mode: z.enum(importModes),
  /** Rows of the file; those without and with a fault; how many are through; how many are saved. */
  total: z.int(),
  ok: z.int(),
  bad: z.int(),
  done: z.int(),
  saved: z.int(),
  /** Every heading in its order, the column it is taken for (null = not read) and its first cells. */
  headings: z.array(
    z.object({ title: z.string(), column: z.string().nullable(), examples: z.array(z.string()) }),
  ),
  /** Needed columns that no heading is taken for: nothing can be saved before they are chosen. */
  missing: z.array(z.string()),
  /** Columns whose day and month cannot be told apart, with one cell read both ways. */
  dateQuestions: z.array(
    z.object({ column: z.string(), cell: z.string(), dayFirst: daySchema, monthFirst: daySchema }),
  ),
  /** What stands in cells of a list and is no entry of it; `options` are entries to choose from. */
  unknownValues: z.array(
    z.object({ column: z.string(), value: z.string(), rows: z.int(), options: z.array(z.string()) }),
  ),
  /** Why a check or a save in the background ended early. */
  problem: z.string().nullable(),
  checkedUntil: z.string(),
});
export type ImportJob = z.output<typeof importJob> & { preview: unknown };

const faultyRow = z.object({
  /** The line as a spreadsheet shows it: title lines, the heading and empty lines count. */
  row: z.int(),
  faults: z.array(z.object({ column: z.string(), text: z.string(), value: z.string() })),
});
export type FaultyRow = z.output<typeof faultyRow>;

const job = z.strictObject({ jobId: uuidSchema });
const SAVED = {
  ALL_OR_NOTHING: ', all or none',
  VALID_ROWS: ': the rows without a fault',
  EITHER: ', all or none, or those without a fault',
} as const;
/** The modes that a save of it may name. */
export const modesOf = (mode: ImportMode | 'EITHER'): readonly ImportMode[] =>
  mode === 'EITHER' ? importModes : [mode];
const optionShape = (options: ImportOptions = {}) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { schema }]) => [name, (schema as z.ZodType<string>).optional()]),
  );
const cell = z.string().trim().max(1000, 'At most 1,000 characters');

function endpointsOf<Cs extends DeclaredColumns>(o: FileImportOptions<Cs, DeclaredOptions, unknown>) {
  const rows = nounOf(o.title);
  const output = importJob.extend({ preview: (o.preview ?? z.null()).nullable() as z.ZodType<unknown> });
  const name = z.enum(Object.keys(o.columns) as [string, ...string[]]);
  const base = {
    module: o.module,
    scope: o.scope,
    ...(o.scope === 'centre' && o.needsCentre !== false ? { needsCentre: true as const } : {}),
  };
  const placed = { ...base, ...(o.needsYear ? { needsYear: true as const } : {}) };
  return {
    check: command({
      ...placed,
      write: true,
      name: `${o.name}.import-check`,
      summary: `Check a file of ${rows}; nothing is saved yet.`,
      input: z.strictObject({
        csv: z.string().max(1_900_000, 'Upload a file of this size').optional(),
        fileId: uuidSchema.optional(),
        fileName: z.string().trim().min(1).max(120),
      }),
      output,
    }),
    correct: command({
      ...placed,
      write: true,
      name: `${o.name}.import-correct`,
      summary: `Change cells, columns, values or the order of dates in a checked file of ${rows}, and check it again.`,
      input: z.strictObject({
        jobId: uuidSchema,
        /** What each heading is taken for, in their order. */
        columns: z.array(name.nullable()).max(200).optional(),
        /** Columns whose dates stand month first (true) or day first. */
        monthFirst: z.record(z.string(), z.boolean()).optional(),
        /** Wherever a cell of the column says `from`, `to` is read. */
        values: z
          .array(z.strictObject({ column: name, from: cell, to: cell }))
          .max(MAX_CHANGES)
          .optional(),
        cells: z
          .array(z.strictObject({ row: z.int().min(1), column: name, value: cell }))
          .max(MAX_CHANGES, `Change at most ${MAX_CHANGES} cells at a time`)
          .optional(),
      }),
      output,
    }),
    commit: command({
      ...placed,
      write: true,
      idempotent: true,
      name: `${o.name}.import-commit`,
      summary: `Save the ${rows} of a checked file${SAVED[o.mode]}.`,
      input: job.extend({
        mode: z.enum(modesOf(o.mode)).optional(),
        options: z.strictObject(optionShape(o.options as ImportOptions | undefined)).optional(),
      }),
      /** `inserted` is null while a larger file is being saved: `status` then tells how far it is. */
      output: z.object({ inserted: z.int().nullable() }),
    }),
    cancel: command({
      ...base,
      write: true,
      name: `${o.name}.import-cancel`,
      summary: `Stop the save of a file of ${rows}.`,
      input: job,
      output,
    }),
    status: query({
      ...base,
      name: `${o.name}.import-status`,
      summary: `How far a file of ${rows} is.`,
      input: job,
      output,
    }),
    rows: query({
      ...base,
      name: `${o.name}.import-rows`,
      summary: `The rows with faults of a file of ${rows}, each with all of its faults.`,
      input: z.strictObject({ jobId: uuidSchema, ...paging }),
      output: pageOf(faultyRow),
    }),
    faulty: query({
      ...base,
      name: `${o.name}.import-faulty`,
      summary: `The rows with faults of a file of ${rows} as the same sheet, with what to correct in a last column.`,
      input: job,
      output: z.object({ fileName: z.string(), csv: z.string() }),
    }),
  } satisfies Record<string, Endpoint>;
}

export type FileImportEndpoints = ReturnType<typeof endpointsOf>;

export interface FileImport<
  Cs extends DeclaredColumns = ImportColumns,
  Os extends DeclaredOptions = ImportOptions,
  P = unknown,
> extends Omit<FileImportOptions<Cs, Os, P>, 'reference'> {
  readonly reference?: readonly string[];
  readonly endpoints: FileImportEndpoints;
}

/** Declares an import: its endpoints, and with serveImport and ImportScreen its working. */
export function fileImport<
  const Cs extends DeclaredColumns,
  const Os extends DeclaredOptions = Record<never, Field>,
  P = null,
>(options: FileImportOptions<Cs, Os, P>): FileImport<Cs, Os, P> {
  return { ...options, endpoints: endpointsOf(options as FileImportOptions<Cs, DeclaredOptions, unknown>) };
}

/** What is chosen of each option: the first entry where nobody chose. */
export const chosenOptions = (
  options: ImportOptions = {},
  chosen: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options).map(([name, field]) => [name, chosen[name] ?? field.options?.[0]?.value ?? '']),
  );

/** The columns as headings are compared with them. */
export const headingColumns = (columns: ImportColumns): HeadingColumn[] =>
  Object.entries(columns).map(([name, { field, names }]) => ({ name, names: [field.label, ...names] }));

/** Heading of the column that says what to correct in a downloaded faulty row; nothing is read from it. */
export const CORRECT_HEADING = 'what_to_correct';

/** Headings and example row of the sample file. */
export const sampleOf = (columns: ImportColumns): [string[], string[]] => [
  Object.values(columns).map(({ field }) => `${field.label}${field.optional ? '' : '*'}`),
  Object.values(columns).map(({ example }) => example),
];
