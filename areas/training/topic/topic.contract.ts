import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  file,
  integer,
  longText,
  text,
  uuidSchema,
  webAddress,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { itemKinds } from '../module/module.states.ts';
import { trainingModules as m } from '../modules.ts';

const read = { module: [m.teacherTrainingTopic, m.selfTraining], scope: 'network' } as const;
const write = { module: m.teacherTrainingTopic, scope: 'network', write: true } as const;
const id = { id: uuidSchema };

const content = {
  kind: choice({ label: 'Kind', options: itemKinds }),
  title: text({ label: 'Title', max: 150 }),
  videoId: text({
    label: 'Video',
    max: 36,
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    patternHelp: 'Choose a video',
    sample: '00000000-0000-4000-8000-000000000000',
    optional: true,
  }),
  minWatchedPct: integer({ label: 'Part to be watched (%)', min: 1, max: 100, optional: true }),
  noSeek: boolean({ label: 'Cannot be skipped ahead', optional: true }),
  fileId: file({ label: 'Document', accept: ['pdf', 'jpg', 'png'], maxMb: 25, optional: true }),
  url: webAddress({ label: 'Address', sample: 'https://example.in/phonics', optional: true }),
  body: longText({ label: 'Text', max: 8000, optional: true }),
};

const item = z.object({
  ...id,
  version: z.int(),
  kind: z.enum(['VIDEO', 'DOCUMENT', 'TEXT', 'LINK']),
  title: z.string(),
  videoId: uuidSchema.nullable(),
  videoName: z.string().nullable(),
  durationS: z.int().nullable(),
  playable: z.boolean(),
  minWatchedPct: z.int().nullable(),
  noSeek: z.boolean().nullable(),
  fileId: uuidSchema.nullable(),
  fileName: z.string().nullable(),
  /** Address of the document, ten minutes; or the link. */
  url: z.string().nullable(),
  body: z.string().nullable(),
});
export type TopicItem = z.output<typeof item>;

export const topicContract = {
  view: query({
    ...read,
    name: 'training-topic.view',
    summary: 'A topic with its items; without the right to write topics only those of published modules.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      title: z.string(),
      summary: z.string().nullable(),
      body: z.string().nullable(),
      minutes: z.int().nullable(),
      moduleId: uuidSchema,
      module: z.string(),
      moduleStatus: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
      items: z.array(item),
      can,
    }),
  }),
  play: query({
    ...read,
    name: 'topic-item.play',
    summary: 'Addresses of the video of an item, for ten minutes.',
    input: z.strictObject(id),
    output: z.object({
      name: z.string(),
      url: z.string(),
      posterUrl: z.string().nullable(),
      durationMs: z.int(),
      captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
    }),
  }),
  videos: query({
    module: m.teacherTrainingTopic,
    scope: 'network',
    name: 'topic-item.videos',
    summary: 'Head office’s videos to choose from, by a part of their name.',
    input: z.strictObject({ q: z.string().max(100).optional() }),
    output: z.object({ rows: z.array(z.object({ ...id, name: z.string() })) }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'topic-item.add',
    summary: 'Add a video, a document, a text or a link to a topic.',
    input: { topicId: uuidSchema },
    fields: content,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'topic-item.change',
    summary: 'Change an item of a topic.',
    input: id,
    fields: content,
    output: nothing,
  }),
  remove: command({
    ...write,
    versioned: true,
    name: 'topic-item.remove',
    summary: 'Take an item out of its topic. Published editions keep it.',
    input: z.strictObject(id),
    output: nothing,
  }),
  order: command({
    ...write,
    name: 'topic-item.order',
    summary: 'Put the items of a topic into this order.',
    input: z.strictObject({ topicId: uuidSchema, ids: z.array(uuidSchema).min(1).max(200) }),
    output: nothing,
  }),
};
