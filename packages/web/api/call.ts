import { type Endpoint, encodeQuery, type InputOf, type OutputOf } from '@aangan/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { send } from './send.ts';

/** Longer than a replica may lag: until then what this tab changed is read where it was written. */
const JUST_CHANGED_MS = 15_000;
let changedAt = Number.NEGATIVE_INFINITY;

export interface CallOptions {
  idempotencyKey?: string | undefined;
  /** Version of the row that is changed. */
  ifMatch?: number | string | undefined;
  signal?: AbortSignal | undefined;
  background?: boolean | undefined;
  ownUnauthorised?: boolean | undefined;
  bringsToken?: boolean | undefined;
  /** Reference of a public link; replaces the session. */
  link?: string | undefined;
  /** Id of a `user.view-as`: the answer is the other person's, whatever this tab has chosen. */
  viewAs?: string | undefined;
}

/**
 * Calls one query or command. Queries go by GET with the input in the query string, commands by POST (or the contract's
 * method) with a JSON body; `{name}` and `:name` in a fixed path are taken from the input.
 * Throws ApiError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  if (endpoint.needsYear && !options.link) ensureYear(options.background ?? false);
  const { path, rest } = placeIn(endpoint.path, (input ?? {}) as Record<string, unknown>);
  const isQuery = endpoint.method === 'GET';
  const query = isQuery ? encodeQuery(endpoint.input, rest).toString() : '';
  const headers: Record<string, string> = {};
  if (isQuery && Date.now() - changedAt < JUST_CHANGED_MS) headers['x-just-changed'] = '1';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.ifMatch !== undefined) headers['if-match'] = String(options.ifMatch);
  if (options.viewAs)
    Object.assign(headers, {
      'x-view-as': options.viewAs,
      'x-franchisee-id': '0',
      'x-academic-year-id': '0',
      'x-role-id': '0',
    });
  const { idempotencyKey: _key, ifMatch: _version, viewAs: _view, ...passed } = options;
  const reply = await send({
    ...passed,
    method: endpoint.method,
    path: query ? `${path}?${query}` : path,
    headers,
    ...(isQuery ? {} : { body: rest }),
  });
  if (endpoint.kind === 'command') changedAt = Date.now();
  return reply as OutputOf<E>; // the server shaped it by the same contract
}

// Specification 5, to the letter; such a call never leaves the browser (shell.md story 8).
function ensureYear(quietly: boolean): void {
  if (connection.context().academicYearId !== null) return;
  if (!quietly) connection.onYearMissing();
  throw new ApiError({ status: 422, code: 'academic-year.required', message: 'Please Select Acadamic Year' });
}

function placeIn(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\??\}|:(\w+)\??/g, (whole, braced?: string, colon?: string) => {
    const name = braced ?? colon ?? '';
    if (!(name in input)) return whole;
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  return { path: filled, rest };
}
