import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  date,
  files,
  longText,
  reference,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ticketsModules as m } from '../modules.ts';
import { departments, priorityLabels } from '../ticket-words.ts';
import { tickets } from './ticket.listing.ts';
import { kindLabels, slaLabels } from './ticket.states.ts';

const read = { module: [m.Ticketing, m.TicketingAdmin], scope: 'centre' } as const;
/** Both sides. */
const write = { ...read, write: true } as const;
/** Who works the queue. */
const work = { module: m.TicketingAdmin, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
/** `seenSeq`: the newest entry the writer has read; a newer public message is shown before theirs is sent. */
const message = { ...id, messageId: uuidSchema, seenSeq: z.int().min(0) };
const ids = { ids: z.array(uuidSchema).min(1, 'Choose a ticket').max(100) };

const attached = files({
  label: 'Photos and files',
  accept: ['jpg', 'png', 'pdf', 'mp4', 'xlsx'],
  maxMb: 25,
  most: 10,
  optional: true,
});
const body = (label: string, max = 10_000) => longText({ label, max });
/** What another screen raises a ticket about: `?entity=SOP_SECTION:…`. */
const entity = z.strictObject({
  kind: z.enum(['ENQUIRY', 'SOP_SECTION', 'FRANCHISEE'], 'Choose what it is about'),
  id: z.string().max(64),
});
export type TicketEntity = z.output<typeof entity>;

const reason = longText({ label: 'Reason', max: 1000 });
const stars = { 5: '★★★★★', 4: '★★★★', 3: '★★★', 2: '★★', 1: '★' } as const;
const what = {
  department: choice({ label: 'Department', options: departments }),
  categoryId: reference('ticket-category', { label: 'Category', optional: true }),
  priority: choice({ label: 'Priority', options: priorityLabels }),
};

const clock = z.object({
  state: z.enum(Object.keys(slaLabels) as [keyof typeof slaLabels]),
  targetMin: z.int(),
  elapsedMin: z.int(),
  leftMin: z.int(),
  dueAt: z.string().nullable(),
});
export type ShownClock = z.output<typeof clock>;
const kind = z.enum(Object.keys(kindLabels) as [keyof typeof kindLabels]);

export const ticketContract = {
  tabs: query({
    ...read,
    name: 'ticket.tabs',
    summary: 'How many tickets stand in each tab of the list.',
    input: z.strictObject({}),
    output: z.object({ counts: z.record(z.string(), z.int()) }),
  }),
  get: query({
    ...read,
    name: 'ticket.get',
    summary:
      'One ticket with its clocks, conversation and history; internal notes for those who work the queue.',
    input: z.strictObject(id),
    output: z.object({
      row: tickets.rowSchema,
      description: z.string(),
      answers: z.string().nullable(),
      response: clock,
      resolution: clock,
      seq: z.int(),
      messages: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          who: z.string().nullable(),
          kind,
          public: z.boolean(),
          body: z.string(),
          files: z.array(z.object({ name: z.string(), url: z.string() })),
        }),
      ),
      log: z.array(
        z.object({
          at: z.string(),
          who: z.string().nullable(),
          what: z.string(),
          note: z.string().nullable(),
        }),
      ),
      files: z.array(z.object({ name: z.string(), url: z.string() })),
      watching: z.boolean(),
      resumeOn: z.string().nullable(),
      centre: z.object({ label: z.string(), phone: z.string().nullable(), open: z.int() }),
      entity: z.object({ kind: z.string(), label: z.string() }).nullable(),
      follows: z.object({ id: z.string(), ticketNo: z.string() }).nullable(),
      mergedInto: z.object({ id: z.string(), ticketNo: z.string() }).nullable(),
    }),
  }),
  choices: query({
    ...read,
    name: 'ticket.choices',
    summary: 'Categories that a ticket can be about, with what they ask.',
    input: z.strictObject({}),
    output: z.object({
      categories: z.array(
        z.object({
          id: uuidSchema,
          label: z.string(),
          department: z.enum(departments),
          minPriority: z.string().nullable(),
          questions: z.string().nullable(),
        }),
      ),
    }),
  }),
  desk: query({
    module: m.TicketingAdmin,
    scope: 'centre',
    name: 'ticket.desk',
    summary: 'People who work the queue, and canned replies.',
    input: z.strictObject({}),
    output: z.object({
      agents: z.array(z.object({ id: uuidSchema, label: z.string() })),
      replies: z.array(
        z.object({ id: uuidSchema, title: z.string(), department: z.string().nullable(), body: z.string() }),
      ),
    }),
  }),
  preview: query({
    ...read,
    needsCentre: true,
    name: 'ticket.preview',
    summary: 'When a ticket of these values would be answered and solved, and open ones like it.',
    input: z.strictObject({
      department: z.enum(departments),
      categoryId: uuidSchema.nullish(),
      priority: z.enum(Object.keys(priorityLabels) as [keyof typeof priorityLabels]),
      subject: z.string().max(150).optional(),
    }),
    output: z.object({
      priority: z.enum(Object.keys(priorityLabels) as [keyof typeof priorityLabels]),
      responseDueAt: z.string(),
      resolutionDueAt: z.string(),
      similar: z.array(z.object({ id: uuidSchema, ticketNo: z.string(), subject: z.string() })),
    }),
  }),
  subject: query({
    ...read,
    name: 'ticket.subject',
    summary: 'What a ticket is about to be about, by its name.',
    input: entity,
    output: z.object({ label: z.string() }),
  }),
  create: command({
    ...write,
    idempotent: true,
    offline: true,
    needsCentre: true,
    name: 'ticket.create',
    summary: 'Raise a ticket for the chosen centre.',
    input: { ...id, followsId: uuidSchema.nullish(), entity: entity.nullish() },
    fields: {
      ...what,
      subject: {
        ...text({ label: 'Subject', max: 150 }),
        schema: z.string().trim().min(5, 'At least 5 characters').max(150, 'At most 150 characters'),
      },
      description: body('What happened'),
      answers: longText({ label: 'Answers', max: 2000, optional: true }),
      fileIds: attached,
    },
    output: z.object({ id: uuidSchema, ticketNo: z.string() }),
  }),
  reply: command({
    ...write,
    idempotent: true,
    name: 'ticket.reply',
    summary: 'Write to the other side.',
    input: message,
    fields: { body: body('Message'), fileIds: attached },
    output: nothing,
  }),
  note: command({
    ...work,
    idempotent: true,
    name: 'ticket.note',
    summary: 'Write an internal note: the centre does not see it, and it is no answer.',
    input: { ...id, messageId: uuidSchema },
    fields: { body: body('Internal note') },
    output: nothing,
  }),
  ask: command({
    ...work,
    idempotent: true,
    name: 'ticket.ask-centre',
    summary: 'Ask the centre a question; the clock pauses until it answers.',
    input: message,
    fields: { body: body('Question to the centre'), fileIds: attached },
    output: nothing,
  }),
  resolve: command({
    ...work,
    idempotent: true,
    name: 'ticket.resolve',
    summary: 'Say how it was solved; the centre confirms or reopens it.',
    input: message,
    fields: {
      body: {
        ...body('Solution'),
        schema: z.string().trim().min(10, 'At least 10 characters').max(10_000, 'At most 10000 characters'),
      },
    },
    output: nothing,
  }),
  take: command({
    ...work,
    versioned: true,
    name: 'ticket.take',
    summary: 'Make a ticket one’s own.',
    input: z.strictObject(id),
    output: nothing,
  }),
  assign: command({
    ...work,
    name: 'ticket.assign',
    summary: 'Give tickets to somebody who works the queue; their clocks go on.',
    input: ids,
    fields: {
      ownerId: reference('user', { label: 'Owner' }),
      outside: boolean({ label: 'Also to somebody outside the ticket’s group', optional: true }),
    },
    output: z.object({ changed: z.int() }),
  }),
  setPriority: command({
    ...work,
    name: 'ticket.set-priority',
    summary: 'Change the priority: targets are taken anew, elapsed time stays.',
    input: ids,
    fields: { priority: what.priority, reason },
    output: z.object({ changed: z.int() }),
  }),
  recategorise: command({
    ...work,
    versioned: true,
    name: 'ticket.recategorise',
    summary: 'Move a ticket to another department or category; the matrix is asked anew, elapsed time stays.',
    input: id,
    fields: { department: what.department, categoryId: what.categoryId, reason },
    output: nothing,
  }),
  hold: command({
    ...work,
    versioned: true,
    name: 'ticket.hold',
    summary: 'Put an answered ticket on hold; the clock pauses until somebody resumes it.',
    input: id,
    fields: { resumeOn: date({ label: 'Expected on' }), reason },
    output: nothing,
  }),
  resume: command({
    ...work,
    versioned: true,
    name: 'ticket.resume',
    summary: 'Go on with a ticket that waits or is on hold.',
    input: z.strictObject(id),
    output: nothing,
  }),
  merge: command({
    ...work,
    versioned: true,
    name: 'ticket.merge',
    summary: 'Close a ticket into another of the same centre.',
    input: id,
    fields: { intoNo: text({ label: 'Into ticket number', max: 40 }) },
    output: nothing,
  }),
  confirm: command({
    ...write,
    versioned: true,
    name: 'ticket.confirm',
    summary: 'Confirm that it is solved.',
    input: id,
    fields: { stars: choice({ label: 'How was it handled?', options: stars, optional: true }) },
    output: nothing,
  }),
  rate: command({
    ...write,
    name: 'ticket.rate',
    summary: 'Give stars, once.',
    input: id,
    fields: { stars: choice({ label: 'How was it handled?', options: stars }) },
    output: nothing,
  }),
  reopen: command({
    ...write,
    versioned: true,
    name: 'ticket.reopen',
    summary: 'Take a solved ticket up again within 7 days; its clock goes on.',
    input: id,
    fields: { reason },
    output: nothing,
  }),
  withdraw: command({
    ...write,
    versioned: true,
    name: 'ticket.withdraw',
    summary: 'Take back one’s own ticket that nobody has answered.',
    input: z.strictObject(id),
    output: nothing,
  }),
  watch: command({
    ...write,
    name: 'ticket.watch',
    summary: 'Follow a ticket, or stop following it.',
    input: z.strictObject({ ...id, watch: z.boolean() }),
    output: nothing,
  }),
};
