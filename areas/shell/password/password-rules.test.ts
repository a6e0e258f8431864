// What a new password may not be (areas/shell.md 3.11): common, a row of keys, or made of the person's own data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordWeakness } from './password-rules.server.ts';

const own = ['Bina', 'Shah', 'bina.shah', '9810000001'];

test('common passwords, keyboard rows, repetitions and own data are refused', () => {
  for (const [password, why] of [
    ['password12345', 'common'],
    ['P@ssw0rd2024', 'common'],
    ['1q2w3e4r5t', 'common'],
    ['1QAZ2wsx3edc', 'common'],
    ['mailcreated5240', 'common'],
    ['ilovemyindia', 'common'],
    ['1234567890', 'sequence'],
    ['abcdefghijkl', 'sequence'],
    ['abcabcabcabc', 'sequence'],
    ['aaaaaaaaaaaa', 'sequence'],
    ['bina likes tea', 'own'],
    ['call 9810000001', 'own'],
    ['aangan forever', 'own'],
  ] as const)
    assert.equal(passwordWeakness(password, own), why, password);
});

test('a few words that nobody would guess are fine, in any script', () => {
  for (const password of [
    'monsoon umbrella 47',
    'verandah lantern 82',
    'नीला आँगन बारिश',
    'zebra piano tuesday',
    'R7#kd9!mQz2p',
  ])
    assert.equal(passwordWeakness(password, own), null, password);
});
