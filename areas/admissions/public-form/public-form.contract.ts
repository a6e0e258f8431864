import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { admissionModules } from '../modules.ts';
import { formAnswers } from './application-form.ts';

const link = {
  module: admissionModules.publicApplicationForm,
  scope: 'link',
  purposes: ['form.application'],
} as const;

export const publicFormContract = {
  open: query({
    ...link,
    name: 'public-form.open',
    summary: 'What the holder of an application link sees: the centre, the answers so far and the state.',
    input: z.strictObject({}),
    output: z.object({
      applicationNo: z.string(),
      status: z.string(),
      centre: z.object({ label: z.string(), phone: z.string().nullable(), address: z.string().nullable() }),
      childName: z.string(),
      className: z.string(),
      daySession: z.string(),
      academicYear: z.string(),
      answers: formAnswers.partial(),
      revision: z.int(),
      pagesDone: z.array(z.string()),
      expiresAt: z.string(),
      returnReason: z.string().nullable(),
      fee: z.object({ amount: z.int(), status: z.string() }),
    }),
  }),
  save: command({
    ...link,
    write: false,
    name: 'public-form.save',
    summary: 'Autosave: keep the changed answers of an open form.',
    input: z.strictObject({
      baseRevision: z.int().min(0),
      changes: formAnswers.partial(),
      page: z.string().max(20).optional(),
    }),
    output: z.object({
      revision: z.int(),
      pagesDone: z.array(z.string()),
      savedAt: z.string(),
      masked: z.array(z.string()),
    }),
  }),
  submit: command({
    ...link,
    write: false,
    idempotent: true,
    name: 'public-form.submit',
    summary: 'Hand the form in.',
    input: z.strictObject({
      baseRevision: z.int().min(0),
      declaredName: z.string().trim().min(2, 'Type your name as signature').max(100),
      agreed: z.literal(true, { error: 'Confirm that the answers are true' }),
    }),
    output: z.object({ status: z.string(), fee: z.object({ amount: z.int(), status: z.string() }) }),
  }),
  pay: command({
    ...link,
    write: false,
    money: true,
    name: 'public-form.pay',
    summary: 'Open the payment of the form’s fee.',
    input: z.strictObject({}),
    output: z.object({ paymentId: uuidSchema }),
  }),
};
