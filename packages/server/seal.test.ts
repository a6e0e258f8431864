import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { aad, blindIndex, isSigned, open, openBytes, seal, sign, useKeys } from './seal.ts';

const first = randomBytes(32).toString('hex');
const second = randomBytes(32).toString('hex');
const signKey = randomBytes(32).toString('hex');
const place = aad('message', 'address_sealed', 2, 'a');

before(() => useKeys({ sealKey: first, signKey }));

test('opens what was sealed, and every sealing of one text looks different', () => {
  const sealed = seal('+919820012345', place);
  assert.equal(open(sealed, place), '+919820012345');
  assert.ok(!sealed.equals(seal('+919820012345', place)));
  assert.equal(open(seal('', place), place), '');
});

test('a sealed value does not open in another row, centre, column or table, nor with any byte changed', () => {
  const sealed = seal('Gita', place);
  for (const other of [
    aad('message', 'address_sealed', 2, 'b'),
    aad('message', 'address_sealed', 3, 'a'),
    aad('message', 'vars_sealed', 2, 'a'),
    aad('outbox', 'address_sealed', 2, 'a'),
  ])
    assert.throws(() => openBytes(sealed, other));
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
    assert.throws(() => openBytes(changed, place), `byte ${i}`);
  }
  assert.throws(() => openBytes(sealed.subarray(0, 20), place));
});

test('after a change of key the old values open while the old key is kept', () => {
  useKeys({ sealKey: first, signKey });
  const old = seal('Gita', place);
  useKeys({ sealKey: second, signKey, oldSealKeys: [first] });
  assert.equal(open(old, place), 'Gita');
  useKeys({ sealKey: second, signKey });
  assert.throws(() => open(old, place));
});

test('signatures and blind indexes are stable and differ by text', () => {
  assert.ok(isSigned('file|2|a|99', sign('file|2|a|99')));
  assert.ok(!isSigned('file|2|a|100', sign('file|2|a|99')));
  assert.ok(!isSigned('file|2|a|99', ''));
  assert.deepEqual(blindIndex('a'), blindIndex('a'));
  assert.notDeepEqual(blindIndex('a'), blindIndex('b'));
});

test('a key of a wrong length is refused at start', () =>
  assert.throws(() => useKeys({ sealKey: 'abc', signKey })));
