import { command, query } from '@aangan/contract/endpoint.ts';
import { emailSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { ageSetting } from '../enquiry/child-age.ts';
import {
  lineSchema,
  mobileSchema,
  noteSchema,
  pincodeSchema,
  preferredTimes,
} from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { publicFormSetting } from './form-setting.ts';

const base = { module: enquiryModules.publicEnquiryForm, scope: 'link', publicCentre: 'fid' } as const;
/** The printed address carries the centre's number. */
const fid = z.int().min(1).max(2147483647);
const key = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .optional();

const submission = { fid, submissionId: z.uuid('Reload the page and send again') };

/** Version of the consent texts below; a changed text gets a new version. */
export const consentTextVersion = 1;

/** Nine fields for a phone at the gate; of the child only first name, month of birth and class (enquiries.md 3.10). */
export const submissionFields = {
  guardianName: personName(80),
  mobile: mobileSchema,
  email: emailSchema.nullable().optional(),
  childFirstName: personName(60),
  birthMonth: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Choose month and year'),
  classId: z.int().min(1).nullable().optional(),
  pincode: pincodeSchema,
  preferredTime: z.enum(preferredTimes).nullable().optional(),
  message: noteSchema.pipe(z.string().max(300, 'At most 300 characters').nullable()).nullable().optional(),
  language: z.enum(['en', 'hi']).default('en'),
  consentWhatsapp: z.boolean().default(false),
  consentSms: z.boolean().default(false),
  consentEmail: z.boolean().default(false),
  isAdultGuardian: z.literal(true, 'Tick this to go on'),
};

export const publicEnquiryContract = {
  form: query({
    ...base,
    name: 'public-enquiry.form',
    summary: "What a centre's enquiry form shows.",
    input: z.strictObject({ fid, mid: key }),
    output: z.object({
      centreName: z.string(),
      brandName: z.string(),
      cityName: z.string().nullable(),
      open: z.boolean(),
      academicYear: z.string(),
      /** Of the code or link that was opened; null = the device's. */
      language: z.enum(['en', 'hi']).nullable(),
      /** Offered by the centre; with one there is nothing to switch. */
      languages: z.array(z.enum(['en', 'hi'])),
      /** Fields the centre does not ask for. */
      hidden: publicFormSetting.schema.shape.hidden,
      /** The centre's own sentences; null = the product's. */
      lead: publicFormSetting.schema.shape.lead,
      thanks: publicFormSetting.schema.shape.thanks,
      /** A code is sent to the number, to confirm it. */
      confirmNumber: z.boolean(),
      ages: ageSetting.schema,
      classes: z.array(
        z.object({ id: z.int(), name: z.string(), ageFromMonths: z.int(), ageToMonths: z.int() }),
      ),
    }),
  }),
  // Counts only: nothing of the person who opens the form is kept.
  seen: command({
    ...base,
    write: true,
    name: 'public-enquiry.seen',
    summary: 'Count that a form was opened or begun.',
    input: z.strictObject({
      fid,
      mid: key,
      door: z.enum(['QR', 'WEB']).default('WEB'),
      step: z.enum(['OPEN', 'START']),
    }),
    output: z.object({}),
  }),
  submit: command({
    ...base,
    write: true,
    name: 'public-enquiry.submit',
    summary: "Send a centre's enquiry form. Every sound submission gets the same answer.",
    input: z.strictObject({
      fid,
      mid: key,
      submissionId: submission.submissionId,
      door: z.enum(['QR', 'WEB']).default('WEB'),
      ...submissionFields,
      /** The work of `proof`, when `public-enquiry.proof-needed` asked for it. */
      proof: z
        .strictObject({ ticket: z.string().max(200), answers: z.array(z.int().min(0)).max(16) })
        .optional(),
      /** Milliseconds between opening and sending; nobody types nine fields in three seconds. */
      filledInMs: z.int().min(0).default(0),
      /** Hidden from people: a program filled it, or the browser by itself. */
      website: lineSchema(200).nullable().optional(),
    }),
    output: z.object({
      reference: z.string(),
      /** A code went to the number that was typed, which ends like this; null = the centre asks for none. */
      confirm: z.object({ ending: z.string() }).nullable(),
    }),
  }),
  proof: query({
    ...base,
    inBody: true,
    name: 'public-enquiry.proof',
    summary: 'The small work a page does before a form of a busy address, or one filled in no time.',
    input: z.strictObject(submission),
    output: z.object({ ticket: z.string(), parts: z.int(), bits: z.int() }),
  }),
  nearby: query({
    ...base,
    name: 'public-enquiry.nearby',
    summary: 'The nearest centres that take enquiries, for the form of one that does not.',
    input: z.strictObject({ fid }),
    output: z.object({
      rows: z.array(z.object({ fid: z.int(), name: z.string(), km: z.number() })),
    }),
  }),
  sendCode: command({
    ...base,
    write: true,
    name: 'public-enquiry.send-code',
    summary: 'Send the code of a submission again. The answer is the same for every number.',
    input: z.strictObject(submission),
    output: z.object({
      state: z.enum(['SENT', 'EARLY', 'ENDED']),
      /** Seconds until the next one may be asked for. */
      waitS: z.int(),
    }),
  }),
  verify: command({
    ...base,
    write: true,
    name: 'public-enquiry.verify',
    summary: 'Confirm the number of a submission by the code that was sent to it.',
    input: z.strictObject({ ...submission, code: z.string().regex(/^\d{6}$/, 'Enter the 6 digits') }),
    output: z.object({
      state: z.enum(['CONFIRMED', 'WRONG', 'ENDED']),
      /** Tries that are left on this code. */
      left: z.int(),
    }),
  }),
};
