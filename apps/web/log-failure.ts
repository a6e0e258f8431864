import { toApiError } from '@aangan/web/api/api-error.ts';

/** Failures the specification only logs (8): nothing is shown, the browser's log says what did not work. */
export function logFailure(what: string, error: unknown): void {
  const { status, code } = toApiError(error);
  console.warn(`${what}: ${status} ${code}`);
}
