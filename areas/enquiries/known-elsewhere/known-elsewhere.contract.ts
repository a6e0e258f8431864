import { command } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.enquiry, scope: 'centre' } as const;

/** A family of this centre that another centre knows too (enquiries.md 3.6): never where, who or how far. */
export const knownElsewhereContract = {
  look: command({
    ...base,
    write: false,
    name: 'network-hint.look',
    summary: 'Whether another centre of the network knows the family of an enquiry. Each look is kept.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ known: z.boolean() }),
  }),
  ask: command({
    ...base,
    write: true,
    name: 'network-hint.ask',
    summary:
      'Ask the centre that knows the family to get in touch. The answer is the same whether there is one or not.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ asked: z.literal(true) }),
  }),
};
