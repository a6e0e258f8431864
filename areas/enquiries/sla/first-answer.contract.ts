import { can, command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';
import { slaMinutes, slaSetting } from './sla-setting.ts';

const base = { module: enquiryModules.enquirySettings, scope: 'centre' } as const;

export const firstAnswerContract = {
  settings: query({
    ...base,
    name: 'first-answer.settings',
    summary: 'How soon families who write are called, by source, and the hours of the enquiry desk.',
    input: z.strictObject({}),
    output: z.object({
      setting: slaSetting.schema,
      /** Sources whose families wait: the clock runs for these. */
      sources: z.array(z.object({ id: z.string(), name: z.string(), channel: z.string() })),
      desk: z.array(z.object({ day: z.string(), hours: z.string() })),
      /** The value is the network's. */
      network: z.boolean(),
      can,
    }),
  }),
  save: command({
    ...base,
    write: true,
    name: 'first-answer.save',
    summary: 'Set how soon families who write are called. Clocks that run keep their times.',
    input: z.strictObject({
      minutes: slaMinutes,
      bySource: z.record(uuidSchema, slaMinutes),
      recall: z.array(z.string().max(30)).max(20),
    }),
    output: z.object({ minutes: z.int() }),
  }),
};
