import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { galleryLabels, MOST_AT_ONCE, MOST_PHOTOS } from './gallery.states.ts';
import { audiences, photoLabels } from './photo-names.ts';

const one = <K extends string>(labels: Readonly<Record<K, string>>) =>
  z.enum(Object.keys(labels) as [K, ...K[]], { error: 'Choose one of the list' });
const line = (max: number) => z.string().trim().min(1, 'Fill this in').max(max, `At most ${max} characters`);

const staff = { module: m.photogallaryList, scope: 'centre' } as const;
const change = { ...staff, write: true } as const;
const family = { module: m.studentGallery, scope: 'centre' } as const;
const id = z.strictObject({ id: uuidSchema });
const photoId = z.strictObject({ photoId: uuidSchema });
const side = z.int().min(1).max(2000);

/** Two pictures of one photo, made and uploaded by the browser: 1,600 and 400 pixels, JPEG. */
const pair = { largeId: uuidSchema, smallId: uuidSchema, width: side, height: side };

const album = {
  id: uuidSchema,
  title: z.string(),
  description: z.string().nullable(),
  onDate: daySchema,
};
/** Addresses live ten minutes. */
const picture = {
  id: uuidSchema,
  large: z.string(),
  small: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string().nullable(),
};

const staffPhoto = z.object({
  ...picture,
  status: one(photoLabels),
  reason: z.string().nullable(),
  childrenCount: z.int().nullable(),
  children: z.array(
    z.object({
      enrolmentId: uuidSchema,
      name: z.string(),
      how: z.enum(['NAMED', 'BLURRED']),
      allowed: z.boolean(),
    }),
  ),
  reports: z.array(z.object({ note: z.string().nullable(), at: instantSchema })),
  version: z.int(),
});
export type StaffPhoto = z.output<typeof staffPhoto>;

const staffAlbum = z.object({
  ...album,
  eventId: uuidSchema.nullable(),
  event: z.string().nullable(),
  audience: one(audiences),
  sectionIds: z.array(uuidSchema),
  sections: z.string(),
  status: one(galleryLabels),
  withdrawReason: z.string().nullable(),
  publishedAt: instantSchema.nullable(),
  coverPhotoId: uuidSchema.nullable(),
  photos: z.array(staffPhoto),
  /** Families that may see it, and that did. */
  families: z.int(),
  seen: z.int(),
  version: z.int(),
  can,
});
export type StaffAlbum = z.output<typeof staffAlbum>;

const familyAlbum = z.object({
  ...album,
  photos: z.int(),
  cover: z.string().nullable(),
  isNew: z.boolean(),
});
const familyPhoto = z.object({ ...picture, galleryId: uuidSchema, album: z.string(), onDate: daySchema });

export const galleryContract = {
  form: query({
    ...staff,
    name: 'gallery.form',
    summary: 'Own sections and recent events that an album may be about.',
    input: z.strictObject({}),
    output: z.object({
      today: daySchema,
      sections: z.array(z.object({ id: uuidSchema, label: z.string() })),
      events: z.array(z.object({ id: uuidSchema, title: z.string(), onDate: daySchema })),
    }),
  }),
  children: query({
    ...staff,
    name: 'gallery.children',
    summary: 'The children of an album’s own sections on its day, with their consent for its audience.',
    logRead: { subject: 'student', purpose: 'photo gallery' },
    input: id,
    output: z.object({
      rows: z.array(
        z.object({ enrolmentId: uuidSchema, name: z.string(), section: z.string(), allowed: z.boolean() }),
      ),
    }),
  }),
  get: query({
    ...staff,
    name: 'gallery.get',
    summary: 'One album with its pictures, who is on them and what is missing.',
    logRead: { subject: 'student', purpose: 'photo gallery' },
    input: id,
    output: staffAlbum,
  }),
  wall: query({
    ...staff,
    name: 'gallery.wall',
    summary: 'Published albums, the newest first.',
    input: z.strictObject({ before: daySchema.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          ...album,
          sections: z.string(),
          audience: one(audiences),
          ready: z.int(),
          waiting: z.int(),
          cover: z.string().nullable(),
        }),
      ),
      more: z.boolean(),
    }),
  }),
  save: command({
    ...change,
    name: 'gallery.save',
    summary: 'Start an album or change its words, sections and audience; every picture is judged anew.',
    idempotent: true,
    input: z.strictObject({
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      title: line(80),
      description: line(500).nullable().default(null),
      onDate: daySchema,
      eventId: uuidSchema.nullable().default(null),
      audience: one(audiences),
      sectionIds: z.array(uuidSchema).min(1, 'Choose a section').max(40, 'At most 40 sections'),
    }),
    output: z.object({ id: uuidSchema }),
  }),
  addPhotos: command({
    ...change,
    name: 'gallery.add-photos',
    summary: 'Add uploaded pictures to an album; one that is there already is named, not added.',
    idempotent: true,
    input: z.strictObject({
      id: uuidSchema,
      photos: z
        .array(z.strictObject(pair))
        .min(1, 'Add a picture')
        .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} at once`),
    }),
    output: z.object({ added: z.int(), already: z.int() }),
  }),
  name: command({
    ...change,
    versioned: true,
    name: 'gallery.name',
    summary: 'Say how many children are on a picture and who; none: no child can be recognised.',
    input: z.strictObject({
      photoId: uuidSchema,
      childrenCount: z.int('Enter a whole number').min(0).max(60, 'At most 60'),
      enrolmentIds: z.array(uuidSchema).max(60),
    }),
    output: z.object({ status: one(photoLabels), reason: z.string().nullable() }),
  }),
  blur: command({
    ...change,
    versioned: true,
    name: 'gallery.blur',
    summary: 'Replace a picture, in both sizes, by one on which children are blurred; the sharp one is gone.',
    input: z.strictObject({ photoId: uuidSchema, ...pair, enrolmentIds: z.array(uuidSchema).max(60) }),
    output: z.object({ status: one(photoLabels), reason: z.string().nullable() }),
  }),
  caption: command({
    ...change,
    versioned: true,
    name: 'gallery.caption',
    summary: 'Write the line below a picture.',
    input: z.strictObject({ photoId: uuidSchema, caption: line(120).nullable() }),
    output: nothing,
  }),
  arrange: command({
    ...change,
    name: 'gallery.arrange',
    summary: 'Put the pictures of an album in this order, and choose its cover.',
    input: z.strictObject({
      id: uuidSchema,
      photoIds: z.array(uuidSchema).min(1).max(MOST_PHOTOS),
      coverPhotoId: uuidSchema.nullable(),
    }),
    output: nothing,
  }),
  removePhoto: command({
    ...change,
    versioned: true,
    name: 'gallery.remove-photo',
    summary: 'Take a picture out of its album for good.',
    input: photoId,
    output: nothing,
  }),
  publish: command({
    ...change,
    versioned: true,
    name: 'gallery.publish',
    summary: 'Show an album to its families: the pictures that are ready, and the others when they are.',
    input: id,
    output: z.object({ ready: z.int(), waiting: z.int(), families: z.int() }),
  }),
  withdraw: command({
    ...change,
    versioned: true,
    name: 'gallery.withdraw',
    summary: 'Take an album away from families; it stays for the staff.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  settleReports: command({
    ...change,
    name: 'gallery.settle-reports',
    summary:
      'A picture that families reported was looked at; it is shown to them again when it is still ready.',
    input: photoId,
    output: nothing,
  }),
  ofChild: query({
    ...family,
    name: 'gallery.of-child',
    summary: 'Albums that the own child’s family may see, and the pictures the child is on.',
    logRead: { subject: 'student', purpose: 'photo gallery' },
    /** Student, enrolment or admission. */
    input: id,
    output: z.object({
      enrolmentId: uuidSchema,
      name: z.string(),
      /** Pictures of the child may be shown to the class. */
      consent: z.boolean(),
      albums: z.array(familyAlbum),
      mine: z.array(familyPhoto),
    }),
  }),
  view: query({
    module: [m.photogallaryList, m.studentGallery],
    scope: 'centre',
    name: 'gallery.view',
    summary: 'The pictures of one album as its families see them; a picture’s id opens its album there.',
    logRead: { subject: 'student', purpose: 'photo gallery' },
    input: id,
    output: z.object({
      ...album,
      family: z.boolean(),
      /** Which picture was asked for. */
      at: uuidSchema.nullable(),
      photos: z.array(z.object(picture)),
    }),
  }),
  markSeen: command({
    ...family,
    // Any holder: the specification's families look at pictures without the right to change.
    write: false,
    name: 'gallery.mark-seen',
    summary: 'A family has seen an album.',
    input: id,
    output: nothing,
  }),
  download: command({
    ...family,
    write: false,
    name: 'gallery.download',
    summary: 'The address of a picture to keep, for the family that may see it.',
    logRead: { subject: 'student', purpose: 'photo download' },
    input: photoId,
    output: z.object({ url: z.string() }),
  }),
  report: command({
    ...family,
    write: false,
    name: 'gallery.report',
    summary:
      'Something is wrong with a picture: it is hidden for this family at once, and the centre is asked to look.',
    input: { photoId: uuidSchema },
    fields: { note: longText({ label: 'What is wrong?', max: 300, optional: true }) },
    output: nothing,
  }),
};
