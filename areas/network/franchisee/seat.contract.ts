import { can, command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { change, entryId, line, onePage } from './franchisee-shapes.ts';

export const SESSIONS = { MORNING: 'Morning', AFTERNOON: 'Afternoon', FULL_DAY: 'Full day' } as const;
const session = z.enum(Object.keys(SESSIONS) as [keyof typeof SESSIONS, ...(keyof typeof SESSIONS)[]]);
const seat = z.object({ classCode: line(20).min(1), session, seats: z.int().min(0).max(500, 'At most 500') });
export const seatContract = {
  list: query({
    ...onePage,
    name: 'franchisee.seats',
    summary: 'Licensed seats of a centre by class and session, with the children placed.',
    input: z.strictObject({ franchiseeId: entryId.optional(), yearId: z.int().min(2000).max(2200) }),
    output: z.object({
      classes: z.array(z.object({ code: z.string(), name: z.string(), enrolled: z.int() })),
      seats: z.array(seat),
      lastYear: z.array(seat),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'franchisee.set-seats',
    summary: 'Set the licensed seats of a centre for a year; what is left out is taken away.',
    input: z.strictObject({
      franchiseeId: entryId,
      yearId: z.int().min(2000).max(2200),
      seats: z.array(z.strictObject(seat.shape)).max(200),
    }),
    output: z.object({ total: z.int() }),
  }),
};
