import { command } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { SYSTEM_MODULE } from '../network-modules.ts';
import { entryId } from './user-shapes.ts';

const gate = { module: SYSTEM_MODULE, scope: 'network', write: false } as const;

/** Fifteen minutes of what somebody else sees; the id travels as `x-view-as` and nothing can be changed meanwhile. */
export const viewAsContract = {
  begin: command({
    ...gate,
    name: 'user.view-as',
    summary: 'See the product as a person sees it, for 15 minutes and without changing anything.',
    input: z.strictObject({ userId: uuidSchema, franchiseeId: entryId.optional() }),
    output: z.object({ id: uuidSchema, name: z.string(), until: z.string() }),
  }),
};
