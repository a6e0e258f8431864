import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { known } from './day.contract.ts';
import { dayContent } from './day-content.ts';

const both = { module: [m.curriculumCMS, m.Curriculum], scope: 'network' } as const;
const write = { module: m.curriculumCMS, scope: 'network', write: true } as const;
const decides = { module: m.CurriculumApproval, scope: 'network', write: true } as const;
const id = { id: uuidSchema };

/** A change of a day that is published already goes to its readers by another person's approval. */
export const reviewContract = {
  request: command({
    ...write,
    versioned: true,
    name: 'curriculum-day.request-review',
    summary: 'Hand in the change of a published day for review.',
    input: z.strictObject(id),
    output: nothing,
  }),
  approve: command({
    ...decides,
    versioned: true,
    name: 'curriculum-day.approve',
    summary: 'Publish the change of a day that somebody else handed in, as its next revision.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 300, optional: true }) },
    output: nothing,
  }),
  sendBack: command({
    ...decides,
    versioned: true,
    name: 'curriculum-day.return',
    summary: 'Return the change of a day to its author with a note.',
    input: id,
    fields: { note: longText({ label: 'What is to change', max: 500 }) },
    output: nothing,
  }),
  restore: command({
    ...write,
    versioned: true,
    name: 'curriculum-day.restore',
    summary: 'Take an earlier revision of a day as its draft.',
    input: z.strictObject({ ...id, rev: z.int().min(1) }),
    output: nothing,
  }),
};

export const previewFaces = { TEACHER: 'A teacher', PARENT: 'A parent' } as const;

export const previewContract = {
  create: command({
    ...write,
    idempotent: true,
    name: 'curriculum-preview.create',
    summary: 'Freeze a day or its week as a teacher or a parent gets it, for seven days.',
    input: { dayId: uuidSchema },
    fields: {
      what: choice({ label: 'Show', options: { DAY: 'This day', WEEK: 'Its whole week' } }),
      shownAs: choice({ label: 'As', options: previewFaces }),
    },
    output: z.object(id),
  }),
  get: query({
    ...both,
    name: 'curriculum-preview.get',
    summary: 'A frozen preview, while it is not older than seven days.',
    input: z.strictObject(id),
    output: z.object({
      shownAs: z.enum(['TEACHER', 'PARENT']),
      title: z.string(),
      madeAt: instantSchema,
      days: z.array(z.object({ dayNo: z.int(), position: z.int(), content: dayContent })),
      known,
    }),
  }),
};
