// Promise S5: whether an account exists cannot be told by what sign-in, code and forgotten password answer, nor by when.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { people } from '@aangan/testkit/world.ts';
import { hash } from '@node-rs/argon2';
import { emailOf, median, type SignInTest, signInTest } from './session-testing.ts';

const PAIRS = 1000;
/** A difference below the limit is believed after so many pairs; one above it never before all of them. */
const BELIEVED_AFTER = sized(60, 500);
const MOST_MS = 5;
let t: SignInTest;
before(async () => {
  t = await signInTest();
});
after(() => t.close());

const known = emailOf('Meera');
type Way = (identifier: string) => Promise<{ status: number; body: Record<string, unknown> }>;
const ways: Readonly<Record<string, Way>> = {
  'sign-in': (identifier) => t.signIn(identifier, 'not the password'),
  'one-time code': (identifier) => t.send('POST', '/api/session/request-otp', { body: { identifier } }),
  'forgotten password': (identifier) => t.send('POST', '/api/password/forgot', { body: { identifier } }),
};

/** What an answer tells: its fields, without the random ones and the typed address's own letters. */
const told = ({ status, body }: Awaited<ReturnType<Way>>) => [
  status,
  Object.keys(body).sort(),
  body['channel'],
  body['code'],
  body['message'],
  String(body['sentTo']).replace(/^../, ''),
];

/** Median of how much longer a known account takes than an unknown one. The two of a pair stand side by side in
 * alternating order, so a busy machine slows both. */
async function difference(way: Way, pairs: number): Promise<{ ms: number; pairs: number }> {
  const time = async (identifier: string): Promise<number> => {
    const began = performance.now();
    await way(identifier);
    return performance.now() - began;
  };
  const differences: number[] = [];
  for (let i = 0; i < pairs; i += 1) {
    await t.forgetTries();
    const nobody = `nobody${i}@aangan.test`;
    const first = await time(i % 2 ? known : nobody);
    const second = await time(i % 2 ? nobody : known);
    differences.push(i % 2 ? first - second : second - first);
    const n = differences.length;
    if (n % BELIEVED_AFTER === 0 && Math.abs(median(differences)) < MOST_MS) break;
  }
  return { ms: median(differences), pairs: differences.length };
}

test('S5: accounts cannot be listed: the same answers, in the same time', async () => {
  const figures: Record<string, number> = {};
  let measured = 0;
  for (const [name, way] of Object.entries(ways)) {
    await t.forgetTries();
    assert.deepEqual(told(await way(known)), told(await way('nobody@aangan.test')), name);
    const { ms, pairs } = await difference(way, PAIRS);
    measured += pairs;
    figures[`${name.replace(/\W/g, '')}Ms`] = Number(ms.toFixed(2));
  }
  publishFigure({ promise: 'S5', ways: Object.keys(ways).length, pairs: measured, ...figures });
  for (const [name, ms] of Object.entries(figures)) assert.ok(Math.abs(ms) < MOST_MS, `${name}: ${ms} ms`);
});

test('S5, broken twin: a hash that costs another time than that of nobody is noticed', async () => {
  const heavier = await hash('a password of old', { memoryCost: 65_536, timeCost: 3, parallelism: 1 });
  await t.app.sql('update app_user set password_hash = $1 where id = $2', [heavier, people.Meera.id]);
  const { ms } = await difference(ways['sign-in'] as Way, 10);
  assert.ok(Math.abs(ms) >= MOST_MS, `${ms} ms`);
});
