import { ApiError, errorFrom, networkFailure } from './api-error.ts';
import { startBusy } from './busy.ts';
import { connection } from './connection.ts';
import { newId } from './new-id.ts';
import { learnServerClock } from './server-clock.ts';

/** One HTTP request. `path` is below the base URL and carries its query string already. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Timers and polls: no spinner, and the session's idle clock does not move. */
  background?: boolean | undefined;
  /** Sign-in calls answer 401 themselves: the form shows it instead of going to Login. */
  ownUnauthorised?: boolean | undefined;
  /** The reply brings another token; a refusal of this call waits for no other that does. */
  bringsToken?: boolean | undefined;
  /** Reference of a public link; replaces the session. */
  link?: string | undefined;
}

const TIMEOUT_MS = 30_000;

/** Sends one request and answers its JSON. Throws ApiError; a call that its caller aborted throws the AbortError. */
export async function send(request: HttpRequest): Promise<unknown> {
  const done = request.background ? () => undefined : startBusy();
  try {
    return await exchange(request);
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.status === 403 &&
      error.code === 'step-up.needed' &&
      (await connection.onStepUp())
    )
      return await exchange(request);
    throw error;
  } finally {
    done();
  }
}

async function exchange(request: HttpRequest, again = true): Promise<unknown> {
  const url = `${connection.baseUrl}${request.path}`;
  const token = request.link ? null : connection.token();
  const headers = headersOf(request, token);
  await connection.prepare({ method: request.method, url, headers, token });
  const response = await reach(url, request, headers);
  learnServerClock(response.headers.get('date'));
  const rotated = response.headers.get('x-session-token');
  if (rotated) connection.onToken(rotated);
  const body = await bodyOf(response, request);
  if (response.ok) return body;
  const error = errorFrom(response.status, body, response.headers);
  if (error.status === 401 && token && again) {
    // Another call or tab has renewed the token meanwhile, or is about to: on a slow network this refusal overtakes the
    // reply with the new one. Or the proof's clock was wrong and this reply has set it.
    if (!request.bringsToken) await connection.tokenSettled();
    const stored = connection.token();
    if ((stored !== null && stored !== token) || error.code === 'session.proof-stale')
      return exchange(request, false);
  }
  if (error.status === 401 && token && !request.ownUnauthorised) connection.onUnauthorised(error);
  if (error.code === 'module.missing' && token) connection.onForbidden();
  throw error;
}

function headersOf(request: HttpRequest, token: string | null): Headers {
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-request-id': newId(),
    'x-app-version': connection.version,
  });
  if (request.link) headers.set('authorization', `Link ${request.link}`);
  else if (token) headers.set('authorization', token);
  const { franchiseeId, academicYearId, roleId } = connection.context();
  if (franchiseeId) headers.set('x-franchisee-id', String(franchiseeId));
  if (academicYearId) headers.set('x-academic-year-id', String(academicYearId));
  if (roleId) headers.set('x-role-id', String(roleId));
  if (request.background) headers.set('x-background', '1');
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  return headers;
}

async function reach(url: string, request: HttpRequest, headers: Headers): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  try {
    return await fetch(url, {
      method: request.method,
      headers,
      body,
      signal,
      // The product sets no cookie. With 'omit' the browser would not heed `Clear-Site-Data` on logout.
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (error) {
    throw lostOf(request, error);
  }
}

/** The caller's own abort is no failure; a time-out, a dead network or a refused origin is one and the same. */
const lostOf = (request: HttpRequest, error: unknown): unknown =>
  request.signal?.aborted ? error : networkFailure();

/**
 * What was answered. An answer cut off on its way, or a page of somebody else's (the sign-in of a hotel's network says 200,
 * too), is none: read as empty it would show a person nothing where there is something.
 */
async function bodyOf(response: Response, request: HttpRequest): Promise<unknown> {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : {};
  } catch (error) {
    // Of a refusal the status says enough.
    if (!response.ok) return {};
    throw lostOf(request, error);
  }
}
