/** What went wrong with a call. `fields` are the server's texts by field name; `incident` is for the support desk. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly incident: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until another try makes sense (429, 503). */
  readonly retryAfter: number | null;

  constructor(parts: {
    status: number;
    code: string;
    message: string;
    fields?: Readonly<Record<string, string>>;
    incident?: string | null;
    details?: Readonly<Record<string, unknown>>;
    retryAfter?: number | null;
  }) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.fields = parts.fields ?? {};
    this.incident = parts.incident ?? null;
    this.details = parts.details ?? {};
    this.retryAfter = parts.retryAfter ?? null;
  }
}

/** No response at all: status 500 and the specification's text (7, 8). */
export const networkFailure = (): ApiError =>
  new ApiError({ status: 500, code: 'network.away', message: 'Service Unavailable!' });

/** Turns anything thrown into an ApiError; errors of our own code become a plain message. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    status: 0,
    code: 'screen.broken',
    message: 'Something went wrong. Please try again.',
  });
}

/** Reads an error body `{statusCode, code, message, fields?, incident?}`; a body that is none of ours still reads well. */
export function errorFrom(status: number, body: unknown, headers: Headers): ApiError {
  const parts = isObject(body) ? body : {};
  const retry = Number(headers.get('retry-after'));
  return new ApiError({
    status,
    code: typeof parts.code === 'string' ? parts.code : `http.${status}`,
    message:
      typeof parts.message === 'string' && parts.message
        ? parts.message
        : 'Something went wrong. Please try again.',
    fields: isObject(parts.fields) ? stringsOf(parts.fields) : {},
    incident: typeof parts.incident === 'string' ? parts.incident : headers.get('x-request-id'),
    details: isObject(parts.details) ? parts.details : {},
    retryAfter: Number.isFinite(retry) && retry > 0 ? retry : null,
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stringsOf = (value: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
