import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';

export const slaMinutes = z
  .int('Enter whole minutes')
  .min(5, 'At least 5 minutes')
  .max(240, 'At most 240 minutes');

/** How soon a family that wrote is called, in working minutes, and which leads go to somebody else when it is missed. */
export const slaSetting = setting({
  key: 'first-answer',
  title: 'First answer',
  schema: z.object({
    minutes: slaMinutes,
    /** By source id, where it differs. */
    bySource: z.record(z.string(), slaMinutes),
    /** Channels whose leads are recalled at twice the time. */
    recall: z.array(z.string()).max(20),
  }),
  default: { minutes: 15, bySource: {}, recall: ['GOOGLE', 'META'] },
});
export type SlaSetting = z.output<typeof slaSetting.schema>;

/** Working seconds until the first answer of a lead of this source is due. */
export const slaSeconds = (sla: SlaSetting, sourceId: string): number =>
  (sla.bySource[sourceId] ?? sla.minutes) * 60;
