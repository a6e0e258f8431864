import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod';
import { changesOf, cleanValues } from './form-values.ts';

const schema = z.strictObject({
  name: z.string(),
  note: z.string().nullable().optional(),
  age: z.int().optional(),
});

test('empty entries become null where allowed and are left out otherwise', () => {
  assert.deepEqual(cleanValues(schema, { name: '', note: '', age: null, other: 1 }), { note: null });
  assert.deepEqual(cleanValues(schema, { name: 'Asha', note: 'x', age: 0 }), {
    name: 'Asha',
    note: 'x',
    age: 0,
  });
});

test('only what differs for a user is a change', () => {
  assert.deepEqual(changesOf({ a: null, b: [1], c: 'x' }, { a: '', b: [1], c: 'y' }), { c: 'y' });
});
