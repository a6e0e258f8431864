import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nounOf } from './noun.ts';

test('a title within a sentence keeps its acronyms and names', () => {
  assert.deepEqual(['Fee plan', 'SOP folder', 'DLT header', 'WhatsApp number', 'E-mail', 'Kit'].map(nounOf), [
    'fee plan',
    'SOP folder',
    'DLT header',
    'WhatsApp number',
    'e-mail',
    'kit',
  ]);
});
