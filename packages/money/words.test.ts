import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_PAISE, paise } from './paise.ts';
import { inWords } from './words.ts';

test('English as on receipts', () => {
  const spoken: [number, string][] = [
    [4_550_000, 'Rupees Forty-Five Thousand Five Hundred Only'],
    [12_345_678, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only'],
    [50, 'Fifty Paise Only'],
    [1_000_000_000, 'Rupees One Crore Only'],
    [0, 'Rupees Zero Only'],
    [1, 'One Paisa Only'],
    [1_100, 'Rupees Eleven Only'],
    [2_010_100_000, 'Rupees Two Crore One Lakh One Thousand Only'],
    [10_050, 'Rupees One Hundred and Fifty Paise Only'],
    [MAX_PAISE, 'Rupees Ten Thousand Crore Only'],
    [-4_550_000, 'Minus Rupees Forty-Five Thousand Five Hundred Only'],
  ];
  for (const [amount, words] of spoken) assert.equal(inWords(paise(amount), 'en'), words);
});

test('Hindi', () => {
  const spoken: [number, string][] = [
    [4_550_000, 'पैंतालीस हज़ार पाँच सौ रुपये मात्र'],
    [12_345_678, 'एक लाख तेईस हज़ार चार सौ छप्पन रुपये और अठहत्तर पैसे मात्र'],
    [50, 'पचास पैसे मात्र'],
    [1_000_000_000, 'एक करोड़ रुपये मात्र'],
    [0, 'शून्य रुपये मात्र'],
    [100, 'एक रुपया मात्र'],
    [9_999, 'निन्यानवे रुपये और निन्यानवे पैसे मात्र'],
    [101, 'एक रुपया और एक पैसा मात्र'],
  ];
  for (const [amount, words] of spoken) assert.equal(inWords(paise(amount), 'hi'), words.normalize('NFC'));
});

test('the Hindi table has a hundred different Devanagari words', () => {
  const words = Array.from({ length: 100 }, (_, n) => inWords(paise(n * 100), 'hi').split(' ')[0] ?? '');
  assert.equal(new Set(words).size, 100);
  for (const word of words) assert.match(word, /^[ऀ-ॣ]+$/);
});

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Record<string, number> = { hundred: 100, thousand: 1000, lakh: 100_000, crore: 10_000_000 };

/** Reads English words back: another way round than the code under test. */
function heard(words: string): number {
  let total = 0;
  let below = 0;
  for (const word of words.toLowerCase().split(/[ -]/)) {
    const scale = SCALES[word];
    if (word === 'crore') [total, below] = [(total + below) * 10_000_000, 0];
    else if (word === 'hundred') below *= 100;
    else if (scale !== undefined) [total, below] = [total + below * scale, 0];
    else below += UNITS.includes(word) ? UNITS.indexOf(word) : TENS.indexOf(word) * 10;
  }
  return total + below;
}

test('every amount can be read back, and no two sound alike in either language', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MAX_PAISE / 100 }),
      fc.integer({ min: 1, max: 1000 }),
      (rupees, step) => {
        const said = inWords(paise(rupees * 100), 'en');
        assert.equal(heard(said.slice('Rupees '.length, -' Only'.length)), rupees);
        if (rupees >= step)
          assert.notEqual(inWords(paise((rupees - step) * 100), 'hi'), inWords(paise(rupees * 100), 'hi'));
      },
    ),
    { numRuns: 3000 },
  );
});
