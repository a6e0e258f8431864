// A parent who reads the form in Hindi is told in Hindi what is missing or wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldErrors } from '@aangan/contract/refusal.ts';
import { type FormAnswers, formAnswers } from './answers.ts';
import { formFaultIn } from './form-faults.web.ts';
import { formPages, missingAnswers } from './form-pages.ts';

test('what a parent can leave out or write wrongly is said in Hindi', () => {
  const answers: FormAnswers = { hasAllergies: true };
  const missing = Object.values({ ...missingAnswers({}, formPages), ...missingAnswers(answers, formPages) });
  const verdict = formAnswers.safeParse({
    gender: 'X',
    parentRelation: 'X',
    parentMobile: '12',
    parentEmail: 'nobody',
    pincode: '0',
    childName: 'A'.repeat(200),
    heightCm: 5,
    weightKg: 500,
    dateOfBirth: '2026-02-31',
    aadhaarLast4: '12',
    pen: '12',
  });
  const wrong = verdict.success ? [] : Object.values(fieldErrors(verdict.error));
  assert.ok(missing.length > 15 && wrong.length > 7, `${missing.length} missing, ${wrong.length} wrong`);
  const said = [...missing, ...wrong, 'Upload every document that is asked for: Birth certificate'];
  assert.deepEqual(
    said.filter((text) => !/[\u0900-\u097f]/.test(formFaultIn('hi', text))),
    [],
  );
  assert.deepEqual(
    said.map((text) => formFaultIn('en', text)),
    said,
  );
});
