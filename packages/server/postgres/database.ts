import pg from 'pg';
import { PreparedClient } from './prepared-client.ts';

// int8 arrives as text; money and counts must be exact integers, so anything past 2^53 is an error, not a rounding.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) throw new Error('A 64-bit value is too large for a safe integer');
  return n;
});
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A day is a day in IST, never an instant; instants travel as ISO text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoOf);
pg.types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5));
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const DATE_ARRAY = 1182 as TypeId; // the catalogue's numbers; pg names only the scalar types
const TEXT_ARRAY = 1009 as TypeId;
pg.types.setTypeParser(DATE_ARRAY, pg.types.getTypeParser(TEXT_ARRAY));

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const IST_MINUTES = 330;

/** The API's sessions speak IST. Most instants of a list lie on the same day in UTC: those are rewritten without a Date. */
function isoOf(text: string): string {
  const minutes = Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) - IST_MINUTES;
  if (!text.endsWith('+05:30') || text[10] !== ' ' || !(minutes >= 0)) return new Date(text).toISOString();
  const thousandths = text.slice(20, -6).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${TWO_DIGITS[Math.trunc(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${text.slice(17, 19)}.${thousandths}Z`;
}

export interface Replica {
  /** The replica, when it has everything that was committed `maxLagMs` ago; otherwise null: ask the primary. */
  near(): Database | null;
  /** The replica, once it has everything committed until this call; null when that takes longer than `maxLagMs`. */
  caughtUp(): Promise<Database | null>;
  close(): Promise<void>;
}

export interface Database {
  readonly pool: pg.Pool;
  /** The same login without a pooler between: for what keeps a session (job queue, LISTEN). */
  readonly sessionUrl: string;
  /** Whether statements are prepared by name. A pooler in transaction mode has to know them (PgBouncer 1.21 or newer). */
  readonly prepares: boolean;
  /** A streaming replica for reads that may lag; absent: there is none. */
  readonly replica?: Replica;
  close(): Promise<void>;
}

/** Of every session of `aangan_api` (reliability.md D2): statement 5 s, lock 2 s, idle in transaction 10 s. */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  timezone: 'Asia/Kolkata',
  jit: 'off',
};

export interface DatabaseOptions {
  max?: number;
  statementTimeoutMs?: number;
  /** Named when `url` leads to a pooler. It takes no start-up options: the settings are then the role's (`db/api-login.ts`). */
  sessionUrl?: string | undefined;
  prepares?: boolean | undefined;
}

/** The API's pool, signed in as `aangan_api`. Only the unit of work takes connections from it. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { max = 10, statementTimeoutMs, sessionUrl = url, prepares = true } = options;
  const settings = { ...SESSION_SETTINGS };
  if (statementTimeoutMs) settings['statement_timeout'] = String(statementTimeoutMs);
  const startUp = Object.entries(settings).map(([key, value]) => `-c ${key}=${value}`);
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: url,
    max,
    // Statements go out without waiting for the answers before them; the order stays.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'aangan-api',
    ...(sessionUrl === url ? { options: startUp.join(' ') } : {}),
  });
  // An idle connection that the server closes (restart) must not end the process; the next checkout reconnects.
  pool.on('error', () => {});
  // Nor may a client between the pool and a unit of work: a killed server sends its error in that moment too.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, sessionUrl, prepares, close: () => pool.end() };
}
