/// <reference path="./pg-utils.d.ts" />
// A connection that asks Postgres for the columns of a prepared statement once, not with each of its answers, and that lets
// statements nobody waits for travel with the next one (docs/decisions/0033). The columns cannot change while a statement is
// prepared: Postgres refuses a plan whose columns became others.
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import {
  type Answer,
  type Asked,
  Message,
  type Named,
  type Shapes,
  textOf,
  type Wire,
} from './prepared-message.ts';

/** What pg's client does with a query, in the order of its answers. */
interface Driven {
  readonly connection: Wire;
  readonly _queryable: boolean;
  readonly _ending: boolean;
  readonly _queryQueue: unknown[];
  _pulseQueryQueue(): void;
}

/** For a pool. Statements with a name are answered as above, all others as ever. */
export class PreparedClient extends pg.Client {
  readonly #shapes: Shapes = new Map();
  /** They wait for the next statement, or for the end of this turn. */
  #ahead: Asked[] = [];

  override query(...given: unknown[]): never {
    const [first] = given;
    if (given.length > 1 || !isNamed(first)) {
      this.#sendAhead();
      return Reflect.apply(super.query, this, given) as never;
    }
    const answered = new Promise<Answer>((done, failed) => {
      const values = (first.values ?? []).map(utils.prepareValue);
      this.#ask({ of: first, values, done, failed });
    });
    // The trace leads to who asked, as the driver's own does.
    return answered.catch((error: Error) => {
      Error.captureStackTrace(error);
      throw error;
    }) as never;
  }

  #ask(asked: Asked): void {
    const { connection } = this as unknown as Driven;
    const { name, text } = asked.of;
    const known = textOf(connection, name);
    if (known !== undefined && known !== text)
      throw new Error(`Prepared statements must be unique - '${name}' was used for a different statement`);
    if (asked.of.ahead && connection.parsedStatements[name] !== undefined) {
      if (this.#ahead.push(asked) === 1) setImmediate(() => this.#sendAhead());
      return;
    }
    const ahead = this.#ahead;
    if (ahead.length > 0) this.#ahead = [];
    this.#send(new Message(ahead, asked, this.#shapes));
  }

  #sendAhead(): void {
    const last = this.#ahead.pop();
    if (!last) return;
    const ahead = this.#ahead;
    this.#ahead = [];
    this.#send(new Message(ahead, last, this.#shapes));
  }

  /** Past the driver's own `query`, which lets nothing but its own queries into a pipeline. */
  #send(message: Message): void {
    const { _queryable, _ending, _queryQueue } = this as unknown as Driven;
    if (!_queryable || _ending) {
      // In the driver's words: an answer of the API says from them that the database is away (errors.ts).
      message.handleError(new Error('Connection terminated'));
      return;
    }
    _queryQueue.push(message);
    (this as unknown as Driven)._pulseQueryQueue();
  }
}

const isNamed = (asked: unknown): asked is Named =>
  typeof asked === 'object' &&
  asked !== null &&
  !('submit' in asked) &&
  'name' in asked &&
  typeof asked.name === 'string';
