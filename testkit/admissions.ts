// Asks the endpoint runner whom it admits, without a request: the very function every request passes, with the actor that
// the real session of a caller gives. What a handler itself refuses is not seen here.
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { admit, type Runner } from '@aangan/server/endpoint/endpoint-runner.ts';
import { toErrorReply } from '@aangan/server/endpoint/errors.ts';
import type { RequestFacts } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import pino from 'pino';
import { authenticatorOf } from '../apps/api/areas.ts';
import type { TestApp } from './app.ts';
import { YEAR } from './world.ts';

export interface Admission {
  readonly status: number;
  readonly code: string;
}

/** Who a caller with these headers is, asked once, and then how an endpoint receives them. */
export async function admissionsOf(
  app: TestApp,
  headers: Readonly<Record<string, string>>,
): Promise<(endpoint: Endpoint) => Promise<Admission>> {
  const facts: RequestFacts = {
    id: '0190a000-0000-7000-8000-00000000fac7',
    ip: '127.0.0.1',
    userAgent: 'testkit',
    headers,
    method: 'POST',
    path: '/',
  };
  const actor = authenticatorOf(app.pool)(facts);
  actor.catch(() => undefined); // told to each endpoint
  await Promise.allSettled([actor]);
  const runner: Runner = {
    database: app.pool,
    authenticate: (): Promise<Actor> => actor,
    ports: app.ports,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    defaultYear: () => YEAR,
  };
  return async (endpoint) => {
    try {
      await admit(runner, endpoint, facts, null);
      return { status: 200, code: '' };
    } catch (error) {
      const { status, body } = toErrorReply(error);
      return { status, code: body.code };
    }
  };
}
