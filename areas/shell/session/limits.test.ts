// Promise S7: limits cannot be dodged by another spelling, another address of the same subscriber, a forged header, a
// burst, or a second process. Counters stand in the database, so all processes agree. With its broken twin.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import pino from 'pino';
import { buildApp, ownProxy } from '../../../apps/api/app.ts';
import { authenticate } from '../area.server.ts';
import { emailOf, type SignInTest, shellAreas, signInTest } from './session-testing.ts';
import { limits } from './sign-in-limits.server.ts';

const LIMIT = limits.password.account;
let t: SignInTest;
before(async () => {
  // As in production: one proxy of ours in front; only what it appended is the caller's address.
  t = await signInTest({ app: { trustProxy: ownProxy } });
});
after(() => t.close());
beforeEach(() => t.forgetTries());

/** How many of these tries were judged at all. */
const judged = (answers: readonly { status: number }[]): number =>
  answers.filter(({ status }) => status === 401).length;

test('S7: spelling, forged addresses, bursts and a second process do not raise the limit', async () => {
  const figures: Record<string, number> = {};
  const email = emailOf('Esha');
  const spellings = [
    email,
    email.toUpperCase(),
    ` ${email} `,
    `E${email.slice(1)}`,
    email,
    email.toUpperCase(),
    email,
    ` ${email}`,
  ];
  const answers = [];
  for (const [i, spelling] of spellings.entries())
    answers.push(await t.signIn(spelling, 'not the password', { ip: `198.51.${i}.7` }));
  figures['spelling'] = judged(answers);

  await t.forgetTries();
  const burst = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      t.signIn(emailOf('Omkar'), 'not the password', { ip: `203.0.${i}.7` }),
    ),
  );
  figures['burstOf200'] = judged(burst);
  assert.ok(burst.every(({ status }) => status === 401 || status === 429 || status === 503));

  await t.forgetTries();
  const second = await buildApp({
    database: t.app.pool,
    areas: shellAreas,
    authenticate: (facts) => authenticate(t.app.pool, facts),
    ports: t.app.ports,
    log: pino({ level: 'silent' }),
    defaultYear: () => 2026,
    checkout: { script: '', frame: '', connect: '' },
    trustProxy: ownProxy,
  });
  const both = [];
  for (let i = 0; i < 10; i += 1) {
    const server = i % 2 ? second : t.app.app;
    const { statusCode } = await server.inject({
      method: 'POST',
      url: '/api/session/sign-in',
      headers: { 'x-forwarded-for': `192.0.${i}.7` },
      payload: { identifier: emailOf('Dev'), password: 'not the password' },
    });
    both.push({ status: statusCode });
  }
  await second.close();
  figures['twoProcesses'] = judged(both);

  publishFigure({ promise: 'S7', limit: LIMIT, ...figures });
  for (const [way, n] of Object.entries(figures)) assert.ok(n <= LIMIT, `${way}: ${n} of ${LIMIT}`);
});

test('S7: forged X-Forwarded-For and a whole /64 are one address', async () => {
  const tries = async (addressOf: (i: number) => string) => {
    await t.forgetTries();
    const answers = [];
    for (let i = 0; i < limits.send.ip + 10; i += 1)
      answers.push(
        await t.send('POST', '/api/session/request-otp', {
          body: { identifier: `nobody${i}@aangan.test` },
          ip: addressOf(i),
        }),
      );
    return answers.filter(({ status }) => status === 200).length;
  };
  const forged = await tries((i) => `10.9.${i}.1, 203.0.113.9`);
  const rotated = await tries((i) => `2001:db8:1:2:${(i + 1).toString(16)}::1`);
  publishFigure({ promise: 'S7', limit: limits.send.ip, forgedHeader: forged, rotatingInside64: rotated });
  assert.deepEqual([forged, rotated], [limits.send.ip, limits.send.ip]);
  // Broken twin: truly different networks are not held together.
  assert.ok((await tries((i) => `203.${i}.113.9`)) > limits.send.ip, 'the twin must be noticed');
});
