import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { answeredItem } from '../form/correction.ts';
import { answerChanges, newDocument, openedForm, saved } from '../form/form.contract.ts';
import { admissionModules } from '../modules.ts';

const link = {
  module: [
    admissionModules.publicApplicationForm,
    admissionModules.publicRegistrationForm,
    admissionModules.publicAdmissionForm,
  ],
  scope: 'link',
  purposes: ['form.application', 'form.registration', 'form.admission'],
} as const;
const fee = z.object({ amount: z.int(), status: z.string() });

export const publicFormContract = {
  open: query({
    ...link,
    name: 'public-form.open',
    summary:
      'What the holder of a form link sees: the centre, the answers so far, the documents and the state.',
    input: z.strictObject({}),
    output: openedForm.extend({
      /** Number of the form; the application's own name of it. */
      applicationNo: z.string(),
      centre: z.object({ label: z.string(), phone: z.string().nullable(), address: z.string().nullable() }),
      /** Place on the waiting list. */
      place: z.int().nullable(),
      /** A seat that waits for a yes until then. */
      offerUntil: z.string().nullable(),
      /** End of the kept seat. */
      holdUntil: z.string().nullable(),
    }),
  }),
  save: command({
    ...link,
    write: false,
    name: 'public-form.save',
    summary: 'Autosave: keep the changed answers of an open form.',
    input: z.strictObject(answerChanges),
    output: saved,
  }),
  submit: command({
    ...link,
    write: false,
    idempotent: true,
    name: 'public-form.submit',
    summary: 'Hand the form in.',
    input: z.strictObject({
      baseRevision: z.int().min(0),
      declaredName: personName(100),
      agreed: z.literal(true, { error: 'Confirm that the answers are true' }),
    }),
    output: z.object({ status: z.string(), fee }),
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
  addDocument: command({
    ...link,
    write: false,
    name: 'public-form.add-document',
    summary: 'Put an uploaded document into its place of the form.',
    input: z.strictObject(newDocument),
    output: z.object({ id: uuidSchema }),
  }),
  removeDocument: command({
    ...link,
    write: false,
    name: 'public-form.remove-document',
    summary: 'Take back a document that nobody has verified yet.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
  pdf: command({
    ...link,
    write: false,
    name: 'public-form.pdf',
    summary: 'The form as the family handed it in last, as PDF.',
    input: z.strictObject({}),
    output: z.object({ url: z.string() }),
  }),
  answerItem: command({
    ...link,
    write: false,
    name: 'public-form.answer-item',
    summary: 'Say that a point to correct is done, or why the answer is right as it stands.',
    input: z.strictObject(answeredItem),
    output: z.object({ id: uuidSchema }),
  }),
  withdraw: command({
    ...link,
    write: false,
    name: 'public-form.withdraw',
    summary: 'Withdraw the form; a seat that was kept goes to the next child.',
    input: z.strictObject({ reason: z.string().trim().min(3, 'Tell us why').max(300) }),
    output: z.object({ status: z.string() }),
  }),
  answerOffer: command({
    ...link,
    purposes: ['form.application'],
    write: false,
    name: 'public-form.answer-offer',
    summary: 'Answer the offer of a seat to a child on the waiting list.',
    input: z.strictObject({ accept: z.boolean() }),
    output: z.object({ status: z.string() }),
  }),
};
