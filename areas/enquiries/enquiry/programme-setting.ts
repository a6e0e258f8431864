// The programmes an enquiry may wish for (enquiries.md D25): a list of the network, or of a centre that offers others.
import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';
import { programmes } from './enquiry.states.ts';
import { programmeSchema } from './enquiry-fields.ts';

export const programmeSetting = setting({
  key: 'programmes',
  title: 'Programmes',
  schema: z.object({
    names: z
      .array(programmeSchema)
      .min(1, 'Name at least one programme')
      .max(12, 'At most 12 programmes')
      .refine(
        (names) => new Set(names.map((name) => name.toLowerCase())).size === names.length,
        'Each one once',
      ),
  }),
  default: { names: [...programmes] },
});
