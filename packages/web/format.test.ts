import assert from 'node:assert/strict';
import test from 'node:test';
import * as f from './format.ts';

test('rupees carry Indian grouping and a minus', () => {
  assert.equal(f.formatRupees(123456750), '₹12,34,567.50');
  assert.equal(f.formatRupees(-50000), '-₹500.00');
  assert.equal(f.formatRupees(0), '₹0.00');
  assert.equal(f.formatRupeesShort(420000000), '₹42 L');
  assert.equal(f.formatRupeesShort(4200000000), '₹4.2 Cr');
});

test('days and times read DD-MM-YYYY and hh:mm A in India', () => {
  assert.equal(f.formatDay('2026-11-25'), '25-11-2026');
  assert.equal(f.formatInstant('2026-11-25T04:30:00Z'), '25-11-2026 10:00 AM');
  assert.equal(f.dayOf('2026-03-31T18:30:00Z'), '2026-04-01');
  assert.equal(f.formatClock('00:05'), '12:05 AM');
  assert.equal(f.formatClock('12:00'), '12:00 PM');
  assert.equal(f.weekdayOf('2026-11-25'), 'Wednesday');
});

test('relative times stop at a day', () => {
  const now = Date.parse('2026-11-25T10:00:00Z');
  assert.equal(f.formatAgo('2026-11-25T09:48:00Z', now), '12 min ago');
  assert.equal(f.formatAgo('2026-11-24T10:00:00Z', now), null);
  assert.equal(f.formatAgo('2026-11-25T10:00:05Z', now), null);
});

test('uploads show two decimals, labels pad to three digits', () => {
  assert.equal(f.formatProgress(0.123456), '12.35 %');
  assert.equal(f.franchiseeLabel(14, 'Baner'), '(014) Baner');
  assert.equal(f.franchiseeLabel(1024, 'Wakad'), '(1024) Wakad');
  assert.equal(f.formatPhone('+919820012310'), '+91 98200 12310');
});
