// Consents of a centre's children: who said yes, who no, who was never asked; and the texts they answer.
import { command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { choice, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';

const read = { module: m.communicationTemplates, scope: 'centre' } as const;
/** Purposes about a child; those of a person are asked where the person is. */
export const childPurposes = [
  'PHOTO_IN_APP',
  'PHOTO_PUBLIC',
  'CLASS_RECORDING',
  'HEALTH_SHARE',
  'THIRD_PARTY_TOOLS',
  'APAAR',
] as const;
const purpose = z.enum(childPurposes);
export const consentAnswers = { YES: 'Yes', NO: 'No', NOT_ASKED: 'Not asked' } as const;
const answer = z.enum(['YES', 'NO', 'NOT_ASKED']);

export const consentListContract = {
  overview: query({
    ...read,
    name: 'consent.overview',
    summary: 'How many children have a yes, a no or no answer, by purpose.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(z.object({ purpose, title: z.string(), yes: z.int(), no: z.int(), notAsked: z.int() })),
    }),
  }),
  children: query({
    ...read,
    name: 'consent.children',
    summary: 'The children behind one figure of the consents.',
    logRead: { subject: 'student', purpose: 'consents' },
    input: z.strictObject({ purpose, answer, ...paging }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        name: z.string(),
        className: z.string(),
        changedAt: z.string().nullable(),
      }),
    ),
  }),
  onPaper: command({
    ...read,
    write: true,
    name: 'consent.record-paper',
    summary: 'Record what a family answered on paper.',
    input: { studentId: uuidSchema, purpose },
    fields: { answer: choice({ label: 'Answer on the paper', options: { YES: 'Yes', NO: 'No' } }) },
    output: nothing,
  }),
  texts: query({
    ...read,
    name: 'consent.texts',
    summary: 'The texts families answer, with their versions.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          purpose: z.string(),
          title: z.string(),
          version: z.int(),
          languages: z.string(),
          en: z.string(),
          hi: z.string().nullable(),
          answers: z.int(),
        }),
      ),
    }),
  }),
};
