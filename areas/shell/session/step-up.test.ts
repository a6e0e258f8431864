// Promise S9: no dangerous act without a fresh code, whoever holds the session. Every operation that is marked, in every
// area; with its broken twin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { type WalkedApp, walkedApp } from '@aangan/testkit/operations.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let app: WalkedApp;
before(async () => {
  app = await walkedApp();
});
after(() => app.close());

/** What must ask for a fresh code (areas/shell.md 5): an operation that loses its mark is missed here. */
const DANGEROUS =
  /^(user\.(grant|end-grant|end-sessions)|access\.grant|bank-account\.|royalty-agreement\.(save|approve))/;

test('S9: dangerous acts need a fresh code', async () => {
  const marked = app.endpoints.filter(({ endpoint }) => endpoint.stepUp);
  const passed: string[] = [];
  for (const { endpoint } of marked) {
    const { status, body } = await app
      .as('Asha', { centre: ANDHERI })
      .raw(endpoint, {}, { version: 1, key: `step-up-${endpoint.name}` });
    const { code } = body as { code?: string };
    if (status !== 403 || code !== 'step-up.needed') passed.push(`${endpoint.name}: ${status} ${code}`);
  }
  app.moveClock(new Date(Date.now() + 5 * 60_000 + 1_000));
  for (const { endpoint } of marked) {
    const { body } = await app
      .as('Asha', { steppedUp: true, centre: ANDHERI })
      .raw(endpoint, {}, { version: 1, key: `step-up-late-${endpoint.name}` });
    const { code } = body as { code?: string };
    if (code !== 'step-up.needed') passed.push(`${endpoint.name}, six minutes later: ${code}`);
  }
  app.moveClock(null);
  publishFigure({
    promise: 'S9',
    operations: marked.length,
    tries: marked.length * 2,
    succeeded: passed.length,
  });
  assert.ok(marked.length >= 5, `${marked.length} operations are marked`);
  assert.deepEqual(passed, []);
  for (const name of ['user.grant', 'user.end-grant', 'access.grant'])
    assert.ok(
      marked.some(({ endpoint }) => endpoint.name === name),
      `${name} must be marked`,
    );
  assert.ok(marked.some(({ endpoint }) => DANGEROUS.test(endpoint.name)));
  // Broken twin: the same calls of a session with a fresh code get past the guard (and fail on their empty input).
  const [first] = marked;
  assert.ok(first);
  const twin = await app
    .as('Asha', { steppedUp: true, centre: ANDHERI })
    .raw(first.endpoint, {}, { version: 1, key: 'step-up-twin-1' });
  assert.notEqual((twin.body as { code?: string }).code, 'step-up.needed', 'the twin must be noticed');
});
