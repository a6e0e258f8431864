// Promise T8: what is taken away stops working within a second of the commit, under 50 requests a second. The broken twin
// is a change that is never committed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { ANDHERI, type PersonName, people } from '@aangan/testkit/world.ts';
import { auth, type SignInTest, signInTest } from './session-testing.ts';

const EVERY_MS = 20;
const ALLOWED_MS = 1_000;
const WATCHED_MS = 1_500;

let t: SignInTest;
before(async () => {
  t = await signInTest({ areas: 'all' });
});
after(() => t.close());

interface Answered {
  began: number;
  status: number;
}

/** Asks 50 times a second, takes the right away in the middle, and goes on for a second and a half. */
async function underLoad(
  what: string,
  ask: () => Promise<number>,
  take: () => Promise<unknown>,
): Promise<{ late: number; n: number; lastMs: number }> {
  const answers: Answered[] = [];
  const running: Promise<unknown>[] = [];
  let committed = Number.POSITIVE_INFINITY;
  const until = () => committed + WATCHED_MS;
  assert.equal(await ask(), 200, `${what} works before`);
  const taking = sleep(200)
    .then(take)
    .then(() => {
      committed = performance.now();
    });
  while (performance.now() < until()) {
    const began = performance.now();
    running.push(ask().then((status) => answers.push({ began, status })));
    await sleep(EVERY_MS);
  }
  await Promise.all([taking, ...running]);
  const after = answers.filter(({ began, status }) => began > committed && status === 200);
  return {
    late: after.filter(({ began }) => began > committed + ALLOWED_MS).length,
    n: answers.length,
    lastMs: Math.round(Math.max(0, ...after.map(({ began }) => began - committed))),
  };
}

const asking = (token: string, url: string) => async () =>
  (
    await t.send('GET', url, {
      headers: auth(token, { 'x-franchisee-id': String(ANDHERI), 'x-academic-year-id': '2026' }),
    })
  ).status;

test('T8: revocation works within a second under 50 requests a second', async () => {
  const ways: readonly [string, PersonName, string, string][] = [
    [
      'role ended',
      'Esha',
      '/api/enquiry/enquiry-count?franchiseeID=2&academicYearID=2026',
      'update user_role set ended_at = now() where user_id = $1',
    ],
    ['user disabled', 'Omkar', '/api/admin/me', `update app_user set state = 'DISABLED' where id = $1`],
    [
      'session revoked',
      'Bina',
      '/api/admin/me',
      `update session set ended_at = now(), end_reason = 'REVOKED' where user_id = $1`,
    ],
    [
      'module taken from the role',
      'Farid',
      '/api/enquiry/enquiry-count?franchiseeID=2&academicYearID=2026',
      `delete from role_end_point p using system_end_point e, user_role g where e.id = p.end_point_id and e.module in ('enquiry', 'followup')
        and g.role_id = p.role_id and g.user_id = $1`,
    ],
  ];
  let n = 0;
  let late = 0;
  let lastMs = 0;
  for (const [what, name, url, statement] of ways) {
    await t.forgetTries();
    const token = await t.fullSignIn(name);
    const seen = await underLoad(what, asking(token, url), () => t.app.sql(statement, [people[name].id]));
    n += seen.n;
    late += seen.late;
    lastMs = Math.max(lastMs, seen.lastMs);
    assert.equal(seen.late, 0, what);
  }
  publishFigure({ promise: 'T8', ways: ways.length, requests: n, laterThan1s: late, lastSuccessMs: lastMs });
  // Broken twin: a change that was rolled back takes nothing away.
  await t.forgetTries();
  const token = await t.fullSignIn('Rekha');
  const twin = await underLoad(
    'the twin',
    async () => (await t.me(token)).status,
    () =>
      t.app.sql(
        `do $$ begin update app_user set state = 'DISABLED' where id = '${people.Rekha.id}'; raise exception 'back'; exception when others then null; end $$`,
      ),
  );
  assert.ok(twin.late > 0, 'the twin must be noticed');
});
