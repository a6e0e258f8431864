import assert from 'node:assert/strict';
import test from 'node:test';
import { type GuardSession, guard } from './guard.ts';

const divya: GuardSession = {
  signedIn: true,
  superAdmin: false,
  modules: { GradeEntry: {}, Look: { write: false }, level_8: {} },
  codes: ['USER_STAFF_APPROVED'],
  franchiseeChosen: true,
};
const nobody: GuardSession = { ...divya, signedIn: false };

test('the order of the checks', () => {
  assert.equal(guard({ module: '@anyone' }, nobody), 'pass');
  assert.equal(guard({ module: '@signed-in' }, nobody), 'login');
  assert.equal(guard({ module: '@signed-in' }, divya), 'pass');
  assert.equal(guard({ module: 'System' }, divya), 'no-access');
  assert.equal(guard({ module: '@signed-in', superOnly: true }, divya), 'no-access');
  assert.equal(guard({ module: 'System', write: true }, { ...divya, superAdmin: true }), 'pass');
});

test('shell story 19: an absent write flag writes, a false one does not', () => {
  assert.equal(guard({ module: 'GradeEntry', write: true, approval: 'USER_STAFF_APPROVED' }, divya), 'pass');
  assert.equal(guard({ module: 'Look', write: true }, divya), 'no-write');
  assert.equal(guard({ module: 'Look' }, divya), 'pass');
  assert.equal(guard({ module: ['Look', 'GradeEntry'], write: true }, divya), 'pass');
});

test('levels, approvals and centres', () => {
  assert.equal(guard({ module: 'GradeEntry', level: 'level_8' }, divya), 'pass');
  assert.equal(guard({ module: 'GradeEntry', level: 'level_2' }, divya), 'no-access');
  assert.equal(guard({ module: 'GradeEntry', approval: 'PLAN_APPROVE' }, divya), 'no-approval');
  assert.equal(
    guard({ module: 'GradeEntry', centre: true }, { ...divya, franchiseeChosen: false }),
    'centre-needed',
  );
  assert.equal(
    guard({ module: 'GradeEntry', centre: true }, { ...divya, superAdmin: true, franchiseeChosen: false }),
    'centre-needed',
  );
});
