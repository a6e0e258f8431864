// Set-up shared by the tests of signing in: passwords for the named world, a clock that the whole server follows, and
// the code that was queued for a person.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import { aad, open } from '@aangan/server/work/seal.ts';
import { type Answer, type TestApp, type TestAppOptions, testApp } from '@aangan/testkit/app.ts';
import { beginRateWindows } from '@aangan/testkit/rate-windows.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import { networkServer } from '../../network/area.server.ts';
import { systemServer } from '../../system/area.server.ts';
import { shellServer } from '../area.server.ts';
import { createAuthenticator } from './authenticate.server.ts';
import { hashPassword } from './hash-gate.server.ts';

export const PASSWORD = 'monsoon umbrella 47';
export const DEVICE = 'browser-secret-0123456789-abcdefghijklmn';
export const emailOf = (name: PersonName): string => `${name.toLowerCase()}@aangan.test`;
export const auth = (token: string, more: Record<string, string> = {}) => ({ authorization: token, ...more });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Body = Record<string, unknown>;

export interface SignInTest {
  app: TestApp;
  /** The server's clock; null = now. */
  clock: { at: Date | null };
  /** Any request, with the headers given. */
  send(
    method: Method,
    url: string,
    options?: { body?: object; headers?: Record<string, string>; ip?: string },
  ): Promise<Answer<Body>>;
  signIn(
    identifier: string,
    password: string,
    more?: { device?: string; ip?: string; key?: string; headers?: Record<string, string> },
  ): Promise<Answer<Body>>;
  /** Password, then the code from the outbox. Gives the token. */
  fullSignIn(
    name: PersonName,
    more?: { device?: string; key?: string; headers?: Record<string, string> },
  ): Promise<string>;
  me(token: string): Promise<Answer<Body>>;
  /** The newest code queued for a person, as the outbox holds it. */
  codeOf(name: PersonName): Promise<string>;
  forgetTries(): Promise<void>;
  close(): Promise<void>;
}

export const shellAreas: readonly AreaServer[] = [networkServer, systemServer, shellServer];

/** A server with real sign-in. Without `areas` only those that signing in needs. */
export async function signInTest(
  options: { areas?: 'all'; app?: TestAppOptions['app'] } = {},
): Promise<SignInTest> {
  const clock: SignInTest['clock'] = { at: null };
  const now = () => clock.at ?? new Date();
  const app = await testApp({
    ...(options.areas === 'all' ? {} : { areas: shellAreas }),
    authenticate: (database) => createAuthenticator({ database, now }),
    pool: 6,
    app: { now, trustProxy: true, ...options.app },
  });
  await app.sql('update app_user set password_hash = $1', [await hashPassword(PASSWORD)]);
  const test: SignInTest = {
    app,
    clock,
    send: async (method, url, { body, headers = {}, ip } = {}) => {
      const response = await app.app.inject({
        method,
        url,
        headers: { ...headers, ...(ip ? { 'x-forwarded-for': ip } : {}) },
        ...(method === 'GET' ? {} : { payload: body ?? {} }),
      });
      const json = String(response.headers['content-type']).includes('json');
      return { status: response.statusCode, body: json ? response.json() : {}, headers: response.headers };
    },
    signIn: (identifier, password, { ip, headers, ...more } = {}) =>
      test.send('POST', '/api/session/sign-in', {
        body: { identifier, password, ...more },
        ...(ip ? { ip } : {}),
        ...(headers ? { headers } : {}),
      }),
    fullSignIn: async (name, more = {}) => {
      const { headers, ...browser } = more;
      const first = await test.signIn(emailOf(name), PASSWORD, more);
      assert.equal(first.body['step'], 'code', JSON.stringify(first.body));
      const second = await test.send('POST', '/api/session/verify-otp', {
        body: { referenceID: first.body['referenceID'], otp: await test.codeOf(name), ...browser },
        ...(headers ? { headers } : {}),
      });
      assert.equal(second.status, 200, JSON.stringify(second.body));
      return String(second.body['token']);
    },
    me: (token) => test.send('GET', '/api/admin/me', { headers: auth(token) }),
    codeOf: (name) => queuedCode(app, `payload -> 'about' -> 'userIds' ? $1`, people[name].id),
    forgetTries: async () => {
      await app.sql('delete from rate_counter');
      await beginRateWindows(app.sql);
    },
    close: () => app.close(),
  };
  return test;
}

/** The newest sign-in code in the outbox that the condition finds, opened with the server's key; '' when there is none. */
export async function queuedCode(app: TestApp, condition: string, value: string): Promise<string> {
  const [row] = await app.sql<{ sealed: string; key: string; centre: number }>(
    `select payload ->> 'sealed' as sealed, dedupe_key as key, franchisee_id as centre from outbox where payload ->> 'kind' = 'shell.sign-in-code' and ${condition} order by at desc limit 1`,
    [value],
  );
  if (!row) return '';
  const message = JSON.parse(
    open(Buffer.from(row.sealed, 'base64'), aad('outbox', 'message', row.centre, row.key)),
  ) as { values: { code: string } };
  return message.values.code;
}

/** Waits for a condition instead of a time: asks again until it holds, at most `withinMs`. Gives the last answer. */
export async function eventually<T>(
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  withinMs = 20_000,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (holds(answer) || performance.now() > until) return answer;
    await sleep(50);
  }
}

export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
