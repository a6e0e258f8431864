import { command, nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { monthSchema } from '../schedule/ams-schedule.contract.ts';
import { slots } from '../schedule/visit.states.ts';

const ofMonth = z.strictObject({ month: monthSchema });
const own = { module: m.AMSSchedule, scope: 'own', write: true } as const;

export const amsCalendarContract = {
  month: query({
    module: openModules.anyone,
    scope: 'anyone',
    name: 'ams-calendar.month',
    summary: 'Holidays on which nobody is sent to a centre, and the cycles of visits, of a month.',
    input: ofMonth,
    output: z.object({
      holidays: z.array(z.object({ day: daySchema, name: z.string(), place: z.string() })),
      cycles: z.array(z.object({ name: z.string(), from: daySchema, to: daySchema })),
    }),
  }),
  links: query({
    module: m.AMSSchedule,
    scope: 'own',
    name: 'ams-calendar.links',
    summary: 'When the live links to the caller’s calendar were made and end; nobody sees a link again.',
    input: nothing,
    output: z.object({ links: z.array(z.object({ issuedAt: instantSchema, expiresAt: instantSchema })) }),
  }),
  share: command({
    ...own,
    name: 'ams-calendar.share',
    summary: 'Make a link that shows the caller’s announced visits without sign-in, for 400 days.',
    input: z.strictObject({}),
    output: z.object({ path: z.string(), expiresAt: instantSchema }),
  }),
  endLinks: command({
    ...own,
    name: 'ams-calendar.end-links',
    summary: 'End every link to the caller’s calendar.',
    input: z.strictObject({}),
    output: nothing,
  }),
};

export const sharedCalendarContract = {
  visits: query({
    module: m.publicCalendar,
    scope: 'link',
    purposes: ['ams.calendar'],
    name: 'shared-calendar.visits',
    summary: 'Approved visits of a month that are no surprise, of the academic manager whose link it is.',
    input: ofMonth,
    output: z.object({
      visits: z.array(
        z.object({
          day: daySchema,
          slot: z.enum(Object.keys(slots) as [keyof typeof slots]),
          centre: z.string(),
          city: z.string().nullable(),
        }),
      ),
    }),
  }),
};
