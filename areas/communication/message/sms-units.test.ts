import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMarks, smsUnits } from './sms-units.ts';

test('units: 160, 161, 306, 307 of the small alphabet; marks that count double; 70, 71, 134, 135 of the large one', () => {
  const units = (n: number, of = 'a') => smsUnits(of.repeat(n)).units;
  assert.deepEqual([units(1), units(160), units(161), units(306), units(307)], [1, 1, 2, 2, 3]);
  assert.deepEqual([units(80, '['), units(81, '[')], [1, 2]);
  assert.deepEqual([units(70, 'न'), units(71, 'न'), units(134, 'न'), units(135, 'न')], [1, 2, 2, 3]);
  assert.deepEqual(smsUnits('€'), { unicode: false, length: 2, units: 1 });
});

test('the example of communication.md 3.6: 122 septets, 1 unit', () => {
  const text =
    'Dear Gita, fees of Aarav, Term 2: Rs 12500, due 10-04-2026. Pay here: https://agn.example/p/AbCdEfGhIjKlMnOpQrStUv Andheri';
  assert.deepEqual(smsUnits(text), { unicode: false, length: 122, units: 1 });
  assert.equal(plainMarks('₹12,500 – “paid”…'), 'Rs 12,500 - "paid"...');
});
