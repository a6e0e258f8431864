// A statement with a name on its way: what goes ahead of it, and how its answer is read.
import pg from 'pg';

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type Cells = readonly (string | null)[];
export type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command' | 'fields' | 'oid'>;

/** A statement with a name: it is prepared on a connection where it is asked first. */
export interface Named {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /**
   * Nobody waits for its answer alone, and it gives no rows that anybody reads: once the connection knows it, it leaves with
   * the statement that is asked next, or when this turn of the event loop ends, and both are answered together.
   */
  readonly ahead?: true;
}

/** The driver's connection as far as a query speaks to it. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(of: { name: string; text: string }): void;
  bind(of: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void;
  describe(of: { type: 'P' }): void;
  execute(of: null): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

interface Shape {
  readonly fields: readonly Column[];
  parseRow(cells: Cells): object;
}

/** Rows of these columns: each is a copy of one empty row, so that all of them are laid out alike. */
function shapeOf(fields: readonly Column[]): Shape {
  const names = fields.map(({ name }) => name);
  const readers = fields.map(({ dataTypeID }): ((cell: string) => unknown) =>
    pg.types.getTypeParser(dataTypeID, 'text'),
  );
  const empty: Record<string, unknown> = {};
  for (const name of names) empty[name] = null;
  const parseRow = (cells: Cells) => {
    const row = { ...empty };
    for (let i = 0; i < cells.length; i += 1) {
      const cell = cells[i] as string | null;
      if (cell !== null) row[names[i] as string] = readers[i]?.(cell);
    }
    return row;
  };
  return { fields, parseRow };
}

const NO_COLUMNS = shapeOf([]);

/** What the statements of one connection answer with, by their names. */
export type Shapes = Map<string, Shape>;

/** Who waits for a statement. */
export interface Asked {
  readonly of: Named;
  /** As Postgres reads them. */
  readonly values: readonly unknown[];
  done(answer: Answer): void;
  failed(error: Error): void;
}

const NOTHING: Answer = { rows: [], rowCount: null, command: '', fields: [], oid: 0 };

/**
 * One message to Postgres: statements that go ahead, and one that is answered. Where one fails, Postgres passes over all that
 * stand behind it in the message, and all of them fail with its error.
 */
export class Message {
  readonly name: string;
  readonly text: string;
  readonly #ahead: readonly Asked[];
  readonly #asked: Asked;
  readonly #shapes: Shapes;
  #shape: Shape | undefined;
  #past = 0;
  #rows: object[] = [];
  #tag = '';
  #unreadable: Error | undefined;

  constructor(ahead: readonly Asked[], asked: Asked, shapes: Shapes) {
    this.name = asked.of.name;
    this.text = asked.of.text;
    this.#ahead = ahead;
    this.#asked = asked;
    this.#shapes = shapes;
  }

  submit(wire: Wire): null {
    const { name, text } = this;
    this.#shape = this.#shapes.get(name);
    wire.stream.cork(); // one write
    for (const { of, values } of this.#ahead) {
      bind(wire, of.name, values);
      wire.execute(null);
    }
    if (textOf(wire, name) === undefined) {
      wire.parse({ name, text });
      wire.submittedNamedStatements[name] = text;
    }
    bind(wire, name, this.#asked.values);
    if (!this.#shape) wire.describe({ type: 'P' });
    wire.execute(null);
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = shapeOf(fields);
    this.#shapes.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: Cells }): void {
    if (this.#past < this.#ahead.length || this.#unreadable) return;
    try {
      this.#rows.push((this.#shape as Shape).parseRow(fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const ahead = this.#ahead[this.#past];
    if (ahead) {
      this.#past += 1;
      ahead.done(NOTHING);
      return;
    }
    if (!this.#shapes.has(this.name)) this.#shapes.set(this.name, NO_COLUMNS);
    this.#tag = text;
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) {
      this.#asked.failed(this.#unreadable);
      return;
    }
    // 'SELECT 51', 'INSERT 0 1', 'SET'.
    const last = this.#tag.lastIndexOf(' ');
    this.#asked.done({
      rows: this.#rows,
      rowCount: last < 0 ? null : Number(this.#tag.slice(last + 1)),
      command: last < 0 ? this.#tag : this.#tag.slice(0, this.#tag.indexOf(' ')),
      fields: (this.#shape?.fields ?? []) as pg.FieldDef[],
      oid: 0,
    });
  }

  handleError(error: Error): void {
    for (const { failed } of this.#ahead.slice(this.#past)) failed(error);
    this.#asked.failed(this.#unreadable ?? error);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('No source stream defined');
  }
  handleCopyData(): void {}
}

/** What a name stands for on this connection, or will as soon as what was sent is there. */
export const textOf = (wire: Wire, name: string): string | undefined =>
  wire.parsedStatements[name] ?? wire.submittedNamedStatements[name];

const asItIs = (value: unknown): unknown => value;

function bind(wire: Wire, statement: string, values: readonly unknown[]): void {
  wire.bind({ statement, values, valueMapper: asItIs });
}
