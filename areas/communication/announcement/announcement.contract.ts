// Announcements: written by staff for families and staff; read, seen and acknowledged by those they are addressed to.
import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { date, dateTime, daySchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { audienceSchema } from '../audience/audience.ts';
import { communicationModules as m } from '../modules.ts';
import { MOST_FILES } from './announcement.states.ts';

const write = { module: m.announcementList, scope: 'centre', write: true } as const;
/** Reading what is addressed to oneself: the route's modules, own rows. */
const own = { module: [m.announcementList, m.studentAnnouncements], scope: 'centre' } as const;
const id = { id: uuidSchema };
const status = z.enum(['DRAFT', 'WAITING', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN']);
const line = (max: number) =>
  z.string().trim().min(1, 'Write something').max(max, `At most ${max} characters`);
const channels = z
  .array(z.enum(['SMS', 'EMAIL']))
  .max(2)
  .default([]);

const file = z.object({ fileId: uuidSchema, name: z.string(), picture: z.boolean(), url: z.string() });

const words = {
  title: line(120),
  titleHi: line(120).nullable().default(null),
  body: line(4000),
  bodyHi: line(4000).nullable().default(null),
  fileIds: z.array(uuidSchema).max(MOST_FILES, `At most ${MOST_FILES} files`).default([]),
  expiresAt: instantSchema,
  pinnedUntil: daySchema.nullable().default(null),
  ackBy: daySchema.nullable().default(null),
};

/** As its addressee reads it. */
const addressed = z.object({
  id: uuidSchema,
  title: z.string(),
  titleHi: z.string().nullable(),
  body: z.string(),
  bodyHi: z.string().nullable(),
  from: z.string(),
  publishedAt: z.string(),
  expiresAt: z.string(),
  pinned: z.boolean(),
  files: z.array(file),
  unread: z.boolean(),
  ackRequired: z.boolean(),
  ackBy: daySchema.nullable(),
  /** Of the text as it stands now. */
  acknowledgedAt: z.string().nullable(),
  /** It was acknowledged before everyone was asked again. */
  askedAgain: z.boolean(),
  can,
});
export type AddressedAnnouncement = z.output<typeof addressed>;

/** As those who write it see it. */
const managed = z.object({
  id: uuidSchema,
  version: z.int(),
  versionNo: z.int(),
  title: z.string(),
  titleHi: z.string().nullable(),
  body: z.string(),
  bodyHi: z.string().nullable(),
  from: z.string(),
  audience: audienceSchema,
  target: z.string(),
  extraChannels: z.array(z.enum(['SMS', 'EMAIL'])),
  publishAt: z.string().nullable(),
  expiresAt: z.string(),
  pinnedUntil: daySchema.nullable(),
  ackRequired: z.boolean(),
  ackBy: daySchema.nullable(),
  status,
  by: z.string().nullable(),
  approvedBy: z.string().nullable(),
  withdrawReason: z.string().nullable(),
  remindedAt: z.string().nullable(),
  files: z.array(file),
  /** How many it is for now: those it reached, or before that those it would reach. */
  recipients: z.int(),
  seen: z.int(),
  acknowledged: z.int(),
  can,
});
export type ManagedAnnouncement = z.output<typeof managed>;

const reader = z.object({
  kind: z.enum(['GUARDIAN', 'STAFF']),
  id: uuidSchema,
  name: z.string(),
  /** The child or children it is about. */
  children: z.string(),
  className: z.string(),
  signsIn: z.boolean(),
  number: z.string().nullable(),
  seenAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
  reminded: z.int(),
});
export type Reader = z.output<typeof reader>;

export const announcementContract = {
  feed: query({
    ...own,
    name: 'announcement.feed',
    summary: 'Announcements addressed to oneself: pinned first, then the newest.',
    input: z.strictObject({
      unread: z.boolean().default(false),
      toAcknowledge: z.boolean().default(false),
      /** Those that have ended, in place of those that stand. */
      ended: z.boolean().default(false),
      ...paging,
    }),
    output: pageOf(addressed),
  }),
  view: query({
    ...own,
    name: 'announcement.view',
    summary: 'One announcement: as its addressee, as those who write it, or both.',
    input: z.strictObject(id),
    output: z.object({ addressed: addressed.nullable(), managed: managed.nullable() }),
  }),
  readers: query({
    module: m.announcementList,
    scope: 'centre',
    name: 'announcement.readers',
    summary: 'Who has seen and acknowledged an announcement, or who has not yet.',
    logRead: { subject: 'guardian', purpose: 'readers of an announcement' },
    input: z.strictObject({ ...id, left: z.boolean(), q: z.string().trim().max(60).default(''), ...paging }),
    output: pageOf(reader),
  }),
  markSeen: command({
    ...own,
    write: false,
    name: 'announcement.mark-seen',
    summary: 'Announcements addressed to oneself were seen.',
    input: z.strictObject({ ids: z.array(uuidSchema).min(1).max(100) }),
    output: nothing,
  }),
  acknowledge: command({
    ...own,
    write: false,
    name: 'announcement.acknowledge',
    summary: 'Acknowledge an announcement addressed to oneself, once.',
    input: z.strictObject(id),
    output: nothing,
  }),
  save: command({
    ...write,
    name: 'announcement.save',
    summary: 'Write an announcement or change a draft; keep it, or publish it now or later.',
    idempotent: true,
    input: z.strictObject({
      /** Null: a new one. */
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      ...words,
      audience: audienceSchema,
      extraChannels: channels,
      ackRequired: z.boolean().default(false),
      publish: z.boolean(),
      /** Null: now. */
      publishAt: instantSchema.nullable().default(null),
    }),
    output: z.object({ id: uuidSchema, status }),
  }),
  amend: command({
    ...write,
    versioned: true,
    name: 'announcement.amend',
    summary: 'Correct a published announcement, or ask everyone again.',
    input: z.strictObject({ ...id, ...words, again: z.boolean() }),
    output: nothing,
  }),
  submit: command({
    ...write,
    versioned: true,
    name: 'announcement.submit',
    summary: 'Publish a draft at its time, or ask for the approval it needs.',
    input: z.strictObject(id),
    output: z.object({ status }),
  }),
  approve: command({
    ...write,
    versioned: true,
    name: 'announcement.approve',
    summary: 'Approve an announcement that somebody else wrote.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 300, optional: true }) },
    output: nothing,
  }),
  sendBack: command({
    ...write,
    versioned: true,
    name: 'announcement.return',
    summary: 'Send an announcement back to its writer.',
    input: id,
    fields: { reason: longText({ label: 'What should change', max: 300 }) },
    output: nothing,
  }),
  recall: command({
    ...write,
    versioned: true,
    name: 'announcement.recall',
    summary: 'Make a waiting or scheduled announcement a draft again.',
    input: z.strictObject(id),
    output: nothing,
  }),
  withdraw: command({
    ...write,
    versioned: true,
    name: 'announcement.withdraw',
    summary: 'Take an announcement away from its readers; it stays for those who write.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  reopen: command({
    ...write,
    versioned: true,
    name: 'announcement.reopen',
    summary: 'Show an announcement that has ended again.',
    input: id,
    fields: { expiresAt: dateTime({ label: 'Shown until' }) },
    output: nothing,
  }),
  pin: command({
    ...write,
    versioned: true,
    name: 'announcement.pin',
    summary: 'Keep an announcement on top until a day; without a day it is unpinned.',
    input: id,
    fields: { pinnedUntil: date({ label: 'On top until', optional: true }) },
    output: nothing,
  }),
  remind: command({
    ...write,
    name: 'announcement.remind',
    summary: 'Remind those who have not seen or acknowledged it, once a day.',
    input: z.strictObject(id),
    output: z.object({ people: z.int() }),
  }),
  reveal: command({
    ...write,
    name: 'announcement.reveal-number',
    summary: 'Show the number of one reader to call; written to the access log.',
    input: z.strictObject({ ...id, kind: z.enum(['GUARDIAN', 'STAFF']), personId: uuidSchema }),
    output: z.object({ number: z.string() }),
  }),
};
