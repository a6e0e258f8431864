import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Box, placeLabels, roundKm } from './map-labels.ts';

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('labels of near points never cover each other, a point, or the edge; the first ones win', () => {
  const marks = Array.from({ length: 60 }, (_, i) => ({
    key: String(i),
    x: 60 + ((i * 37) % 300),
    y: 40 + ((i * 53) % 200),
    size: 6,
    text: `4000${10 + i}`,
  }));
  const boxes = placeLabels(marks, { width: 400, height: 280 }, 12);
  const all = [...boxes];
  assert.ok(all.length >= 15, `only ${all.length} named`);
  assert.ok(boxes.has('0'));
  for (const [key, box] of all) {
    assert.ok(box.x >= 0 && box.x + box.width <= 400 && box.y >= 0 && box.y + box.height <= 280);
    for (const [other, its] of all) assert.ok(key === other || !overlap(box, its), `${key} on ${other}`);
    for (const mark of marks)
      assert.ok(
        mark.key === key ||
          !overlap(box, { x: mark.x - mark.size, y: mark.y - mark.size, width: 12, height: 12 }),
      );
  }
});

test('two points at one place: both are named, beside each other', () => {
  const at = { x: 200, y: 100, size: 0 };
  const boxes = placeLabels(
    [
      { key: 'a', ...at, text: '(002) Andheri' },
      { key: 'b', ...at, text: '400053' },
    ],
    { width: 400, height: 200 },
    12,
  );
  const [a, b] = [boxes.get('a'), boxes.get('b')];
  assert.ok(a && b && !overlap(a, b));
});

test('a scale in whole kilometres', () => {
  assert.equal(roundKm(100, 60), 1);
  assert.equal(roundKm(40, 60), 2);
  assert.equal(roundKm(3, 60), 20);
});
