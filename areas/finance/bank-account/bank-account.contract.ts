import { command, nothing } from '@aangan/contract/endpoint.ts';
import { choice, date, file, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { reason } from '../fee-type/fee-type.contract.ts';
import { financeModules } from '../modules.ts';
import { bankAccountKinds } from './bank-account.record.ts';

const base = { module: financeModules.FeeTypeApproval, scope: 'centre', write: true } as const;

/** Digits and capital letters only; spaces and dashes that people type between groups are taken out. */
const accountNo = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{6,20}$/, 'Enter the account number, 6 to 20 characters'));

const line = (label: string, max: number) => ({
  ...text({ label, max }),
  schema: z.string().trim().min(1, 'Fill this in').max(max),
});

const fields = {
  holder: line('Account holder', 120),
  accountNo: { ...text({ label: 'Account number', max: 30 }), schema: accountNo },
  accountNoAgain: { ...text({ label: 'Account number again', max: 30 }), schema: accountNo },
  ifsc: {
    ...text({ label: 'IFSC', max: 11, help: '11 characters, for example HDFC0001234' }),
    schema: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC looks like HDFC0001234.'),
  },
  bank: line('Bank', 80),
  branch: line('Branch', 80),
  kind: choice({ label: 'Used for', options: bankAccountKinds }),
  upiVpa: {
    ...text({ label: 'UPI id', max: 100, optional: true }),
    schema: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._-]{2,64}@[A-Za-z0-9.]{2,32}$/, 'A UPI id looks like name@bank'),
  },
  validFrom: date({ label: 'In use from', optional: true }),
  proofFile: file({
    label: 'Proof (cancelled cheque or statement)',
    accept: ['pdf', 'jpg', 'png'],
    optional: true,
  }),
};

export const bankAccountContract = {
  create: command({
    ...base,
    needsCentre: true,
    stepUp: true,
    name: 'bank-account.create',
    summary: 'Enter a bank account; another user verifies it.',
    fields,
    output: z.object({ id: uuidSchema }),
  }),
  replace: command({
    ...base,
    needsCentre: true,
    stepUp: true,
    name: 'bank-account.replace',
    summary: 'Enter a changed account as a new row; the old one stays in use until the new one is verified.',
    input: { id: uuidSchema },
    fields,
    output: z.object({ id: uuidSchema }),
  }),
  verify: command({
    ...base,
    versioned: true,
    stepUp: true,
    name: 'bank-account.verify',
    summary: 'Verify an account somebody else entered.',
    input: z.strictObject({ id: uuidSchema, pennyDropRef: z.string().trim().min(1, 'Fill this in').max(40) }),
    output: nothing,
  }),
  reject: command({
    ...base,
    versioned: true,
    name: 'bank-account.reject',
    summary: 'Reject an account somebody else entered.',
    input: z.strictObject({ id: uuidSchema, reason }),
    output: nothing,
  }),
  close: command({
    ...base,
    versioned: true,
    stepUp: true,
    name: 'bank-account.close',
    summary: 'Take a verified account out of use.',
    input: z.strictObject({ id: uuidSchema, reason }),
    output: nothing,
  }),
  reveal: command({
    ...base,
    stepUp: true,
    name: 'bank-account.reveal',
    summary: 'Show the whole account number; written to the access log.',
    input: z.strictObject({ id: uuidSchema, reason }),
    output: z.object({ accountNo: z.string() }),
  }),
};
