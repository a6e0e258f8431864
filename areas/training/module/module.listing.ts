import { choice, integer, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { materialLabels } from './module.states.ts';

/** /self-training/teacher-module: every module with what it is made of. */
export const trainingModuleList = listing({
  name: 'training-module',
  title: 'Training modules',
  module: m.teacherModule,
  scope: 'network',
  row: {
    code: text({ label: 'Code', max: 20, search: true }),
    title: text({ label: 'Title', max: 120, search: true }),
    classGroup: text({ label: 'Class group', max: 60 }),
    topics: integer({ label: 'Topics', min: 0 }),
    items: integer({ label: 'Items', min: 0 }),
    assessments: integer({ label: 'Assessments', min: 0 }),
    edition: integer({ label: 'Edition', min: 0 }),
    certificate: text({ label: 'Certificate', max: 100, optional: true }),
    status: choice({ label: 'Status', options: materialLabels }),
  },
  hidden: { classGroupId: z.string() },
  shown: ['title', 'code', 'classGroup', 'topics', 'items', 'assessments', 'edition', 'status'],
  filters: { classGroupId: reference('class-group', { label: 'Class group' }) },
  sorts: ['title', 'code'],
  sort: 'title',
  state: 'status',
  tiles: { PUBLISHED: 'Published', DRAFT: 'Not published yet' },
  can: ['edit', 'publish', 'archive', 'restore'],
});
