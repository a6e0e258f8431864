import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../engine/audit.contract.ts';
import { mergeAnswers } from './merge-answers.ts';

const question = (id: string, rev: number, response: Question['response']): Question => ({
  id,
  code: id,
  question: id,
  guidance: null,
  responseKind: 'YES_NO_NA',
  critical: false,
  optional: false,
  photoOn: 'NO',
  noteOnNo: false,
  response,
  scale: null,
  note: null,
  rev,
  photos: [],
  before: null,
});
const merged = (here: Question, read: Question, unsent: readonly string[] = []) =>
  mergeAnswers(new Map([[here.id, here]]), [read], new Set(unsent)).get(read.id);

test('what is unsent or newer stays, what another reading knows better is taken', () => {
  const old = question('a', 1, 'yes');
  const newer = question('a', 2, 'no');
  // Opened again from an answer that was read before the last one was sent.
  assert.equal(merged(old, newer), newer);
  // A reading that comes back late.
  assert.equal(merged(newer, old), newer);
  // Not sent yet, and another device has gone on: refused by its lease or taken, but never dropped here.
  assert.equal(merged(old, newer, ['a']), old);
  assert.equal(mergeAnswers(new Map(), [old], new Set()).get('a'), old);
});
