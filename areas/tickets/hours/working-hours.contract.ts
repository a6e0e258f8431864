import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, text, time, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ticketsModules as m } from '../modules.ts';

const base = { module: m.TicketMetrix, scope: 'network' } as const;

export const dayKinds = { HOLIDAY: 'Holiday', SPECIAL: 'Other hours' } as const;

const calendar = z.object({
  id: z.int(),
  name: z.string(),
  always: z.boolean(),
  /** 'Mon, Tue … 09:30–13:00, 14:00–18:30'. */
  days: z.array(z.int()),
  hours: z.array(z.tuple([z.string(), z.string()])),
  special: z.array(
    z.object({
      id: uuidSchema,
      day: z.string(),
      kind: z.enum(['HOLIDAY', 'SPECIAL']),
      hours: z.array(z.tuple([z.string(), z.string()])),
      note: z.string(),
      /** It lies ahead, so it may still be taken back. */
      ahead: z.boolean(),
    }),
  ),
});

export const workingHoursContract = {
  list: query({
    ...base,
    name: 'working-calendar.list',
    summary: 'Working hours with the holidays and special days of this year and later.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(calendar) }),
  }),
  addDay: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'working-calendar.add-day',
    summary: 'Add a holiday or a day of other hours, after today.',
    input: { calendarId: z.int().min(1).max(32_767) },
    fields: {
      day: date({ label: 'Day' }),
      kind: choice({ label: 'Kind', options: dayKinds }),
      opensAt: time({ label: 'From', optional: true }),
      closesAt: time({ label: 'To', optional: true }),
      note: text({ label: 'Name', max: 80 }),
    },
    output: nothing,
  }),
  removeDay: command({
    ...base,
    write: true,
    name: 'working-calendar.remove-day',
    summary: 'Take back a holiday or special day that lies ahead.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};
export type Calendar = z.output<typeof calendar>;
