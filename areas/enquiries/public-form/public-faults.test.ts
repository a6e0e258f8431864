// A parent who reads the form in Hindi is told in Hindi what is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldErrors } from '@aangan/contract/refusal.ts';
import { faultIn } from '@aangan/web/text/faults.ts';
import * as z from 'zod';
import { submissionFields } from './public-enquiry.contract.ts';

const submission = z.object(submissionFields);
const faultsOf = (entries: Record<string, unknown>): Record<string, string> => {
  const verdict = submission.safeParse(entries);
  return verdict.success ? {} : fieldErrors(verdict.error);
};

test('what a parent can leave out or write wrongly is said in Hindi', () => {
  const nothing = faultsOf({});
  const blank = faultsOf({ guardianName: '', mobile: '', childFirstName: '', birthMonth: '', pincode: '' });
  const wrong = faultsOf({
    guardianName: 'A'.repeat(200),
    mobile: '12',
    email: 'nobody',
    childFirstName: 'B'.repeat(200),
    birthMonth: '2026',
    pincode: '0',
    message: 'C'.repeat(400),
    isAdultGuardian: false,
  });
  assert.deepEqual(Object.keys(nothing).toSorted(), [
    'birthMonth',
    'childFirstName',
    'guardianName',
    'isAdultGuardian',
    'mobile',
    'pincode',
  ]);
  const said = [nothing, blank, wrong].flatMap((faults) => Object.values(faults));
  assert.deepEqual(
    said.filter((text) => !/[\u0900-\u097f]/.test(faultIn('hi', text))),
    [],
  );
  assert.deepEqual(
    said.map((text) => faultIn('en', text)),
    said,
  );
});
