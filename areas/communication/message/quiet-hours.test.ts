import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendAfter } from './quiet-hours.ts';

const ist = (text: string) => new Date(`${text}+05:30`);
const at = (now: string, urgency: 'NOW' | 'ROUTINE', category = 'SERVICE') =>
  sendAfter(ist(now), { urgency, category }).getTime();

test('routine messages wait from 21:00 to 08:00, promotional ones to 10:00, urgent ones never', () => {
  assert.equal(at('2026-03-31T20:59:59', 'ROUTINE'), ist('2026-03-31T20:59:59').getTime());
  assert.equal(at('2026-03-31T21:00:00', 'ROUTINE'), ist('2026-04-01T08:00:00').getTime());
  assert.equal(at('2026-04-01T00:10:00', 'ROUTINE'), ist('2026-04-01T08:00:00').getTime());
  assert.equal(at('2026-04-01T08:00:00', 'ROUTINE'), ist('2026-04-01T08:00:00').getTime());
  assert.equal(at('2026-04-01T09:00:00', 'ROUTINE', 'PROMOTIONAL'), ist('2026-04-01T10:00:00').getTime());
  assert.equal(at('2026-04-01T22:00:00', 'NOW', 'PROMOTIONAL'), ist('2026-04-02T10:00:00').getTime());
  assert.equal(at('2026-04-01T23:00:00', 'NOW'), ist('2026-04-01T23:00:00').getTime());
});
