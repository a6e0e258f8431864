// Every path an area declares must lead the router back to that area, and every public one must open without a session.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { areasOfPath } from './area-segments.ts';
import { isPublicPath } from './public-paths.ts';

const AREAS = path.resolve(import.meta.dirname, '../../areas');

function sources(area: string): string[] {
  return readdirSync(path.join(AREAS, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => /area\.web\.ts$|-pages\.ts$|\.record\.ts$/.test(name))
    .map((name) => readFileSync(path.join(AREAS, area, name), 'utf8'));
}

const areas = readdirSync(AREAS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

for (const area of areas)
  test(`paths of ${area}`, () => {
    for (const source of sources(area)) {
      const declared = [...source.matchAll(/(?:path|list|add|edit|view): '(\/[^']*)'/g)].map(
        (match) => match[1] ?? '',
      );
      for (const at of declared)
        assert.ok(
          areasOfPath(at).includes(area),
          `${at} does not lead to ${area}: add its first segment to area-segments.ts`,
        );
      for (const [screen] of source.matchAll(/screen\(\{[^\n]*openModules\.anyone[^\n]*/g)) {
        const at = /path: '([^']*)'/.exec(screen)?.[1];
        if (at) assert.ok(isPublicPath(at), `${at} is public but not in public-paths.ts`);
      }
    }
  });
