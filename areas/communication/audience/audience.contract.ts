import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { audienceShape } from './audience.ts';

const base = { module: [m.announcementList, m.sendSMS, m.sendEmail], scope: 'centre' } as const;

export const audienceContract = {
  form: query({
    ...base,
    name: 'audience.form',
    summary: 'Centres, classes and sections that may be chosen.',
    input: z.strictObject({}),
    output: z.object({
      /** No centre is chosen: it is for the network. */
      network: z.boolean(),
      centres: z.array(z.object({ id: z.int(), label: z.string() })),
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      sections: z.array(z.object({ id: uuidSchema, label: z.string() })),
    }),
  }),
  children: query({
    ...base,
    name: 'audience.children',
    summary: 'Children of the centre by name, to choose some.',
    logRead: { subject: 'student', purpose: 'audience' },
    input: z.strictObject({
      q: z.string().trim().max(60).default(''),
      ids: z.array(uuidSchema).max(200).default([]),
    }),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, name: z.string(), detail: z.string() })) }),
  }),
  preview: query({
    ...base,
    inBody: true,
    name: 'audience.preview',
    summary: 'How many people an audience reaches, and how.',
    input: z.strictObject(audienceShape),
    output: z.object({
      people: z.int(),
      families: z.int(),
      staff: z.int(),
      inApp: z.int(),
      withMobile: z.int(),
      withEmail: z.int(),
      /** Neither a sign-in nor a number nor an address. */
      unreached: z.int(),
      target: z.string(),
    }),
  }),
};
