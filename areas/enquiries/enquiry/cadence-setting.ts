import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';

const MOST_STEPS = 12;
const days = z
  .array(z.int('Enter whole days').min(1, 'From day 1 on').max(120, 'At most day 120'))
  .min(1, 'At least one day')
  .max(MOST_STEPS, `At most ${MOST_STEPS} days`)
  .refine(
    (list) => list.every((day, i) => i === 0 || day > (list[i - 1] ?? 0)),
    'Each day later than the one before',
  );

/** When a family that was not reached is tried again: days since its cycle began (enquiries.md 3.4). */
export const cadenceSetting = setting({
  key: 'cadence',
  title: 'Tries to reach a family',
  schema: z.object({
    cold: days,
    /** After a visit or a counselling. */
    hot: days,
    /** When those days are over. */
    laterEvery: z.int('Enter whole days').min(7, 'At least 7 days').max(90, 'At most 90 days'),
  }),
  default: { cold: [1, 3, 5, 8, 13], hot: [1, 2, 3, 4, 5, 8, 13], laterEvery: 30 },
});
export type Cadence = z.output<typeof cadenceSetting.schema>;
