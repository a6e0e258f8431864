import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '@aangan/contract/area.ts';
import { renderText } from './render-text.ts';

const kind = message({
  key: 'finance.fee-due',
  category: 'SERVICE',
  urgency: 'ROUTINE',
  audience: 'FAMILY',
  channels: ['SMS', 'EMAIL'],
  variables: ['parent', 'child', 'amountPaise', 'date', 'link'],
  subject: 'Fees of {child}',
  en: 'Dear {parent}, fees of {child}: {amountPaise}, due {date}. Pay here: {link}',
  hi: 'नमस्ते {parent}, {child} की फीस {amountPaise}, {date} तक: {link}',
  retryUnknown: false,
});
const values = {
  parent: 'Gita',
  child: 'Aarav',
  amountPaise: 1_250_050,
  date: '2026-04-10',
  link: 'https://agn.example/p/x',
};

test('money, dates and language by channel', () => {
  assert.deepEqual(renderText(kind, 'SMS', 'en', values), {
    subject: 'Fees of Aarav',
    text: 'Dear Gita, fees of Aarav: Rs 12500.50, due 10-04-2026. Pay here: https://agn.example/p/x',
    units: 1,
    masked: {
      subject: 'Fees of A•••',
      text: 'Dear G•••, fees of A•••: Rs 12500.50, due 10-04-2026. Pay here: [link]',
    },
  });
  const mail = renderText(kind, 'EMAIL', 'hi', values);
  assert.ok(
    typeof mail === 'object' &&
      mail.text === 'नमस्ते Gita, Aarav की फीस ₹12,500.50, 10-04-2026 तक: https://agn.example/p/x',
  );
  const tamil = renderText(kind, 'EMAIL', 'ta', values);
  assert.ok(typeof tamil === 'object' && tamil.text.startsWith('Dear Gita'));
});

test('a value is never read as text with places, breaks no line, and must be there', () => {
  const odd = renderText(kind, 'EMAIL', 'en', { ...values, child: 'Aarav {parent} {link}\n\u202eevil' });
  assert.ok(typeof odd === 'object' && odd.text.includes('fees of Aarav {parent} {link} evil:'));
  assert.equal(renderText(kind, 'SMS', 'en', { ...values, link: '' }), 'VALUE_MISSING');
  assert.equal(
    renderText(kind, 'SMS', 'en', {
      ...values,
      child: 'x'.repeat(250),
      parent: 'y'.repeat(300),
      date: 'z'.repeat(300),
    }),
    'TOO_LONG',
  );
});
