// Promise S6: a code cannot be guessed, and nobody can lock an owner out by trying. Each with its broken twin.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { DEVICE, emailOf, type SignInTest, signInTest } from './session-testing.ts';

let t: SignInTest;
before(async () => {
  t = await signInTest();
});
after(() => t.close());
beforeEach(() => t.forgetTries());

test('S6: a code cannot be guessed: 5 tries, 3 sends in 15 minutes, whatever the order', async () => {
  let guesses = 0;
  let sends = 0;
  for (let round = 0; round < 6; round += 1) {
    const asked = await t.send('POST', '/api/session/request-otp', {
      body: { identifier: emailOf('Dev') },
      ip: `10.0.${round}.1`,
    });
    if (asked.status === 429) continue;
    sends += 1;
    const right = await t.codeOf('Dev');
    for (let i = 0; i < 8; i += 1) {
      const otp = String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0');
      const { body } = await t.send('POST', '/api/session/verify-otp', {
        body: { referenceID: asked.body['referenceID'], otp },
        ip: `10.1.${round}.${i}`,
      });
      if (body['code'] === 'session.otp-wrong' || i === 4) guesses += 1;
    }
    const dead = await t.send('POST', '/api/session/verify-otp', {
      body: { referenceID: asked.body['referenceID'], otp: right },
      ip: `10.2.${round}.1`,
    });
    assert.equal(dead.status === 200, false, 'five wrong tries kill the right code');
  }
  const perHour = (guesses * 4) / 1_000_000;
  publishFigure({
    promise: 'S6',
    sendsIn15Min: sends,
    guessesIn15Min: guesses,
    chancePerAccountHour: perHour,
  });
  assert.equal(sends, 3);
  assert.ok(guesses > 0 && guesses <= 15);
  assert.ok(perHour <= 6e-5);
});

test('S6: a burst at the last permitted try lets exactly that many through', async () => {
  const asked = await t.send('POST', '/api/session/request-otp', { body: { identifier: emailOf('Tara') } });
  const right = await t.codeOf('Tara');
  const burst = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      t.send('POST', '/api/session/verify-otp', {
        body: {
          referenceID: asked.body['referenceID'],
          otp: String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0'),
        },
        ip: `172.16.${i}.9`,
      }),
    ),
  );
  const judged = await t.app.sql<{ tries: number }>(
    'select tries from code_challenge where reference_id = $1',
    [asked.body['referenceID']],
  );
  assert.equal(judged[0]?.tries, 5);
  assert.equal(burst.filter(({ body }) => body['code'] === 'session.otp-wrong').length, 4);
  // Broken twin: with the count put back, the next guess is judged again.
  await t.forgetTries();
  await t.app.sql('update code_challenge set tries = 0 where reference_id = $1', [asked.body['referenceID']]);
  assert.equal(
    (
      await t.send('POST', '/api/session/verify-otp', {
        body: { referenceID: asked.body['referenceID'], otp: right },
        ip: '172.17.0.1',
      })
    ).status,
    200,
  );
});

test('S6: a spray over many accounts trips the global brake, and the owner still gets in from a known browser', async () => {
  await t.fullSignIn('Kavi', { device: DEVICE });
  await t.forgetTries();
  let judged = 0;
  for (let i = 0; i < 520; i += 1) {
    const { status } = await t.send('POST', '/api/session/verify-otp', {
      body: { referenceID: `${String(i).padStart(4, '0')}abcdefghijklmnopqr`, otp: '123456' },
      ip: `100.${64 + (i % 60)}.${i % 250}.${i % 200}`,
    });
    if (status !== 429) judged += 1;
  }
  publishFigure({ promise: 'S6', spray: 520, judgedBeforeBrake: judged });
  assert.ok(judged < 500);
  const asked = await t.send('POST', '/api/session/request-otp', {
    body: { identifier: emailOf('Kavi'), device: DEVICE },
  });
  assert.equal(
    (
      await t.send('POST', '/api/session/verify-otp', {
        body: { referenceID: asked.body['referenceID'], otp: await t.codeOf('Kavi'), device: DEVICE },
      })
    ).status,
    200,
  );
});
