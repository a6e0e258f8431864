import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NamedChild, verdictOf } from './photo-names.ts';

const child = (name: string, more: Partial<NamedChild> = {}): NamedChild => ({
  name,
  how: 'NAMED',
  allowed: true,
  ...more,
});
const kabir = child('Kabir', { allowed: false });

test('story 14: five children and four names wait; the fifth without consent blocks; blurred, it is ready', () => {
  const four = ['Aarav', 'Diya', 'Ishan', 'Myra'].map((name) => child(name));
  assert.deepEqual(verdictOf(5, four), {
    status: 'NEEDS_NAMES',
    reason: '5 children are in this picture, 4 are named.',
  });
  assert.deepEqual(verdictOf(5, [...four, kabir]), {
    status: 'BLOCKED',
    reason: 'Kabir has no photo consent.',
  });
  assert.deepEqual(verdictOf(5, [...four, { ...kabir, how: 'BLURRED' }]), { status: 'READY', reason: null });
});

test('nobody said anything, nobody recognisable, more names than children, several without consent', () => {
  assert.equal(verdictOf(null, []).status, 'NEEDS_NAMES');
  assert.deepEqual(verdictOf(0, []), { status: 'READY', reason: null });
  assert.equal(verdictOf(0, [child('Aarav')]).status, 'NEEDS_NAMES');
  assert.equal(
    verdictOf(3, [kabir, child('Diya', { allowed: false }), child('Myra', { allowed: false })]).reason,
    'Kabir, Diya and Myra have no photo consent.',
  );
});
