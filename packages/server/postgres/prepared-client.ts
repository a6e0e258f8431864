// A connection that asks Postgres for the columns of a prepared statement once, not with each of its answers. They cannot
// change while it is prepared: Postgres refuses a plan whose columns became others.
import pg from 'pg';

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type Answer = (error: Error | null, result: pg.QueryResult) => void;
type Named = pg.QueryConfig & { readonly name: string };

/** The driver's query with what its types leave out: where its answer comes in. */
interface DriverQuery {
  _result: { fields: readonly Column[]; parseRow(cells: readonly (string | null)[]): object };
  _accumulateRows: boolean;
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: { fields: readonly Column[] }): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
const DriverQuery = pg.Query as unknown as new (config: Named, answer: Answer) => DriverQuery;

type Shape = Pick<DriverQuery['_result'], 'fields' | 'parseRow'>;

/** Rows of these columns: each is a copy of one empty row, so that all of them are laid out alike. */
function shapeOf(fields: readonly Column[]): Shape {
  const names = fields.map(({ name }) => name);
  const readers = fields.map(({ dataTypeID }): ((cell: string) => unknown) =>
    pg.types.getTypeParser(dataTypeID, 'text'),
  );
  const empty: Record<string, unknown> = {};
  for (const name of names) empty[name] = null;
  const parseRow = (cells: readonly (string | null)[]) => {
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
type Shapes = Map<string, Shape>;

class PreparedQuery extends DriverQuery {
  readonly #shapes: Shapes;
  readonly #name: string;

  constructor(config: Named, answer: Answer, shapes: Shapes) {
    super(config, answer);
    this.#shapes = shapes;
    this.#name = config.name;
  }

  override submit(connection: pg.Connection): Error | null {
    const known = this.#shapes.get(this.#name);
    if (!known) return super.submit(connection);
    this.#read(known);
    return super.submit(undescribed(connection));
  }

  override handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    const shape = shapeOf(fields);
    this.#shapes.set(this.#name, shape);
    this.#read(shape);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (!this.#shapes.has(this.#name)) this.#shapes.set(this.#name, NO_COLUMNS);
    super.handleCommandComplete(message, connection);
  }

  #read(shape: Shape): void {
    Object.assign(this._result, shape);
    this._accumulateRows = true;
  }
}

const silent = new WeakMap<pg.Connection, pg.Connection>();

/** The same connection, but it asks for no columns. */
function undescribed(connection: pg.Connection): pg.Connection {
  const known = silent.get(connection);
  if (known) return known;
  const made = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
  silent.set(connection, made);
  return made;
}

/** For a pool. Statements with a name are answered as above, all others as ever. */
export class PreparedClient extends pg.Client {
  readonly #shapes: Shapes = new Map();

  override query(...given: unknown[]): never {
    const [first] = given;
    const ask = (...asked: unknown[]) => Reflect.apply(super.query, this, asked) as never;
    if (given.length > 1 || !isNamed(first)) return ask(...given);
    const answered = new Promise<pg.QueryResult>((done, failed) => {
      ask(new PreparedQuery(first, (error, result) => (error ? failed(error) : done(result)), this.#shapes));
    });
    // The trace leads to who asked, as the driver's own does.
    return answered.catch((error: Error) => {
      Error.captureStackTrace(error);
      throw error;
    }) as never;
  }
}

const isNamed = (asked: unknown): asked is Named =>
  typeof asked === 'object' &&
  asked !== null &&
  !('submit' in asked) &&
  'name' in asked &&
  typeof asked.name === 'string';
