// What opening one more screen costs: the scripts its chunk needs beyond those of the frame and the home. Read from the
// built files; no browser is started, but the build is what a browser test brings.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { buildWeb, WEB_DIR, webIsBuilt } from '../../bin/build-web.ts';

const BUDGET_KB = 60;
/** Loaded by the screens themselves once they stand, and kept for all that follow. */
const DRAWN_LATER = /^(chart-drawing|date-drawing|browser|jsqr|qr)-/;

interface Chunk {
  kb: number;
  needs: string[];
  opens: string[];
}

function chunksOf(folder: string): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? '');
    chunks.set(name, {
      kb: gzipSync(text).length / 1024,
      needs: named(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g),
      opens: named(/\bimport\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g),
    });
  }
  return chunks;
}

function closure(chunks: ReadonlyMap<string, Chunk>, from: readonly string[]): Set<string> {
  const all = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    waiting.push(...(chunks.get(name)?.needs ?? []));
  }
  return all;
}

test('a further screen costs at most 60 kB of script', async () => {
  if (!webIsBuilt()) await buildWeb(() => undefined);
  const chunks = chunksOf(path.join(WEB_DIR, 'assets'));
  const names = [...chunks.keys()];
  const start = readFileSync(path.join(WEB_DIR, 'index.html'), 'utf8').match(/assets\/([^"]+\.js)/)?.[1];
  assert.ok(start, 'the page names its first script');
  const frame = names.filter((name) => /^(start|app-frame|home)-/.test(name));
  assert.ok(frame.length >= 3, `frame: ${frame}`);
  const there = closure(chunks, [start, ...frame]);
  const screens = new Set([...chunks.values()].flatMap((chunk) => chunk.opens));
  const costs = [...screens]
    .filter((name) => chunks.has(name) && !there.has(name) && !DRAWN_LATER.test(name))
    .map((name) => {
      const more = [...closure(chunks, [name])].filter((one) => !there.has(one));
      return { name, kb: more.reduce((sum, one) => sum + (chunks.get(one)?.kb ?? 0), 0) };
    })
    .sort((a, b) => b.kb - a.kb);
  const [largest] = costs;
  assert.ok(largest && costs.length > 40, `${costs.length} screens were found`);
  publishFigure({
    promise: 'further-screen',
    screens: costs.length,
    largest: largest.name,
    kB: Number(largest.kb.toFixed(1)),
    median: Number((costs[Math.floor(costs.length / 2)]?.kb ?? 0).toFixed(1)),
  });
  const over = costs.filter((one) => one.kb > BUDGET_KB).map((one) => `${one.name} ${one.kb.toFixed(1)} kB`);
  assert.deepEqual(over, []);
});
