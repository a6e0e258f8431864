import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOwnOrder, isQuiet } from './own-order.ts';

const ist = (time: string) => Date.parse(`2026-11-21T${time}:00+05:30`);

test('quiet hours hold from the first to the last minute, over midnight too', () => {
  const night = { from: '21:00', to: '07:30' };
  for (const [time, quiet] of [
    ['20:59', false],
    ['21:00', true],
    ['23:59', true],
    ['00:00', true],
    ['07:29', true],
    ['07:30', false],
  ] as const)
    assert.equal(isQuiet(night, ist(time)), quiet, time);
  assert.equal(isQuiet({ from: '13:00', to: '14:00' }, ist('13:30')), true);
  assert.equal(isQuiet({ from: '13:00', to: '14:00' }, ist('12:30')), false);
  assert.equal(isQuiet(null, ist('23:00')), false);
});

test('cards stand in the own order, hidden ones are left out, new ones follow', () => {
  const cards = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
  const own = [
    { key: 'c', hidden: false },
    { key: 'a', hidden: true },
    { key: 'gone', hidden: false },
  ];
  assert.deepEqual(
    inOwnOrder(cards, own).map(({ key }) => key),
    ['c', 'b', 'd'],
  );
});
