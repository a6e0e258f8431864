import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, daySchema, instantSchema, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { MOST_CAPTION, MOST_ITEMS, postLabels } from './instagram.states.ts';

const base = { module: m.InstaPost, scope: 'centre' } as const;
const change = { ...base, write: true, versioned: true } as const;
const id = z.strictObject({ id: uuidSchema });
const status = z.enum(Object.keys(postLabels) as [keyof typeof postLabels, ...(keyof typeof postLabels)[]]);

const photo = {
  id: uuidSchema,
  album: z.string(),
  onDate: daySchema,
  small: z.string(),
  large: z.string(),
};

const post = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  centre: z.string(),
  handle: z.string().nullable(),
  caption: z.string(),
  scheduledAt: instantSchema,
  status,
  lostReason: z.string().nullable(),
  permalink: z.string().nullable(),
  publishedAt: instantSchema.nullable(),
  by: z.string().nullable(),
  items: z.array(
    z.object({ ...photo, alt: z.string().nullable(), ready: z.boolean(), reason: z.string().nullable() }),
  ),
  version: z.int(),
  can,
});
export type InstagramPost = z.output<typeof post>;

export const instagramContract = {
  photos: query({
    ...base,
    name: 'instagram.photos',
    summary: 'Pictures of public albums that may be used now, and how many may not.',
    logRead: { subject: 'student', purpose: 'Instagram' },
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(z.object({ ...photo, franchiseeId: z.int(), centre: z.string() })),
      all: z.int(),
      whyNot: z.array(z.object({ reason: z.string(), count: z.int() })),
    }),
  }),
  get: query({
    ...base,
    name: 'instagram.get',
    summary: 'One post with its pictures and whether each may still be shown.',
    logRead: { subject: 'student', purpose: 'Instagram' },
    input: id,
    output: post,
  }),
  save: command({
    ...base,
    write: true,
    name: 'instagram.save',
    summary: 'Write or change the draft of a post.',
    idempotent: true,
    input: z.strictObject({
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      items: z
        .array(
          z.strictObject({ photoId: uuidSchema, alt: z.string().trim().max(1000).nullable().default(null) }),
        )
        .min(1, 'Choose a picture')
        .max(MOST_ITEMS, `At most ${MOST_ITEMS} pictures`),
      caption: z
        .string()
        .trim()
        .min(1, 'Fill this in')
        .max(MOST_CAPTION, `At most ${MOST_CAPTION} characters`),
      scheduledAt: instantSchema,
    }),
    output: z.object({ id: uuidSchema }),
  }),
  submit: command({
    ...change,
    name: 'instagram.submit',
    summary: 'Ask somebody else to approve a post.',
    input: id,
    output: nothing,
  }),
  decide: command({
    ...change,
    name: 'instagram.decide',
    summary: 'Approve a post that somebody else wrote, or return it.',
    input: { id: uuidSchema },
    fields: {
      decision: choice({
        label: 'Decision',
        options: { approve: 'Approve', return: 'Return to its writer' },
      }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: nothing,
  }),
  publish: command({
    ...change,
    name: 'instagram.publish',
    summary: 'Say that a due post was published on Instagram, with its address.',
    input: { id: uuidSchema },
    fields: {
      permalink: text({
        label: 'Address of the post',
        max: 200,
        pattern: /^https:\/\/(www\.)?instagram\.com\/[\w./-]+$/,
        patternHelp: 'Enter an address like https://www.instagram.com/p/abc',
        sample: 'https://www.instagram.com/p/abc/',
      }),
    },
    output: nothing,
  }),
  reopen: command({
    ...change,
    name: 'instagram.reopen',
    summary: 'Make a draft of a blocked post again, to take the picture out.',
    input: id,
    output: nothing,
  }),
  cancel: command({
    ...change,
    name: 'instagram.cancel',
    summary: 'Cancel a post that is not published.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  markRemoved: command({
    ...change,
    name: 'instagram.mark-removed',
    summary: 'Say that a post was taken off Instagram.',
    input: id,
    output: nothing,
  }),
  setHandle: command({
    ...base,
    write: true,
    needsCentre: true,
    name: 'instagram.set-handle',
    summary: 'Name the Instagram account of the chosen centre.',
    fields: {
      handle: text({
        label: 'Account name',
        max: 30,
        pattern: /^[a-z0-9._]{1,30}$/,
        patternHelp: 'Small letters, digits, dots and underscores, without @',
        sample: 'aangan.andheri',
      }),
    },
    output: nothing,
  }),
};
