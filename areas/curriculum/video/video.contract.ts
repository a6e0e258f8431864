import { command, query } from '@aangan/contract/endpoint.ts';
import { choice, file, integer, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { videos } from './video.listing.ts';
import { captionCodes, captionLanguages } from './video.states.ts';

const reads = { module: m.recordedVideo, scope: 'centre' } as const;
const writes = { ...reads, write: true } as const;
const id = z.strictObject({ id: uuidSchema });
const second = z.number().min(0).max(86_400);

/** What a player needs; its addresses live ten minutes, so it asks again after eight. */
export const playing = z.object({
  name: z.string(),
  url: z.string(),
  posterUrl: z.string().nullable(),
  durationMs: z.int(),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
});

const facts = {
  name: text({ label: 'Name', max: 120 }),
  tags: text({ label: 'Tags', max: 200, optional: true, help: 'Separated by commas' }),
  description: longText({ label: 'Description', max: 1000, optional: true }),
};

export const videoContract = {
  create: command({
    ...writes,
    idempotent: true,
    name: 'video.create',
    summary: 'Add an uploaded file as a video, with what the browser has found out about it.',
    input: {
      fileId: uuidSchema,
      posterFileId: uuidSchema.nullable(),
      durationMs: z.int().min(1).max(86_400_000),
      width: z.int().min(1).max(8192),
      height: z.int().min(1).max(8192),
    },
    fields: facts,
    output: z.object({ id: uuidSchema, slug: z.string() }),
  }),
  change: command({
    ...writes,
    versioned: true,
    name: 'video.change',
    summary: 'Change name, tags and description of a video; its links stay.',
    input: { id: uuidSchema },
    fields: facts,
    output: z.object({}),
  }),
  get: query({
    ...reads,
    name: 'video.get',
    summary: 'One video with its captions, its live links and where the reader stopped.',
    input: id,
    output: videos.rowSchema.extend({
      description: z.string().nullable(),
      captions: z.array(z.object({ lang: z.string(), label: z.string() })),
      links: z.array(z.object({ issuedAt: z.string(), expiresAt: z.string() })),
      lastPosition: z.int(),
      seconds: z.int(),
    }),
  }),
  play: query({
    ...reads,
    name: 'video.play',
    summary: 'Addresses of a video and its captions, for ten minutes.',
    input: id,
    output: playing,
  }),
  watched: command({
    ...reads,
    write: false,
    name: 'video.watched',
    summary: 'Note which seconds of a video the reader has seen, and where the reader stopped.',
    input: z.strictObject({
      id: uuidSchema,
      intervals: z.array(z.tuple([second, second])).max(200),
      position: second,
    }),
    output: z.object({ seconds: z.int(), completed: z.boolean() }),
  }),
  addCaption: command({
    ...writes,
    name: 'video.add-caption',
    summary: 'Add captions in a language, or put others in their place.',
    input: { id: uuidSchema },
    fields: {
      lang: choice({ label: 'Language', options: captionLanguages }),
      fileId: file({ label: 'Captions', accept: ['vtt'], maxMb: 5, help: 'A WebVTT file' }),
    },
    output: z.object({}),
  }),
  removeCaption: command({
    ...writes,
    name: 'video.remove-caption',
    summary: 'Take the captions of a language away.',
    input: z.strictObject({ id: uuidSchema, lang: z.enum(captionCodes) }),
    output: z.object({}),
  }),
  archive: command({
    ...writes,
    versioned: true,
    name: 'video.archive',
    summary: 'Archive a video: it plays no more and its links end.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: z.object({}),
  }),
  restore: command({
    ...writes,
    versioned: true,
    name: 'video.restore',
    summary: 'Take a video out of the archive. Links that ended stay ended.',
    input: id,
    output: z.object({}),
  }),
  share: command({
    ...writes,
    name: 'video.share',
    summary: 'Issue a link that plays this one video without sign-in until it ends.',
    input: { id: uuidSchema },
    fields: { days: integer({ label: 'Days the link lives', min: 1, max: 180, help: 'At most 180' }) },
    output: z.object({ path: z.string(), expiresAt: z.string() }),
  }),
  endLinks: command({
    ...writes,
    name: 'video.end-links',
    summary: 'End every link of a video: no new address is given to any of their holders.',
    input: id,
    output: z.object({ ended: z.int() }),
  }),
};

export const publicVideoContract = {
  open: query({
    module: m.publicVideo,
    scope: 'link',
    purposes: ['video.public'],
    name: 'public-video.open',
    summary: 'Addresses of the one video that a link opens, when the name in the address is the video’s.',
    input: z.strictObject({ name: z.string().max(200) }),
    output: playing,
  }),
};
