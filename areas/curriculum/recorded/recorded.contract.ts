import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, integer, integerReference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { playing } from '../video/video.contract.ts';

const read = { module: m.recordedVideo, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const counted = z.object({ n: z.int(), count: z.int() });
const second = z.number().min(0).max(86_400);
const shownDay = daySchema.nullable();

const recorded = z.object({
  ...id,
  version: z.int(),
  folderId: uuidSchema,
  folder: z.string(),
  classId: z.int().nullable(),
  className: z.string().nullable(),
  weekNo: z.int().nullable(),
  dayNo: z.int().nullable(),
  title: z.string(),
  recordedOn: daySchema,
  videoId: uuidSchema,
  video: z.string(),
  durationS: z.int(),
  posterUrl: z.string().nullable(),
  visibleFrom: shownDay,
  visibleTo: shownDay,
  state: z.enum(['OPEN', 'PLANNED', 'CLOSED']),
  /** Where the reader stopped. */
  lastPosition: z.int(),
  can,
});
export type RecordedClass = z.output<typeof recorded>;

const fields = {
  title: text({ label: 'Title', max: 120 }),
  classId: integerReference('class', {
    label: 'Class',
    optional: true,
    help: 'Families see a recorded class of their child’s class',
  }),
  weekNo: integer({ label: 'Week', min: 1, max: 52, optional: true }),
  dayNo: integer({ label: 'Day', min: 1, max: 6, optional: true }),
  recordedOn: date({ label: 'Recorded on' }),
  videoId: text({
    label: 'Video',
    max: 36,
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    patternHelp: 'Choose a video',
    sample: '00000000-0000-4000-8000-000000000000',
  }),
  visibleFrom: date({ label: 'Visible from', optional: true, help: 'For families; empty: at once' }),
  visibleTo: date({ label: 'Visible until', optional: true }),
};

export const recordedContract = {
  latest: query({
    ...read,
    name: 'recorded-class.latest',
    summary: 'The folders of recorded classes and the latest of them, with where the reader stopped.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      classId: z.coerce.number().int().min(1).optional(),
    }),
    output: z.object({
      folders: z.array(z.object({ ...id, name: z.string(), count: z.int() })),
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      rows: z.array(recorded),
    }),
  }),
  browse: query({
    ...read,
    name: 'recorded-class.browse',
    summary: 'A folder of recorded classes: what stands at a class, week and day, and what is below.',
    input: z.strictObject({
      folderId: uuidSchema,
      classId: z.coerce.number().int().min(1).optional(),
      weekNo: z.coerce.number().int().min(1).max(52).optional(),
      dayNo: z.coerce.number().int().min(1).max(6).optional(),
    }),
    output: z.object({
      path: z.array(z.object({ ...id, name: z.string() })),
      className: z.string().nullable(),
      folders: z.array(z.object({ ...id, name: z.string(), count: z.int() })),
      /** Classes, weeks of a class, or days of a week. */
      below: z.array(counted.extend({ name: z.string() })),
      rows: z.array(recorded),
      /** Classes of the folder's class group. */
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      can,
    }),
  }),
  play: query({
    ...read,
    name: 'recorded-class.play',
    summary: 'Addresses of a recorded class’s video and captions, for ten minutes.',
    input: z.strictObject(id),
    output: playing,
  }),
  watched: command({
    ...read,
    write: false,
    name: 'recorded-class.watched',
    summary: 'Note which seconds of a recorded class the reader has seen, and where the reader stopped.',
    input: z.strictObject({
      ...id,
      intervals: z.array(z.tuple([second, second])).max(200),
      position: second,
    }),
    output: z.object({ seconds: z.int(), completed: z.boolean() }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'recorded-class.add',
    summary: 'Put a video into a folder as a recorded class.',
    input: { folderId: uuidSchema },
    fields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'recorded-class.change',
    summary: 'Change a recorded class.',
    input: id,
    fields,
    output: nothing,
  }),
  remove: command({
    ...write,
    versioned: true,
    name: 'recorded-class.remove',
    summary: 'Take a recorded class out of its folder; the video stays.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
