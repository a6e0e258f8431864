import { command, nothing } from '@aangan/contract/endpoint.ts';
import { choice, date, text } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { centreCategories } from './ams-words.ts';

const base = { module: m.AMSAllocation, scope: 'network', write: true } as const;
const centre = { franchiseeId: z.int().min(1).max(2147483647) };

export const centreCategoryContract = {
  override: command({
    ...base,
    name: 'centre-category.override',
    summary: 'Give a centre another category for a while, with the reason.',
    input: centre,
    fields: {
      category: choice({ label: 'Category', options: centreCategories }),
      reason: text({ label: 'Reason', min: 10, max: 300 }),
      expiresOn: date({ label: 'Last day', help: 'At most 180 days from today' }),
    },
    output: nothing,
  }),
  clear: command({
    ...base,
    name: 'centre-category.clear',
    summary: 'Take back the override of a centre’s category.',
    input: z.strictObject(centre),
    output: nothing,
  }),
};
