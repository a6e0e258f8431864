import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maskPhone, nameKey, phoneNorm, phoneNormAnyCountry } from './phone.ts';

test('every way of typing an Indian mobile gives one form', () => {
  const typed = [
    '9876543210',
    '098765-43210',
    '0091 9876543210',
    '+91 (0) 98765 43210',
    '+91 98765 43210',
    '919876543210',
    ' 98765 43210 ',
    'p:+919876543210',
    '९८७६५४३२१०',
    '+91-98765-43210',
  ];
  for (const text of typed) assert.equal(phoneNorm(text), '+919876543210', text);
});

test('what is no Indian mobile is refused', () => {
  const typed = [
    '5876543210',
    '98765 4321',
    '98765432101',
    '',
    'abc',
    '+91 5876543210',
    '+971 50 123 4567',
    '0',
    '00',
    '9'.repeat(500),
    '+9876543210',
  ];
  for (const text of typed) assert.equal(phoneNorm(text), null, text);
});

test('numbers of other countries, only with their code', () => {
  assert.equal(phoneNormAnyCountry('+971 50 123 4567'), '+971501234567');
  assert.equal(phoneNormAnyCountry('00971 50 123 4567'), '+971501234567');
  assert.equal(phoneNormAnyCountry('+1 650 555 0123'), '+16505550123');
  assert.equal(phoneNormAnyCountry('9876543210'), '+919876543210');
  for (const text of [
    '971501234567',
    '+91 5876543210',
    '+1234567',
    '+1234567890123456',
    '+0987654321',
    '5876543210',
  ]) {
    assert.equal(phoneNormAnyCountry(text), null, text);
  }
});

const mobile = fc
  .tuple(fc.constantFrom('6', '7', '8', '9'), fc.stringMatching(/^\d{9}$/))
  .map((parts) => parts.join(''));
const noise = fc.constantFrom('', ' ', '-', '.', ' (', ') ');

test('prefixes and separators never change the number; a stored form is its own normal form', () => {
  const prefix = fc.constantFrom('', '0', '91', '+91', '+91 ', '0091', '+91 (0) ', '910', '+910');
  fc.assert(
    fc.property(mobile, prefix, fc.array(noise, { minLength: 10, maxLength: 10 }), (digits, front, gaps) => {
      const norm = phoneNorm(front + [...digits].map((digit, index) => digit + gaps[index]).join(''));
      assert.equal(norm, `+91${digits}`);
      assert.equal(phoneNorm(norm ?? ''), norm);
      assert.equal(phoneNormAnyCountry(norm ?? ''), norm);
    }),
    { numRuns: 5000 },
  );
});

test('any text gives a stored form or null, and a stored form is stable', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[+0-9 ()-]{0,20}$/),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const norm = phoneNormAnyCountry(typed);
      assert.ok(norm === null || /^\+[1-9]\d{7,14}$/.test(norm));
      if (norm !== null) assert.equal(phoneNormAnyCountry(norm), norm);
      const indian = phoneNorm(typed);
      assert.ok(indian === null || (/^\+91[6-9]\d{9}$/.test(indian) && indian === norm));
    }),
    { numRuns: 5000 },
  );
});

test('a masked number shows two digits at each end', () => {
  assert.equal(maskPhone('+919876543210'), '+91 98••• •••10');
  assert.equal(maskPhone('+971501234567'), '+97••••••••67');
  for (const text of ['', '9876543210', 'Gita', '+91', '+911234']) assert.equal(maskPhone(text), '•••', text);
  fc.assert(
    fc.property(mobile, (digits) => {
      const masked = maskPhone(`+91${digits}`);
      assert.equal(masked.replace(/\D/g, ''), `91${digits.slice(0, 2)}${digits.slice(-2)}`);
    }),
  );
});

test('name keys of enquiries 3.1', () => {
  const keys: [string, string][] = [
    ['Aarav', 'arav'],
    ['Arav', 'arav'],
    ['Kiaan', 'kian'],
    ['Kian', 'kian'],
    ['Riya', 'ria'],
    ['Ria', 'ria'],
    ['Aadhya', 'adya'],
    ['Adya', 'adya'],
    ['Meera', 'mira'],
    ['Mira', 'mira'],
    ['Myra', 'myra'],
    ['Vivaan', 'vivan'],
    ['Vivan', 'vivan'],
    ['Vihaan', 'vihan'],
    ['Diya', 'dia'],
    ['Divya', 'divya'],
    ['Anaya', 'anaya'],
    ['Ananya', 'ananya'],
    ['Master Aarav', 'arav'],
    ['Smt. Meera', 'mira'],
    ['Kum. Aarav', 'kumarav'],
    ['Dr. Mrs. Meera', 'mira'],
    ['Sri', 'sri'],
    ['Josephine', 'josefine'],
    ['Sarah', 'sara'],
    ['Waseem', 'vasim'],
    ['José', 'jose'],
    ['Renée', 'reni'],
    ["D'Souza", 'dsouza'],
    ['Priyya', 'pria'],
    ['H', 'h'],
    ['Mohammed Ali', 'mohamedali'],
    ['Mohammed Zaid', 'mohamedzaid'],
    ['Ram Kumar', 'ramkumar'],
    ['😀 Aarav', 'arav'],
    ['\u202eAarav\u202c', 'arav'],
  ];
  for (const [name, key] of keys) assert.equal(nameKey(name), key, name);
});

test('no name, other scripts', () => {
  for (const name of ['', '  ', 'Baby', 'Baby of Meera', 'baby girl', 'Master Baby', 'Babygirl', '\u200f'])
    assert.equal(nameKey(name), null, name);
  assert.equal(nameKey(' आरव '), 'आरव');
  assert.equal(nameKey('आरव  कुमार'), 'आरव कुमार');
  assert.notEqual(nameKey('आरव'), nameKey('आरवी'));
  assert.equal(nameKey('Aarav आरव'), 'aarav आरव');
});

test('a key is its own key, whatever the capitals, accents and spaces', () => {
  const syllable = fc.constantFrom(
    'a',
    'aa',
    'dh',
    'ee',
    'iya',
    'oo',
    'ph',
    'v',
    'w',
    'h',
    'kh',
    'n',
    'r',
    'sh',
    'y',
    'i',
    'b',
  );
  const name = fc.array(syllable, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, (typed) => {
      const key = nameKey(typed);
      fc.pre(key !== null);
      assert.equal(nameKey(key), key);
      assert.equal(nameKey(` ${typed.toUpperCase()}. `), key);
      assert.doesNotMatch(key, /ph|w|ee|oo|[bdgjkt]h|iy[aeiou]|(.)\1|.h$/);
    }),
    { numRuns: 5000 },
  );
});
