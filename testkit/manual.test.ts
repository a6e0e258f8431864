// The manual names every variable that the product reads, and none that it does not; what else it names exists.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '..');
const PRODUCT = ['apps/api', 'packages/server', 'areas', 'bin', 'db'];
const MANUALS = ['docs/operations/run-in-production.md', 'docs/operations/backup-and-restore.md'];
const VARIABLE = /^(?:AANGAN|MSG91|RAZORPAY|WHATSAPP|META|EINVOICE)_[A-Z0-9_]+$/;
/** Read where a value comes from the surroundings: `process.env.X`, `config['X']`, a destructured `{ X: name } = config`. */
const READ =
  /(?:process\.env|config|env)(?:\.|\[')([A-Z][A-Z0-9_]+)|\b([A-Z][A-Z0-9_]+): \w+[,\s][^=;]*\} = (?:config|process\.env)|\{ ([A-Z][A-Z0-9_]+): \w+/g;
/** Of our own tools, not of an installation. */
const NOT_FOR_OPERATORS = new Set(['AANGAN_PROVE']);

function* sources(folder: string): Generator<string> {
  for (const each of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, each.name);
    if (each.name === 'node_modules' || each.name === 'dist') continue;
    if (each.isDirectory()) yield* sources(path);
    else if (/\.(ts|mjs)$/.test(each.name) && !/\.test\.ts$|testing\.ts$/.test(each.name))
      yield readFileSync(path, 'utf8');
  }
}

const code = PRODUCT.flatMap((folder) => [...sources(join(ROOT, folder))]);

/** Ours by their first word; those of outside services where they are read, for a constant may begin like them. */
function variablesRead(): Set<string> {
  const ours = code.flatMap((text) => [...text.matchAll(/\bAANGAN_[A-Z0-9_]+\b/g)].map(([name]) => name));
  const theirs = code.flatMap((text) =>
    [...text.matchAll(READ)]
      .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
      .filter((name) => VARIABLE.test(name)),
  );
  return new Set([...ours, ...theirs].filter((name) => !NOT_FOR_OPERATORS.has(name)));
}

test('every variable the product reads stands in the manual, and the manual names no other', () => {
  const read = variablesRead();
  assert.ok(read.size > 25, `only ${read.size} found`);
  const manual = MANUALS.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const named = (manual.match(/[A-Z0-9]+_[A-Z0-9_]+/g) ?? []).filter((name) => VARIABLE.test(name));
  const unnamed = [...read].filter((name) => !named.includes(name));
  assert.deepEqual(unnamed, [], 'read, and not in the manual');
  const mentioned = code.join('\n');
  const unread = named.filter((name) => !mentioned.includes(name));
  assert.deepEqual(unread, [], 'in the manual, and read by nobody');
});

test('every command, path, metric and event of a provider that the manual names is there', () => {
  const manual = MANUALS.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const all = (pattern: RegExp) => new Set([...manual.matchAll(pattern)].map(([, name = '']) => name));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const text = `${code.join('\n')}\n${readFileSync(join(ROOT, 'docs/operations.csv'), 'utf8')}`;
  const missing = {
    commands: [...all(/npm run ([a-z:]+)/g)].filter((name) => !(name in scripts)),
    metrics: [...all(/(aangan_[a-z]+_[a-z_]+)/g)].filter((name) => !text.includes(`'${name}'`)),
    addresses: [...all(/(\/(?:webhooks|api|healthz|readyz|metrics|demo)\b[a-z/.]*)/g)].filter(
      (path) => !text.includes(`'${path}'`) && !text.includes(`${path},`),
    ),
  };
  assert.deepEqual(missing, { commands: [], metrics: [], addresses: [] });
  const webhook = readFileSync(join(ROOT, 'areas/finance/gateway/razorpay-webhook.server.ts'), 'utf8');
  const consumed = [...webhook.matchAll(/'((?:payment|order|refund)\.[a-z]+)'/g)].map(
    ([, name = '']) => name,
  );
  const named = all(/\b((?:payment|order|refund)\.[a-z]+)\b/g);
  assert.deepEqual([...named].sort(), [...new Set(consumed)].sort(), 'events to subscribe to at Razorpay');
});
