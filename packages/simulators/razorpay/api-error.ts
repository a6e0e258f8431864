import type { ErrorDetail } from './entities.ts';

type ErrorExtra = { field?: string | null; status?: number; code?: string; reason?: string };

/** A refusal of the simulated API: HTTP status and the body Razorpay would send. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(description: string, extra: ErrorExtra = {}) {
    super(description);
    this.status = extra.status ?? 400;
    this.detail = {
      code: extra.code ?? 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: extra.reason ?? 'input_validation_failed',
      metadata: {},
      field: extra.field ?? null,
    };
  }

  body(): { error: ErrorDetail } {
    return { error: this.detail };
  }
}

/** The body of a fault that is not the caller's: 429, 5xx. */
export function serverErrorBody(status: number): { error: ErrorDetail } {
  const busy = status === 429;
  const error = new ApiError(
    busy
      ? 'Too many requests'
      : 'We are facing some trouble completing your request at the moment. Please try again shortly.',
    {
      status,
      code: busy ? 'BAD_REQUEST_ERROR' : 'SERVER_ERROR',
      reason: busy ? 'rate_limit_exceeded' : 'server_error',
    },
  );
  return error.body();
}

export function unknownId(): ApiError {
  return new ApiError('The id provided does not exist');
}
