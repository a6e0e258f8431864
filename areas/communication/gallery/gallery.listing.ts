import { choice, date, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { galleryLabels } from './gallery.states.ts';
import { audiences } from './photo-names.ts';

export const galleries = listing({
  name: 'gallery',
  title: 'Photo albums',
  module: m.photogallaryList,
  scope: 'centre',
  needsYear: true,
  row: {
    title: text({ label: 'Title', max: 80, search: true }),
    onDate: date({ label: 'Date' }),
    audience: choice({ label: 'Shown to', options: audiences }),
    sections: text({ label: 'Sections', max: 400, search: true }),
    photos: integer({ label: 'Pictures' }),
    ready: integer({ label: 'Ready' }),
    blocked: integer({ label: 'Blocked' }),
    toName: integer({ label: 'To name' }),
    seen: integer({ label: 'Seen' }),
    by: text({ label: 'By', max: 120, optional: true }),
    status: choice({ label: 'Status', options: galleryLabels }),
  },
  hidden: {
    cover: z.string().nullable(),
    families: z.int(),
    mine: z.boolean(),
    waiting: z.string(),
    sectionIds: z.array(z.string()),
  },
  shown: [
    'title',
    'onDate',
    'audience',
    'sections',
    'photos',
    'ready',
    'blocked',
    'toName',
    'seen',
    'by',
    'status',
  ],
  filters: {
    audience: choice({ label: 'Shown to', options: audiences }),
    waiting: choice({
      label: 'Pictures',
      options: { NEEDS_NAMES: 'Some need names', BLOCKED: 'Some are blocked', NONE: 'All are ready' },
    }),
    onDate: date({ label: 'Date', filter: 'range' }),
  },
  sorts: ['onDate', 'title'],
  sort: '-onDate',
  state: 'status',
  tiles: { DRAFT: 'Drafts', PUBLISHED: 'Published' },
  can: ['edit', 'publish', 'withdraw'],
});
