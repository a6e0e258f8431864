import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { fieldErrors } from '@aangan/contract/refusal.ts';
import type { ApiError } from '@aangan/web/api/api-error.ts';

/** Texts for the fields and the form, from a refused call. */
export interface Problem {
  fields: Readonly<Record<string, string>>;
  message: string | null;
}

export const noProblem: Problem = { fields: {}, message: null };

export const problemOf = (error: ApiError): Problem => ({
  fields: error.fields,
  message: Object.keys(error.fields).length > 0 ? null : error.message,
});

/** Checks with the contract's own schema; null when all is well. */
export function checkWith(endpoint: Endpoint, input: unknown): Problem | null {
  const verdict = endpoint.input.safeParse(input);
  return verdict.success ? null : { fields: fieldErrors(verdict.error), message: null };
}
