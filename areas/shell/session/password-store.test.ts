// Promise S8: passwords stand as argon2id (19 MiB, two passes, one lane), at most two are hashed at a time, and a storm of
// sign-ins makes nobody else wait. With its broken twin: hashing on the thread that answers.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { hashSync } from '@node-rs/argon2';
import { hashPassword, passwordIs } from './hash-gate.server.ts';
import { emailOf, type SignInTest, signInTest } from './session-testing.ts';

const ROUND_MS = 2_000;
const PER_SECOND = 50;
const ASK_EVERY_MS = 20;

let t: SignInTest;
before(async () => {
  t = await signInTest();
});
after(() => t.close());

/** How long ordinary requests take while `storm` goes on. */
async function timesDuring(token: string, storm: (until: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ROUND_MS;
  const running = storm(until);
  const asking: Promise<void>[] = [];
  while (performance.now() < until) {
    const planned = performance.now();
    // From the planned moment on: a server that cannot even take the request is slow, too.
    asking.push(
      t.me(token).then(({ status }) => {
        assert.equal(status, 200);
        times.push(performance.now() - planned);
      }),
    );
    await sleep(ASK_EVERY_MS);
    const late = performance.now() - planned - ASK_EVERY_MS;
    if (late > 1) times.push(late);
  }
  await Promise.all([running, ...asking]);
  return times;
}

const p99 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

const quiet = async () => {};

const hashHere = (): string =>
  hashSync('not the password', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

async function stormOf(work: (i: number) => Promise<unknown>, until: number): Promise<void> {
  const all: Promise<unknown>[] = [];
  for (let i = 0; performance.now() < until; i += 1) {
    all.push(work(i));
    await sleep(1000 / PER_SECOND);
  }
  await Promise.all(all);
}

test('S8: passwords are argon2id of the agreed cost, whatever the script they are typed in', async () => {
  const stored = await hashPassword('नीला आँगन बारिश');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await passwordIs(stored, 'नीला आँगन बारिश'.normalize('NFD')), true);
  assert.equal(await passwordIs(stored, 'नीला आँगन'), false);
  assert.equal(await passwordIs(null, 'anything at all'), false);
});

/** How many of `works` were still open when the third of three requests, asked one after the other, was answered. */
async function openWhenAnswered(token: string, works: readonly Promise<unknown>[]): Promise<number> {
  let open = works.length;
  for (const work of works) void work.finally(() => (open -= 1));
  for (let n = 0; n < 3; n += 1) assert.equal((await t.me(token)).status, 200);
  const then = open;
  await Promise.all(works);
  return then;
}

test('S8: who is signed in is answered while passwords wait to be judged', async () => {
  const token = await t.fullSignIn('Bina');
  const tries = Array.from({ length: 40 }, (_, i) =>
    t.signIn(`nobody-${i}@aangan.test`, 'not the password', { ip: `10.9.${i}.9` }),
  );
  assert.ok((await openWhenAnswered(token, tries)) > 0, 'the requests waited for the passwords');
  // Broken twin: the same work on the thread that answers requests.
  const twin = Array.from({ length: 40 }, async () => hashHere());
  assert.equal(await openWhenAnswered(token, twin), 0, 'the twin makes everybody wait');
});

test('S8: everybody is answered during a storm of 50 sign-ins a second, which is measured', async () => {
  const token = await t.fullSignIn('Bina');
  await timesDuring(token, quiet); // warm
  const calm = p99(await timesDuring(token, quiet));
  const judged = { refused: 0, busy: 0 };
  const storm = p99(
    await timesDuring(token, (until) =>
      stormOf(async (i) => {
        const { status } = await t.signIn(`nobody-${i}@aangan.test`, 'not the password', {
          ip: `10.7.${i % 250}.9`,
        });
        assert.ok(status === 401 || status === 503, `${status}`);
        if (status === 503) judged.busy += 1;
        else judged.refused += 1;
      }, until),
    ),
  );
  publishFigure({
    promise: 'S8',
    p99CalmMs: Number(calm.toFixed(1)),
    p99StormMs: Number(storm.toFixed(1)),
    ratio: Number((storm / calm).toFixed(2)),
    signInsJudged: judged.refused,
    sentAway: judged.busy,
  });
  assert.ok(judged.refused > 0, 'a storm was judged');
});

/** Niceness of each thread of this process (proc(5), field 19; the name before it may hold anything but `)`). */
const nicenessOfThreads = (): number[] =>
  readdirSync('/proc/self/task').map((thread) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
  );

test('S8: the two threads that hash stand behind every other', {
  skip: process.platform !== 'linux',
}, async () => {
  await Promise.all(Array.from({ length: 4 }, () => passwordIs(null, 'anything at all')));
  const own = os.getPriority();
  const behind = nicenessOfThreads().filter((niceness) => niceness === Math.min(own + 15, 19));
  // A suite that is itself at the very end of the queue has nobody to stand behind.
  if (own < 19) assert.equal(behind.length, 2);
});

test('S8: a stored hash that cannot be read is an error, and the next one is judged', async () => {
  await assert.rejects(passwordIs('not a hash', 'anything at all'));
  assert.equal(await passwordIs(await hashPassword('a quiet courtyard'), 'a quiet courtyard'), true);
});

test('S8: beyond two at a time and fifty waiting, the next is sent away for two seconds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) =>
      t.signIn(`burst-${i}@aangan.test`, 'not the password', { ip: `172.16.${i}.9` }),
    ),
  );
  const away = answers.filter(({ status }) => status === 503);
  assert.ok(away.length > 0, 'some are sent away');
  assert.ok(away.every(({ headers }) => headers['retry-after'] === '2'));
  assert.equal((await t.signIn(emailOf('Bina'), 'monsoon umbrella 47', { ip: '172.17.0.9' })).status, 200);
});
