import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { videoLabels } from './video.states.ts';

export const captionedWords = { YES: 'With captions', NO: 'Without captions' } as const;
export const ownerWords = { NETWORK: 'Head office', CENTRE: 'The centre' } as const;

/** Head office's videos and those of the chosen centre. */
export const videos = listing({
  name: 'video',
  title: 'Videos',
  module: m.recordedVideo,
  // Head office's rows are every centre's: `only` of the server says which others.
  scope: 'network',
  row: {
    name: text({ label: 'Video', max: 120, search: true }),
    tags: text({ label: 'Tags', max: 200, search: true, optional: true }),
    durationS: integer({ label: 'Length', min: 0 }),
    bytes: integer({ label: 'Size', min: 0 }),
    captioned: choice({ label: 'Captions', options: captionedWords }),
    owner: choice({ label: 'Owner', options: ownerWords }),
    views: integer({ label: 'Watched by', min: 0 }),
    uploadedBy: text({ label: 'Uploaded by', max: 120, optional: true }),
    uploadedAt: dateTime({ label: 'Uploaded' }),
    status: choice({ label: 'Status', options: videoLabels }),
  },
  hidden: {
    posterId: z.string().nullable(),
    posterUrl: z.string().nullable(),
    slug: z.string(),
  },
  shown: ['name', 'durationS', 'bytes', 'captioned', 'owner', 'views', 'uploadedAt', 'status'],
  filters: {
    captioned: choice({ label: 'Captions', options: captionedWords }),
    owner: choice({ label: 'Owner', options: ownerWords }),
  },
  sorts: ['uploadedAt', 'name', 'durationS', 'bytes', 'views'],
  sort: '-uploadedAt',
  state: 'status',
  tiles: { READY: 'Ready', ARCHIVED: 'Archived' },
  can: ['edit', 'share', 'archive', 'restore'],
});
