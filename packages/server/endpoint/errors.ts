import { randomUUID } from 'node:crypto';
import { fieldErrors, Refusal, refuse } from '@aangan/contract/refusal.ts';
import { MoneyError } from '@aangan/money/paise.ts';
import * as z from 'zod';

/** The one error shape of the API (architecture.md 4). */
export interface ErrorBody {
  statusCode: number;
  code: string;
  message: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  incident?: string;
}

export interface ErrorReply {
  status: number;
  body: ErrorBody;
  retryAfter?: number;
  /** Set for bugs: what the log should say. */
  incident?: { id: string; error: unknown };
}

interface PgError {
  code: string;
  constraint?: string;
  detail?: string;
  table?: string;
}

const isPgError = (error: unknown): error is PgError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code);

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT']);

const OUT_OF_RANGE = new Set(['22003', '22007', '22008', '22009', '22021', '22P05']);

/** Expected errors to their refusal; null for a bug. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof z.ZodError) return refuse('input.invalid', { fields: fieldErrors(error) });
  if (error instanceof MoneyError) return refuse('input.invalid', { fields: { _: error.message } });
  if (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    NETWORK_CODES.has(error.code)
  )
    return refuse('database.away', { retryAfter: 2 });
  if (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
      error.message,
    )
  )
    return refuse('database.away', { retryAfter: 2 });
  return isPgError(error) ? fromPostgres(error) : null;
}

function fromPostgres(error: PgError): Refusal | null {
  if (error.code === '23505') return refuse('row.duplicate', { fields: fieldsOfKey(error, 'Already used') });
  if (error.code === '23503') {
    // "still referenced" is a removal; "not present" is a reference to what does not exist, or is another centre's.
    return /still referenced/.test(error.detail ?? '')
      ? refuse('row.in-use')
      : refuse('input.invalid', { fields: fieldsOfKey(error, 'Choose an entry of the list') });
  }
  if (error.code === '42501') return refuse('row.not-found');
  if (error.code === '23514' && error.constraint)
    return refuse('input.invalid', {
      fields: { _: 'These values do not fit together. Check the entries and try again.' },
    });
  // A value no column can hold: NUL in a text, a year 0, a number past its type. Only input brings those.
  if (OUT_OF_RANGE.has(error.code))
    return refuse('input.invalid', {
      fields: { _: 'A value is out of range, or has characters that cannot be kept.' },
    });
  if (error.code === '57014' || error.code === '55P03' || error.code === '53300')
    return refuse('server.busy', { retryAfter: 3 });
  if (
    error.code.startsWith('08') ||
    error.code.startsWith('57P') ||
    error.code === '40001' ||
    error.code === '40P01' ||
    error.code === '25P03'
  )
    return refuse('database.away', { retryAfter: 2 });
  return null;
}

// "Key (franchisee_id, policy_no)=(…)": the column names only; the values are somebody's data.
function fieldsOfKey(error: PgError, text: string): Record<string, string> {
  const columns = /^Key \(([^)]*)\)/.exec(error.detail ?? '')?.[1]?.split(', ') ?? [];
  const own = columns.filter(
    (c) => c !== 'franchisee_id' && c !== 'academic_year_id' && /^[a-z0-9_]+$/.test(c),
  );
  const key = (own.at(-1) ?? '_')
    .replace(/_norm$|_key$/, '')
    .replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
  return { [key]: text };
}

/** Any thrown thing to status and body. A bug becomes 500 with an incident id and no other word. */
export function toErrorReply(error: unknown): ErrorReply {
  const refusal = refusalOf(error);
  if (!refusal) {
    const id = randomUUID();
    return {
      status: 500,
      body: {
        statusCode: 500,
        code: 'server.error',
        message:
          'Something went wrong on our side. Nothing was saved. Try again, and tell support the incident number.',
        incident: id,
      },
      incident: { id, error },
    };
  }
  const body: ErrorBody = { statusCode: refusal.status, code: refusal.code, message: refusal.message };
  if (refusal.fields) body.fields = { ...refusal.fields };
  if (refusal.details) body.details = { ...refusal.details };
  return { status: refusal.status, body, ...(refusal.retryAfter ? { retryAfter: refusal.retryAfter } : {}) };
}
