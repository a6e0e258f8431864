import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  GST_STATES,
  gstinCheckCharacter,
  gstinParts,
  gstinProblem,
  isGstStateCode,
  isIfsc,
  isPan,
  isPincode,
} from './india.ts';

const REAL = [
  '27AAPFU0939F1ZV',
  '24AAFCT5415L1Z8',
  '29AAACW6288M1ZH',
  '32AABCL8151B1Z1',
  '36AACCM2333F1ZV',
  '18AABCU9603R1ZM',
];

test('GSTIN check characters (integrations.md 2.6)', () => {
  for (const gstin of REAL) {
    assert.equal(gstinCheckCharacter(gstin), gstin.charAt(14));
    assert.equal(gstinProblem(gstin), null, gstin);
  }
  assert.equal(gstinProblem('27AAPFU0939F1ZA')?.text, 'Check digit should be V.');
  assert.equal(gstinProblem('25AAPFU0939F1ZV')?.reason, 'state');
  for (const gstin of [
    '',
    '27AAPFU0939F1Z',
    '27aapfu0939f1zv',
    '27AAPFU0939F1ZVX',
    ' 27AAPFU0939F1ZV',
    '27AAPFU0939F0ZV',
  ]) {
    assert.equal(gstinProblem(gstin)?.reason, 'shape', gstin);
  }
  assert.equal(gstinCheckCharacter('27aapfu0939f1z'), null);
  assert.deepEqual(gstinParts('27AAPFU0939F1ZV'), { stateCode: '27', pan: 'AAPFU0939F' });
});

test('numbers of the IRP sandbox pass only with the switch', () => {
  assert.equal(gstinCheckCharacter('02AMBPG7773M002'), 'W');
  assert.notEqual(gstinProblem('02AMBPG7773M002'), null);
  assert.equal(gstinProblem('02AMBPG7773M002', { sandbox: true }), null);
  assert.equal(gstinProblem('99AMBPG7773M002', { sandbox: true })?.reason, 'state');
});

test('every body has one check character, 0 among them', () => {
  const body = fc.stringMatching(/^[0-9A-Z]{14}$/);
  fc.assert(
    fc.property(body, (characters) => /^[0-9A-Z]$/.test(gstinCheckCharacter(characters) ?? '')),
    { numRuns: 2000 },
  );
  assert.equal(gstinCheckCharacter('00000000000000'), '0');
});

test('one wrong character never passes', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  fc.assert(
    fc.property(
      fc.constantFrom(...REAL),
      fc.integer({ min: 0, max: 14 }),
      fc.constantFrom(...alphabet),
      (gstin, at, other) => {
        fc.pre(gstin.charAt(at) !== other);
        assert.notEqual(gstinProblem(gstin.slice(0, at) + other + gstin.slice(at + 1)), null);
      },
    ),
    { numRuns: 5000 },
  );
});

test('states, PAN, pincode, IFSC', () => {
  assert.equal(Object.keys(GST_STATES).length, 38);
  assert.equal(GST_STATES['27'], 'Maharashtra');
  assert.ok(
    isGstStateCode('07') && !isGstStateCode('7') && !isGstStateCode('28') && !isGstStateCode('toString'),
  );
  assert.deepEqual(['AAPFU0939F', 'aapfu0939f', 'AAPFU0939', 'AAPFU09399'].map(isPan), [
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual(['400053', '040053', '40005', '4000533', '40005a', '४०००५३', '400053\n'].map(isPincode), [
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  assert.deepEqual(['HDFC0001234', 'HDFC1001234', 'hdfc0001234', 'HDFC000123'].map(isIfsc), [
    true,
    false,
    false,
    false,
  ]);
});
