import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import {
  answerKinds,
  answerLabels,
  eventColours,
  eventKinds,
  eventLabels,
  MOST_ADULTS,
  peopleLabels,
} from './event.states.ts';
import { MOST_DATES, repeats } from './recurrence.ts';

const one = <K extends string>(labels: Readonly<Record<K, string>>) =>
  z.enum(Object.keys(labels) as [K, ...K[]], { error: 'Choose one of the list' });
const line = (max: number) => z.string().trim().min(1, 'Fill this in').max(max, `At most ${max} characters`);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');

const kind = one(eventKinds);
const answer = one(answerLabels);
const staff = { module: m.eventCalendar, scope: 'centre' } as const;
const change = { ...staff, write: true } as const;
const family = { module: m.studentCalender, scope: 'centre' } as const;

const rule = {
  fromOn: daySchema,
  repeat: one(repeats).default('NONE'),
  every: z.int('Enter a whole number').min(1, 'At least 1').max(12, 'At most 12').default(1),
  weekdays: z.array(z.enum(WEEKDAYS)).max(7).default([]),
  until: daySchema.nullable().default(null),
  count: z
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(MOST_DATES, `At most ${MOST_DATES}`)
    .nullable()
    .default(null),
  closedDays: z.enum(['KEEP', 'DROP']).default('DROP'),
  removed: z.array(daySchema).max(MOST_DATES).default([]),
};

const facts = {
  id: uuidSchema,
  title: z.string(),
  titleHi: z.string().nullable(),
  kind,
  colour: one(eventColours),
  /** `HH:mm`; null: all day. */
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  place: z.string().nullable(),
  people: one(peopleLabels),
  /** In words; null: every class. */
  classes: z.string().nullable(),
  answers: one(answerKinds),
  status: one(eventLabels),
};

const dated = z.object({
  ...facts,
  onDate: daySchema,
  toOn: daySchema,
  /** Why this one date, or the whole event, does not take place. */
  cancelled: z.string().nullable(),
});
export type DatedEvent = z.output<typeof dated>;

const closedDay = z.object({ onDate: daySchema, title: z.string() });
const stretch = z
  .strictObject({ from: daySchema, to: daySchema })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 62 * 86_400_000, {
    error: 'At most two months at once',
    path: ['to'],
  });

const eventView = z.object({
  ...facts,
  description: z.string().nullable(),
  fromOn: daySchema,
  toOn: daySchema,
  repeat: one(repeats),
  every: z.int(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  until: daySchema.nullable(),
  count: z.int().nullable(),
  closedDays: z.enum(['KEEP', 'DROP']),
  removed: z.array(daySchema),
  words: z.string(),
  classIds: z.array(z.int()),
  answerUntil: daySchema.nullable(),
  places: z.int().nullable(),
  cancelReason: z.string().nullable(),
  dates: z.array(
    z.object({
      onDate: daySchema,
      toOn: daySchema,
      cancelled: z.string().nullable(),
      /** Closed by the academic calendar since. */
      closed: z.string().nullable(),
      over: z.boolean(),
      yes: z.int(),
      maybe: z.int(),
      no: z.int(),
      adults: z.int(),
      /** Places that are taken. */
      taken: z.int(),
    }),
  ),
  version: z.int(),
  can,
});
export type EventView = z.output<typeof eventView>;

const ownAnswer = z.object({
  enrolmentId: uuidSchema,
  studentId: uuidSchema,
  child: z.string(),
  onDate: daySchema,
  answer: answer.nullable(),
  adults: z.int(),
});

export const eventContract = {
  form: query({
    ...staff,
    name: 'event.form',
    summary: 'Classes that an event may be for, and whether closed days are set by the reader too.',
    input: z.strictObject({}),
    output: z.object({
      today: daySchema,
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      setsHolidays: z.boolean(),
    }),
  }),
  dates: query({
    ...staff,
    name: 'event.dates',
    summary: 'The dates that a rule gives at the chosen centre, and which of them are closed days.',
    needsCentre: true,
    input: z.strictObject(rule),
    inBody: true,
    output: z.object({
      words: z.string(),
      dates: z.array(z.object({ onDate: daySchema, closed: z.string().nullable(), kept: z.boolean() })),
    }),
  }),
  get: query({
    ...staff,
    name: 'event.get',
    summary: 'One event with its dates and how many answered.',
    input: z.strictObject({ id: uuidSchema }),
    output: eventView,
  }),
  answersOf: query({
    ...staff,
    name: 'event.answers',
    summary: 'Who answered for one date of an event, and who did not, by class.',
    logRead: { subject: 'student', purpose: 'event answers' },
    input: z.strictObject({ id: uuidSchema, onDate: daySchema }),
    output: z.object({
      rows: z.array(
        z.object({
          enrolmentId: uuidSchema,
          child: z.string(),
          section: z.string(),
          answer: answer.nullable(),
          adults: z.int(),
          note: z.string().nullable(),
          answeredAt: instantSchema.nullable(),
        }),
      ),
    }),
  }),
  calendar: query({
    ...staff,
    name: 'event.calendar',
    summary: 'What is planned at the chosen centre: events, closed days and birthdays.',
    needsCentre: true,
    logRead: { subject: 'student', purpose: 'event calendar' },
    input: stretch,
    output: z.object({
      events: z.array(dated),
      closed: z.array(closedDay),
      birthdays: z.array(z.object({ onDate: daySchema, name: z.string(), section: z.string().nullable() })),
    }),
  }),
  save: command({
    ...change,
    name: 'event.save',
    summary:
      'Write or change an event; publish it at once if asked. A change of time or place of a published one is told to who said yes or maybe.',
    needsCentre: true,
    idempotent: true,
    input: z.strictObject({
      /** Null: a new one. */
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      title: line(100),
      titleHi: line(100).nullable().default(null),
      description: line(2000).nullable().default(null),
      /** HOLIDAY is refused: closed days belong to the academic calendar. */
      kind: z.enum([...(Object.keys(eventKinds) as [keyof typeof eventKinds]), 'HOLIDAY'], {
        error: 'Choose one of the list',
      }),
      colour: one(eventColours).default('BLUE'),
      ...rule,
      /** Of a single event over several days. */
      toOn: daySchema.nullable().default(null),
      startsAt: clock.nullable().default(null),
      endsAt: clock.nullable().default(null),
      place: line(120).nullable().default(null),
      people: one(peopleLabels),
      classIds: z.array(z.int()).max(40).default([]),
      answers: one(answerKinds).default('NONE'),
      answerUntil: daySchema.nullable().default(null),
      places: z
        .int('Enter a whole number')
        .min(1, 'At least 1')
        .max(5000, 'At most 5000')
        .nullable()
        .default(null),
      publish: z.boolean(),
      /** Tell who said yes or maybe, when time or place of a published one change. */
      tell: z.boolean().default(true),
    }),
    output: z.object({ id: uuidSchema, status: facts.status, told: z.int() }),
  }),
  publish: command({
    ...change,
    versioned: true,
    name: 'event.publish',
    summary: 'Publish a draft: it stands in the calendar of those it is for.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  cancel: command({
    ...change,
    versioned: true,
    name: 'event.cancel',
    summary: 'Cancel an event and tell who said yes or maybe.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason that families read', max: 300 }) },
    output: z.object({ told: z.int() }),
  }),
  cancelDate: command({
    ...change,
    versioned: true,
    name: 'event.cancel-date',
    summary: 'Cancel one date of an event that repeats, and tell who said yes or maybe for it.',
    input: { id: uuidSchema, onDate: daySchema },
    fields: { reason: longText({ label: 'Reason that families read', max: 300 }) },
    output: z.object({ told: z.int() }),
  }),
  remind: command({
    ...change,
    name: 'event.remind',
    summary: 'Ask families who have not answered for a date, once a day.',
    input: z.strictObject({ id: uuidSchema, onDate: daySchema }),
    output: z.object({ families: z.int() }),
  }),
  familyCalendar: query({
    ...family,
    name: 'event.family-calendar',
    summary:
      'What is planned for the own children: events of their classes, and closed days of their centres.',
    input: stretch,
    output: z.object({ events: z.array(dated), closed: z.array(closedDay) }),
  }),
  ofFamily: query({
    ...family,
    name: 'event.of-family',
    summary: 'One event as a family sees it, with the answers for the own children.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      ...facts,
      description: z.string().nullable(),
      cancelReason: z.string().nullable(),
      answerUntil: daySchema.nullable(),
      open: z.boolean(),
      /** Dates to come, the next 20. */
      dates: z.array(
        z.object({
          onDate: daySchema,
          toOn: daySchema,
          cancelled: z.string().nullable(),
          /** Places that are left; null: no limit. */
          left: z.int().nullable(),
        }),
      ),
      answersGiven: z.array(ownAnswer),
    }),
  }),
  answer: command({
    ...family,
    // Any holder: the specification's families answer without the right to change.
    write: false,
    name: 'event.answer',
    summary: 'A family answers for its own child: yes, no or maybe, and how many adults come along.',
    input: z.strictObject({
      id: uuidSchema,
      onDate: daySchema,
      /** Student or enrolment. */
      childId: uuidSchema,
      answer,
      adults: z.int('Enter a whole number').min(0).max(MOST_ADULTS, `At most ${MOST_ADULTS}`).default(0),
      note: line(200).nullable().default(null),
    }),
    output: z.object({ left: z.int().nullable() }),
  }),
};
