// Whom something is for. One shape for announcements and campaigns: the same SQL previews it and finds its people.
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

export const peopleLabels = { ALL: 'Families and staff', PARENT: 'Families', STAFF: 'Staff' } as const;
export type People = keyof typeof peopleLabels;

export const MOST_CHILDREN = 200;

const number = z.int('Choose an entry').min(1, 'Choose an entry').max(2147483647);

/** Empty lists mean everybody. Classes, sections and children narrow families; staff are those of the whole centre. */
export const audienceShape = {
  people: z.enum(['ALL', 'PARENT', 'STAFF'], 'Choose who it is for'),
  /** Head office only: without one every active centre. */
  centreIds: z.array(number).max(500, 'At most 500 centres').default([]),
  classIds: z.array(number).max(50, 'At most 50 classes').default([]),
  sectionIds: z.array(uuidSchema).max(100, 'At most 100 sections').default([]),
  studentIds: z.array(uuidSchema).max(MOST_CHILDREN, `At most ${MOST_CHILDREN} children`).default([]),
};
export const audienceSchema = z.strictObject(audienceShape);
export type Audience = z.output<typeof audienceSchema>;

/** Ways beside the app that an announcement may take. */
export const extraChannels = { SMS: 'SMS', EMAIL: 'E-mail' } as const;
export type ExtraChannel = keyof typeof extraChannels;
