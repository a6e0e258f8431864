// Structured logs without personal data (promise Y3): a field is written only when it is on the list below, so a new
// field cannot leak by being forgotten. Texts of errors are cleaned of everything that looks like a person's.
import { Refusal } from '@aangan/contract/refusal.ts';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const ALLOWED = new Set([
  'level',
  'time',
  'msg',
  'pid',
  'service',
  'incident',
  'operation',
  'err',
  'requestId',
  'status',
  'ms',
  'n',
  'ok',
  'failed',
  'kind',
  'lane',
  'id',
  'job',
  'run',
  'attempts',
  'provider',
  'state',
  'code',
  'franchiseeId',
  'area',
  'file',
  'port',
  'address',
  'version',
  'schema',
  'seconds',
  'reason',
  'queue',
  'signal',
  'bytes',
]);

/** The process's logger: JSON lines on standard output. Level by AANGAN_LOG, default `info`. */
export function createLogger(options: { level?: string; stream?: DestinationStream } = {}): Logger {
  const settings = {
    level: options.level ?? process.env.AANGAN_LOG ?? 'info',
    base: { service: 'aangan' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => clean(fields),
    },
    serializers: { err: errorFields, error: errorFields },
  };
  return options.stream ? pino(settings, options.stream) : pino(settings);
}

/** The logger of this process. */
export const log: Logger = createLogger();

function clean(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (!ALLOWED.has(key)) continue;
    kept[key] =
      key === 'err'
        ? value
        : typeof value === 'string'
          ? cleanText(value)
          : typeof value === 'object' && value !== null
            ? undefined
            : value;
  }
  return kept;
}

interface ErrorFields {
  type: string;
  code?: string;
  message: string;
  stack?: string;
}

/** An error as the log may have it: name, code, cleaned text, and frames without the message line. */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .join('\n');
  return {
    type: error.name,
    ...(code ? { code } : {}),
    message: safeError(error),
    ...(frames ? { stack: frames } : {}),
  };
}

/**
 * An error in one line that may be stored beside a row and logged. Postgres repeats values in its texts ("Key
 * (email)=(…)"), so of its errors only code, table and constraint are kept.
 */
export function safeError(error: unknown): string {
  if (error instanceof Refusal) return `refused: ${error.code}`;
  if (!(error instanceof Error)) return 'unknown error';
  const pg = error as { code?: unknown; constraint?: unknown; table?: unknown; severity?: unknown };
  if (typeof pg.severity === 'string' && typeof pg.code === 'string')
    return ['database', pg.code, pg.table, pg.constraint]
      .filter((part) => typeof part === 'string')
      .join(' ');
  return cleanText(`${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`).slice(0, 300);
}

// Addresses, long digit runs (phones, account and Aadhaar numbers) and tokens.
const cleanText = (text: string): string =>
  text
    .replace(/[^\s@<>"'(]+@[^\s@<>"')]+\.[a-z]{2,}/gi, '‹mail›')
    .replace(/\+?\d[\d\s-]{7,}\d/g, (digits) => (/^\d{4}-\d{2}-\d{2}/.test(digits) ? digits : '‹number›'))
    .replace(/\b(Bearer|Basic|Link)\s+\S+/g, '$1 ‹token›');
