import assert from 'node:assert/strict';
import test from 'node:test';
import { nextPath } from './next-path.ts';

test('only paths of this app are followed', () => {
  for (const bad of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?next=/x',
    '/otp/abc',
    '/',
  ])
    assert.equal(nextPath(bad), '/profile/dashboard', String(bad));
  assert.equal(nextPath('/finance/dashboard?tab=due#x'), '/finance/dashboard?tab=due#x');
});
