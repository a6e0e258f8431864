// What a day holds: one document, checked here for the editor, the database's readers and the demo.
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

export const blockKinds = {
  CIRCLE_TIME: 'Circle time',
  STORY: 'Story',
  RHYME: 'Rhyme',
  CONCEPT: 'Concept',
  ACTIVITY: 'Activity',
  WORKSHEET: 'Worksheet',
  VIDEO: 'Video',
  OUTDOOR: 'Outdoor play',
  SNACK: 'Snack',
  FREE_PLAY: 'Free play',
  ASSESSMENT: 'Assessment',
  HOME: 'At home',
} as const;
export type BlockKind = keyof typeof blockKinds;

export const bases = { CHILD: 'per child', GROUP: 'per group', CLASS: 'per class' } as const;
export const sources = { KIT: 'From the kit', CENTRE: 'From the centre', HOME: 'From home' } as const;

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
const oneOf = <T extends Readonly<Record<string, string>>>(options: T) =>
  z.enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]], {
    error: 'Choose one of the list',
  });

const material = z.strictObject({
  name: line(80),
  qty: z.int('Enter a whole number').min(1, 'At least 1').max(99, 'At most 99'),
  basis: oneOf(bases),
  source: oneOf(sources),
});
export type Material = z.output<typeof material>;

export const block = z.strictObject({
  id: uuidSchema,
  kind: oneOf(blockKinds),
  title: line(120),
  /** Plain text with line breaks. */
  body: line(6000),
  minutes: z.int('Enter whole minutes').min(0, 'At least 0').max(120, 'At most 120'),
  optional: z.boolean(),
  /** Families see it. */
  share: z.boolean(),
  files: z.array(z.strictObject({ fileId: uuidSchema, name: line(120) })).max(6, 'At most 6 files'),
  videoId: uuidSchema.nullable(),
  skillIds: z.array(uuidSchema).max(12, 'At most 12 skills'),
  materials: z.array(material).max(20, 'At most 20 materials'),
});
export type DayBlock = z.output<typeof block>;

export const dayContent = z.strictObject({
  title: line(80),
  objective: line(500),
  themeId: uuidSchema.nullable(),
  familyNoteEn: line(500),
  familyNoteHi: line(500),
  blocks: z.array(block).max(30, 'At most 30 blocks'),
});
export type DayContent = z.output<typeof dayContent>;

export const emptyContent: DayContent = {
  title: '',
  objective: '',
  themeId: null,
  familyNoteEn: '',
  familyNoteHi: '',
  blocks: [],
};

export const minutesOf = (blocks: readonly { minutes: number }[]): number =>
  blocks.reduce((sum, one) => sum + one.minutes, 0);

/** A day can be taught: it has a title and at least one block with a title. */
export const isTeachable = (content: DayContent): boolean =>
  content.title !== '' && content.blocks.some((one) => one.title !== '');
