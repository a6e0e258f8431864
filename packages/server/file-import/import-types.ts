// What an import is made of on the server.
import type {
  DeclaredColumns,
  DeclaredOptions,
  FileImport,
  ImportValues,
  OptionValues,
} from '@aangan/contract/file-import.ts';
import type { Actor } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import type { ImportList } from './import-lists.ts';

/** A line of a file as it stands there; `row` as a spreadsheet shows it. */
export interface ImportLine {
  row: number;
  cells: string[];
}

/** Who imports and when. In the background the actor is the system in the person's name, at the centre they had chosen. */
export interface ImportAt {
  readonly actor: Actor;
  readonly userId: string;
  readonly now: Date;
}

/** A save: of which file, as its person chose, and which lines of it the rows are. */
export interface ImportSaving<O = unknown> extends ImportAt {
  readonly jobId: string;
  readonly fileName: string;
  readonly options: O;
  /** In the order of the rows, as a spreadsheet shows them. */
  readonly lines: readonly number[];
}

/** A row under check: what was read so far, which `check` may put more precisely. A column with a fault has no value. */
export interface ImportRow<V = Record<string, unknown>> {
  readonly row: number;
  readonly values: Partial<V>;
  /** Says what is wrong with a column; the first fault of a column stands. */
  fault(column: keyof V & string, text: string): void;
}

export interface ImportWork<V, O = unknown, P = unknown> {
  /** May this person import here at all? Throws a refusal. */
  allowed?: (at: ImportAt) => void;
  /** Of each reference column the entries that cells may name. `names` are the cells' texts, each once. */
  lists?: {
    readonly [column in keyof V & string]?: (
      db: Db,
      at: ImportAt,
      names: readonly string[],
    ) => Promise<ImportList>;
  };
  /** What fields alone do not tell: rules over several columns, and against what is stored. Answers the declared `preview`. */
  check?: (db: Db, rows: readonly ImportRow<V>[], at: ImportAt) => Promise<void> | Promise<P>;
  /** Saves rows, at most 1,000 in one call. A refusal it throws names what is wrong; VALID_ROWS then saves row by row. */
  save: (db: Db, rows: readonly V[], at: ImportSaving<O>) => Promise<void>;
  /** Tables that `save` fills: after many rows the planner counts them anew. */
  writes: readonly string[];
}

export interface ServedImport {
  readonly of: FileImport;
  readonly work: ImportWork<Record<string, unknown>>;
}

const served = new Map<string, ServedImport>();

/** Makes an import known to the background job. Two of one name are refused. */
export function registerImport<Cs extends DeclaredColumns, Os extends DeclaredOptions, P>(
  of: FileImport<Cs, Os, P>,
  work: ImportWork<ImportValues<Cs>, OptionValues<Os>, P>,
): ServedImport {
  const known = served.get(of.name);
  if (known && known.of !== (of as unknown)) throw new Error(`Two imports are called '${of.name}'`);
  // The engine reads and writes values by column name only; their types are the declaration's.
  const one = { of, work } as unknown as ServedImport;
  served.set(of.name, one);
  return one;
}

/** The import of a name. Throws when no area of this process has it. */
export function servedImport(name: string): ServedImport {
  const found = served.get(name);
  if (!found) throw new Error(`No area of this process imports '${name}'`);
  return found;
}
