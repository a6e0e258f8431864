import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choices,
  date,
  daySchema,
  reference,
  references,
  text,
  time,
  uuidSchema,
  webAddress,
} from '@aangan/contract/fields.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';

const id = { id: uuidSchema };
const plan = { module: m.onlineClass, scope: 'centre', write: true } as const;
const teach = { module: [m.myClasses, m.onlineClass], scope: 'centre' } as const;
const reference128 = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'Open the class again from My classes');
const status = z.enum(['SCHEDULED', 'LIVE', 'COMPLETED', 'CANCELLED']);
const facts = {
  title: z.string(),
  subject: z.string().nullable(),
  sections: z.string().nullable(),
  host: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  status,
};

export const onlineClassContract = {
  form: query({
    module: m.onlineClass,
    scope: 'centre',
    name: 'online-class.form',
    summary: 'Sections that the reader acts for, and the reader’s own employment.',
    input: nothing,
    output: z.object({
      today: daySchema,
      sections: z.array(z.object({ ...id, label: z.string() })),
      me: z.object({ ...id, name: z.string() }).nullable(),
    }),
  }),
  invited: query({
    module: m.onlineClass,
    scope: 'centre',
    name: 'online-class.invited',
    summary: 'How many children of these sections are invited, and who of them gets no link by mobile.',
    logRead: { subject: 'online-class', purpose: 'children of an online class' },
    input: z.strictObject({ sectionIds: z.array(uuidSchema).max(6), date: daySchema }),
    output: z.object({ children: z.int(), withoutMobile: z.array(z.string()) }),
  }),
  schedule: command({
    ...plan,
    needsCentre: true,
    needsYear: true,
    idempotent: true,
    name: 'online-class.schedule',
    summary: 'Schedule an online class, or a series of them.',
    fields: {
      title: text({ label: 'Title', max: 120 }),
      sectionIds: references('section', { label: 'Sections', most: 6 }),
      subject: text({ label: 'Subject', max: 60, optional: true }),
      date: date({ label: 'Day' }),
      fromTime: time({ label: 'From' }),
      toTime: time({ label: 'To' }),
      weekdays: choices({ label: 'Repeat on', options: weekdayLabels, optional: true }),
      until: date({ label: 'Repeat until', optional: true, help: 'At most 60 days' }),
      hostId: reference('staff', { label: 'Host' }),
      moderatorIds: references('staff', {
        label: 'Moderators',
        most: 5,
        optional: true,
        help: 'They let children in as the host does',
      }),
      expertIds: references('staff', { label: 'Experts', most: 5, optional: true }),
      linkUrl: webAddress({ label: 'Address of the meeting', sample: 'https://meet.example.in/nursery-a' }),
      lobby: boolean({ label: 'Children wait until the teacher lets them in' }),
    },
    output: z.object({ ...id, classes: z.int(), skipped: z.int(), children: z.int() }),
  }),
  cancel: command({
    ...plan,
    versioned: true,
    name: 'online-class.cancel',
    summary: 'Cancel an online class with a reason; families are told and links end.',
    input: id,
    fields: { reason: text({ label: 'Reason', min: 5, max: 300 }) },
    output: nothing,
  }),
  sendLinks: command({
    ...plan,
    name: 'online-class.send-links',
    summary: 'Send every family its link again.',
    input: z.strictObject(id),
    output: z.object({ sent: z.int() }),
  }),
  mine: query({
    ...teach,
    name: 'online-class.mine',
    summary: 'Classes of this week that the reader teaches, or that are for the own children.',
    input: nothing,
    output: z.object({
      family: z.boolean(),
      classes: z.array(
        z.object({
          ...id,
          ...facts,
          children: z.int(),
          /** For a family: the own child, and the row whose link is asked for. */
          child: z.object({ ...id, name: z.string() }).nullable(),
          can: z.object({ join: z.boolean() }),
        }),
      ),
    }),
  }),
  past: query({
    ...teach,
    name: 'online-class.past',
    summary: 'Classes of the last 90 days that the reader taught, or that were for the own children.',
    input: nothing,
    output: z.object({
      family: z.boolean(),
      classes: z.array(
        z.object({
          ...id,
          ...facts,
          child: z.string().nullable(),
          heldMinutes: z.int(),
          invited: z.int(),
          attended: z.int(),
          /** Of the own child. */
          attendedMinutes: z.int().nullable(),
        }),
      ),
    }),
  }),
  attendance: query({
    ...teach,
    name: 'online-class.attendance',
    summary: 'Who was in an online class and for how long.',
    logRead: { subject: 'online-class', purpose: 'attendance of an online class' },
    input: z.strictObject(id),
    output: z.object({
      heldMinutes: z.int(),
      rows: z.array(z.object({ ...id, name: z.string(), joinedAt: z.string().nullable(), minutes: z.int() })),
    }),
  }),
  ticket: query({
    ...teach,
    name: 'online-class.get-url',
    summary: 'The caller’s own reference of a class, from a quarter of an hour before it.',
    // Entering is logged, not each look at who waits.
    logRead: { subject: 'online-class', purpose: 'children in an online class' },
    input: z.strictObject(id),
    output: z.object({ referenceID: z.string() }),
  }),
  room: query({
    ...teach,
    name: 'online-class.room',
    summary: 'The class that an own reference opens: who waits and who is in.',
    input: z.strictObject({ referenceID: reference128 }),
    output: z.object({
      ...facts,
      url: z.string(),
      lobby: z.boolean(),
      part: z.string(),
      children: z.array(
        z.object({
          ...id,
          name: z.string(),
          state: z.enum(['AWAY', 'WAITING', 'ADMITTED', 'IN']),
          since: z.string().nullable(),
        }),
      ),
      can: z.object({ open: z.boolean(), admit: z.boolean(), end: z.boolean() }),
    }),
  }),
  open: command({
    ...teach,
    write: false,
    name: 'online-class.open',
    summary: 'Begin a class: children may come in.',
    input: z.strictObject({ referenceID: reference128 }),
    output: nothing,
  }),
  admit: command({
    ...teach,
    write: false,
    name: 'online-class.admit',
    summary: 'Let waiting children into a class.',
    input: z.strictObject({ referenceID: reference128, childIds: z.array(uuidSchema).min(1).max(200) }),
    output: z.object({ admitted: z.int() }),
  }),
  end: command({
    ...teach,
    write: false,
    name: 'online-class.end',
    summary: 'End a class: minutes of attendance are counted.',
    input: z.strictObject({ referenceID: reference128 }),
    output: nothing,
  }),
  myLink: command({
    module: m.myClasses,
    scope: 'centre',
    write: false,
    name: 'online-class.my-link',
    summary: 'A fresh link to a class for the own child.',
    input: z.strictObject({ student: uuidSchema, id: uuidSchema }),
    output: z.object({ referenceID: z.string() }),
  }),
};
