import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAadhaarLike, maskAadhaar } from './aadhaar.ts';
import { type AgeRule, ageCheck } from './age-check.ts';
import { formAnswers } from './answers.ts';
import { missingAnswers, pagesDone, pagesOf } from './form-pages.ts';

const nursery = (cutOffOn: string): AgeRule => ({
  id: null,
  basis: 'CUT_OFF',
  cutOffOn,
  minMonths: 36,
  maxMonths: 48,
  relaxDays: 30,
  maxBlocks: false,
});

test('the worked ages of the design hold to the day', () => {
  const at = (born: string, cutOff: string) => ageCheck(nursery(cutOff), born, '2026-06-15');
  assert.deepEqual(at('2023-12-31', '2026-12-31'), {
    ok: true,
    on: '2026-12-31',
    shortDays: 0,
    relaxable: false,
    over: false,
  });
  assert.deepEqual(
    [at('2024-01-01', '2026-12-31').shortDays, at('2024-01-01', '2026-12-31').relaxable],
    [1, true],
  );
  assert.deepEqual(
    [at('2024-01-15', '2026-12-31').shortDays, at('2024-01-15', '2026-12-31').relaxable],
    [15, true],
  );
  assert.deepEqual(
    [at('2024-02-02', '2026-12-31').shortDays, at('2024-02-02', '2026-12-31').relaxable],
    [33, false],
  );
  assert.equal(at('2024-02-29', '2027-02-28').ok, true, 'a leap child is three at the clamped month end');
  assert.equal(at('2024-02-29', '2027-02-27').shortDays, 1);
  assert.equal(at('2023-06-02', '2026-06-01').shortDays, 1);
  const circle: AgeRule = {
    id: null,
    basis: 'JOINING',
    cutOffOn: null,
    minMonths: 12,
    maxMonths: 24,
    relaxDays: 30,
    maxBlocks: false,
  };
  const toddler = ageCheck(circle, '2024-10-15', '2026-11-21');
  assert.deepEqual([toddler.ok, toddler.over], [true, true], 'over age warns only');
});

test('a skipped form hands its pages on, and what it requires stays required', () => {
  assert.deepEqual(pagesOf('REGISTRATION'), ['school', 'health', 'documents']);
  assert.deepEqual(pagesOf('ADMISSION', ['REGISTRATION']), [
    'school',
    'health',
    'safety',
    'register',
    'consents',
    'documents',
  ]);
  const answers = formAnswers.parse({ food: 'VEG', toiletTrained: 'YES', hasAllergies: true });
  assert.deepEqual(Object.keys(missingAnswers(answers, pagesOf('REGISTRATION'))), [
    'bloodGroup',
    'allergies',
    'hospitalConsent',
  ]);
  assert.deepEqual(pagesDone(answers, pagesOf('REGISTRATION'), false), ['school']);
});

test('an Aadhaar number is masked, a phone number is left alone, twelve digits keep the last four', () => {
  assert.equal(isAadhaarLike('234123412346'), true);
  assert.equal(isAadhaarLike('234123412345'), false);
  assert.equal(maskAadhaar('call 919876543210 or 2341 2341 2346'), 'call 919876543210 or XXXX XXXX 2346');
  assert.equal(formAnswers.parse({ aadhaarLast4: '2341 2341 2346' }).aadhaarLast4, '2346');
  assert.equal(formAnswers.parse({ childName: 'A. B.  Rao' }).childName, 'A. B. Rao');
});
