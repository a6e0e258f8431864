// Set-up shared by the tests of signing in: passwords for the named world, a clock that the whole server follows, and
// the code that was queued for a person.
import { aad, open } from '@aangan/server/seal.ts';
import { type Answer, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import { networkServer } from '../../network/area.server.ts';
import { systemServer } from '../../system/area.server.ts';
import { shellServer } from '../area.server.ts';
import { createAuthenticator } from './authenticate.server.ts';
import { hashPassword } from './hash-gate.server.ts';

export const PASSWORD = 'monsoon umbrella 47';
export const emailOf = (name: PersonName): string => `${name.toLowerCase()}@aangan.test`;

export interface SignInTest {
  app: TestApp;
  /** The server's clock; null = now. */
  clock: { at: Date | null };
  /** Any request, with the headers given. */
  send(
    method: 'GET' | 'POST',
    url: string,
    options?: { body?: object; headers?: Record<string, string>; ip?: string },
  ): Promise<Answer<Record<string, unknown>>>;
  /** The newest code queued for a person, as the outbox holds it. */
  codeOf(name: PersonName): Promise<string>;
  forgetTries(): Promise<void>;
  close(): Promise<void>;
}

export async function signInTest(): Promise<SignInTest> {
  const clock: SignInTest['clock'] = { at: null };
  const now = () => clock.at ?? new Date();
  const app = await testApp({
    areas: [networkServer, systemServer, shellServer],
    authenticate: (database) => createAuthenticator({ database, now }),
    pool: 6,
    app: { now, trustProxy: true },
  });
  await app.sql('update app_user set password_hash = $1', [await hashPassword(PASSWORD)]);
  return {
    app,
    clock,
    send: async (method, url, { body, headers = {}, ip } = {}) => {
      const response = await app.app.inject({
        method,
        url,
        headers: { ...headers, ...(ip ? { 'x-forwarded-for': ip } : {}) },
        ...(method === 'POST' ? { payload: body ?? {} } : {}),
      });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    codeOf: async (name) => {
      const [row] = await app.sql<{ sealed: string; key: string; centre: number }>(
        `select payload ->> 'sealed' as sealed, dedupe_key as key, franchisee_id as centre from outbox where payload ->> 'kind' = 'shell.sign-in-code' and payload -> 'about' -> 'userIds' ? $1 order by at desc limit 1`,
        [people[name].id],
      );
      if (!row) return '';
      const message = JSON.parse(
        open(Buffer.from(row.sealed, 'base64'), aad('outbox', 'message', row.centre, row.key)),
      ) as { values: { code: string } };
      return message.values.code;
    },
    forgetTries: async () => {
      await app.sql('delete from rate_counter');
    },
    close: () => app.close(),
  };
}
