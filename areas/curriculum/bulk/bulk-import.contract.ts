import { query } from '@aangan/contract/endpoint.ts';
import { boolean, choice, integer, longText, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import * as z from 'zod';
import { blockKinds } from '../day/day-content.ts';
import { curriculumModules as m } from '../modules.ts';

const line = (label: string, max: number) => text({ label, max, optional: true });
const many = (label: string, max: number) => longText({ label, max, optional: true });
const yesNo = (label: string) => boolean({ label, optional: true });

/** Headings of the file, to the letter of areas/curriculum.md; `plan` and `day_version` say what the file was made from. */
export const bulkHeadings = {
  planId: 'plan',
  weekNo: 'week_no',
  dayNo: 'day_no',
  dayVersion: 'day_version',
  dayTitle: 'day_title',
  objective: 'objective',
  theme: 'theme',
  blockPosition: 'block_position',
  blockKind: 'block_kind',
  blockTitle: 'block_title',
  body: 'body',
  minutes: 'minutes',
  optional: 'optional',
  shareFamily: 'share_family',
  skills: 'skills',
  materials: 'materials',
  fileName: 'file_name',
  videoSlug: 'video_slug',
  familyNoteEn: 'family_note_en',
  familyNoteHi: 'family_note_hi',
  remove: 'remove',
} as const;

const h = bulkHeadings;

/** What a checked file would do to the blocks of its days. */
export const bulkPreview = z.object({
  days: z.int(),
  changedDays: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
});

/** Days and blocks of a plan from a file, all rows or none, as drafts. */
export const bulkImport = fileImport({
  name: 'curriculum-bulk',
  title: 'Blocks',
  module: m.curriculumCMS,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 5000,
  reference: ['planId', 'weekNo', 'dayNo', 'blockPosition'],
  preview: bulkPreview,
  columns: {
    planId: column(reference('curriculum-plan', { label: 'Plan' }), 'Nursery 2026-2027', h.planId),
    weekNo: column(integer({ label: 'Week', min: 1, max: 52 }), '7', h.weekNo),
    dayNo: column(integer({ label: 'Day', min: 1, max: 6 }), '3', h.dayNo),
    dayVersion: column(integer({ label: 'Day version', min: 1, optional: true }), '', h.dayVersion),
    dayTitle: column(line('Day title', 80), 'Rain on the roof', h.dayTitle),
    objective: column(many('Objective', 500), 'Hears and names sounds', h.objective),
    theme: column(line('Theme', 60), 'Monsoon', h.theme),
    blockPosition: column(integer({ label: 'Block', min: 1, max: 30, optional: true }), '1', h.blockPosition),
    blockKind: column(
      choice({ label: 'Kind', options: blockKinds, optional: true }),
      'CIRCLE_TIME',
      h.blockKind,
    ),
    blockTitle: column(line('Block title', 120), 'Good morning', h.blockTitle),
    body: column(many('What happens', 6000), 'Sit in a circle.', h.body),
    minutes: column(integer({ label: 'Minutes', min: 0, max: 120, optional: true }), '20', h.minutes),
    optional: column(yesNo('Optional'), 'no', h.optional),
    shareFamily: column(yesNo('Families see it'), 'yes', h.shareFamily),
    skills: column(many('Skills', 2600), 'Listens to a story; Names a sound', h.skills),
    materials: column(many('Materials', 3000), 'Bell|1|CLASS|CENTRE', h.materials),
    fileName: column(many('Files', 800), '', h.fileName),
    videoSlug: column(line('Video', 80), '', h.videoSlug),
    familyNoteEn: column(many('Note for families', 500), '', h.familyNoteEn),
    familyNoteHi: column(many('Note for families, Hindi', 500), '', h.familyNoteHi),
    remove: column(yesNo('Take the block away'), '', h.remove),
  },
});

export const bulkContract = {
  content: query({
    module: m.curriculumCMS,
    scope: 'network',
    name: 'curriculum-bulk.content',
    summary: 'The days and blocks of a plan as the rows of the file that is uploaded again.',
    input: z.strictObject({ planId: uuidSchema }),
    output: z.object({
      title: z.string(),
      classGroup: z.string(),
      year: z.string(),
      /** Days and blocks may be written. */
      open: z.boolean(),
      /** Cells in the order of the headings. */
      rows: z.array(z.array(z.string())),
    }),
  }),
};
