import { openModules, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';

const hit = z.object({ id: z.string(), label: z.string(), detail: z.string().nullable(), link: z.string() });

export const searchContract = {
  search: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'shell.search',
    summary:
      'What Ctrl+K finds besides screens: at most 5 of each kind, only of modules the caller holds, where they hold them.',
    input: z.strictObject({
      q: z.string().trim().min(2, 'Type at least 2 characters').max(60, 'At most 60 characters'),
    }),
    output: z.object({
      groups: z.array(z.object({ kind: z.string(), title: z.string(), hits: z.array(hit) })),
    }),
  }),
};
