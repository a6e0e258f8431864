import { command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { admissionModules } from '../modules.ts';

const read = { module: admissionModules.AdmissionForm, scope: 'centre', needsCentre: true } as const;
const days = z.int().min(1, 'At least 1 day').max(60, 'At most 60 days');
const values = {
  flow: z.enum(['FULL', 'SHORT']),
  confirmPayment: z.enum(['NONE', 'ANY', 'FIRST_INSTALMENT']),
  linkDaysApplication: days,
  linkDaysRegistration: days,
  linkDaysAdmission: days,
  waitlistOfferHours: z.int().min(4, 'At least 4 hours').max(168, 'At most 168 hours'),
};
const rule = z.object({
  id: uuidSchema,
  classId: z.int(),
  className: z.string(),
  stateCode: z.string().nullable(),
  basis: z.enum(['CUT_OFF', 'JOINING']),
  cutOffOn: z.string().nullable(),
  minMonths: z.int(),
  maxMonths: z.int(),
  relaxDays: z.int(),
  maxBlocks: z.boolean(),
  /** The network's rows are the same everywhere; a centre changes its own. */
  own: z.boolean(),
});

export const admissionSettingContract = {
  get: query({
    ...read,
    name: 'admission-setting.get',
    summary: 'How this centre takes children in, and whether that is its own rule or the network’s.',
    input: z.strictObject({}),
    output: z.object({
      ...values,
      flow: z.enum(['FULL', 'SHORT', 'DIRECT']),
      own: z.boolean(),
      canChange: z.boolean(),
    }),
  }),
  save: command({
    ...read,
    write: true,
    name: 'admission-setting.save',
    summary: 'Set how this centre takes children in; forms that are open go on as they began.',
    input: z.strictObject(values),
    output: z.object({ own: z.boolean() }),
  }),
};

export const ageRuleContract = {
  list: query({
    ...read,
    needsYear: true,
    name: 'age-rule.list',
    summary: 'Ages at entry of the chosen year, by class and state.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(rule), canChange: z.boolean() }),
  }),
  save: command({
    ...read,
    write: true,
    needsYear: true,
    name: 'age-rule.save',
    summary: 'Set the age at entry of a class for this centre; at head office for the network or one state.',
    input: z
      .strictObject({
        classId: z.int(),
        stateCode: z
          .string()
          .regex(/^\d{2}$/, 'Two digits of the state')
          .nullable()
          .default(null),
        basis: z.enum(['CUT_OFF', 'JOINING']),
        cutOffOn: daySchema.nullable().default(null),
        minMonths: z.int().min(0).max(120),
        maxMonths: z.int().min(1).max(144),
        relaxDays: z.int().min(0).max(366).default(30),
        maxBlocks: z.boolean().default(false),
      })
      .refine((v) => v.maxMonths > v.minMonths, {
        path: ['maxMonths'],
        error: 'Must be more than the youngest age',
      })
      .refine((v) => (v.basis === 'CUT_OFF') === (v.cutOffOn !== null), {
        path: ['cutOffOn'],
        error: 'A cut-off date is needed exactly when age is measured on one',
      }),
    output: z.object({ id: uuidSchema }),
  }),
};
