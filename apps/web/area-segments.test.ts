// Every path an area declares must lead the router back to that area, and every public one must open without a session.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isPublic } from '@aangan/web/screens.ts';
import { areaServers } from '../api/areas.ts';
import { areasOfPath } from './area-segments.ts';
import { isPublicPath } from './public-paths.ts';

for (const { area } of areaServers)
  test(`paths of ${area.name}`, () => {
    for (const screen of area.screens) {
      // The shell's own screens are always there.
      if (area.name !== 'shell')
        assert.ok(
          areasOfPath(screen.path).includes(area.name),
          `${screen.path} does not lead to ${area.name}: add its first segment to area-segments.ts`,
        );
      assert.equal(isPublicPath(screen.path), isPublic(screen), `${screen.path}: see public-paths.ts`);
    }
  });
