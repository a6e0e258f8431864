import { command } from '@aangan/contract/endpoint.ts';
import { date, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const change = { module: studentModules.student, write: true, scope: 'centre' } as const;
const input = { id: uuidSchema };
const done = z.object({ id: uuidSchema, status: z.string() });
const reason = longText({ label: 'Reason', max: 200 });

/** A hold is at most so long (areas/students.md 2.1). */
export const HOLD_DAYS = 60;

/** What is done to one enrolment by hand. */
export const enrolmentContract = {
  hold: command({
    ...change,
    name: 'enrolment.hold',
    summary: 'Pause a child from today until a day; the seat is kept, and attendance counts as leave.',
    input,
    fields: { until: date({ label: 'Until' }), reason },
    output: done,
  }),
  resume: command({
    ...change,
    name: 'enrolment.resume',
    summary: 'A child who was on hold comes again, before the day that was named.',
    input,
    fields: { reason },
    output: done,
  }),
  cancel: command({
    ...change,
    name: 'enrolment.cancel',
    summary: 'Cancel an enrolment before its first day; the seat is free and later instalments fall away.',
    input,
    fields: { reason },
    output: done,
  }),
};
