import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod';
import { changesOf, cleanValues, openErrors } from './form-values.ts';

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

test('an error goes when its field is corrected, within lists and between fields too; the server’s stays until then', () => {
  const errors = {
    'roles.0.roleId': 'Fill this in',
    'roles.1.roleId': 'Fill this in',
    mobile: 'Fill this in',
  };
  const own = new Set(Object.keys(errors));
  const left = (changed: string[], found: object) =>
    Object.keys(openErrors(errors, { changed, own, found: { ...found } }));
  assert.deepEqual(left(['roles'], { 'roles.1.roleId': 'Fill this in', mobile: 'Fill this in' }), [
    'roles.1.roleId',
    'mobile',
  ]);
  assert.deepEqual(left(['email'], { 'roles.0.roleId': '', 'roles.1.roleId': '' }), [
    'roles.0.roleId',
    'roles.1.roleId',
  ]);
  assert.deepEqual(left(['mobile'], { mobile: 'Enter a 10-digit mobile number' }).includes('mobile'), false);
  const told = { 'roles.0.roleId': 'This role is already given there.', email: 'Used' };
  assert.deepEqual(Object.keys(openErrors(told, { changed: ['roles'], own: new Set(), found: {} })), [
    'email',
  ]);
});
