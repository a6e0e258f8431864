import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.enquiryErase, write: true, scope: 'centre' } as const;

/** Why a person erases; the third reason, RETENTION, is the clock's. */
export const eraseReasons = {
  FAMILY_ASKED: 'The family asked for it',
  WRONG_PERSON: 'The number belongs to somebody else',
} as const;
export const erasedWords: Readonly<Record<string, string>> = {
  FAMILY_ASKED: 'The family asked for it.',
  WRONG_PERSON: 'The number belonged to somebody else.',
  RETENTION: 'Its retention period was over.',
};

const eraseScopes = ['CHILD', 'FAMILY'] as const;

export const enquiryEraseContract = {
  preview: query({
    module: base.module,
    scope: base.scope,
    name: 'enquiry.erase-preview',
    summary: 'What erasing an enquiry, or its whole family, would take away and what it would leave.',
    logRead: { subject: 'enquiry', purpose: 'erasing' },
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      /** Every enquiry of the family at this centre; the asked one first. */
      children: z.array(
        z.object({
          id: z.string(),
          enquiryCode: z.string(),
          childName: z.string(),
          academicYearId: z.int(),
          stage: z.string(),
          /** It is closed before it is erased. */
          open: z.boolean(),
          /** Why it stays: it became a student, or an application of it lives. */
          stays: z.enum(['ADMITTED', 'LIVE_FORM']).nullable(),
          notes: z.int(),
          calls: z.int(),
          messages: z.int(),
          leads: z.int(),
        }),
      ),
      contacts: z.int(),
    }),
  }),
  erase: command({
    ...base,
    stepUp: true,
    name: 'enquiry.erase',
    summary: 'Erase an enquiry or its whole family: nothing of who they are is kept. There is no way back.',
    input: z.strictObject({
      id: uuidSchema,
      what: z.enum(eraseScopes),
      why: z.enum(['FAMILY_ASKED', 'WRONG_PERSON']),
    }),
    output: z.object({ erased: z.int(), stayed: z.int() }),
  }),
};
