import { choice, date, integer, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { sopModules as m } from '../modules.ts';
import { audienceModels, sectionLabels } from '../version/sop.states.ts';

/** /sop/manage-sops: every section with its live version, its draft, and how many have acknowledged it. */
export const sopSections = listing({
  name: 'sop-section',
  title: 'SOP sections',
  module: [m.manageSop, m.approveSop],
  scope: 'network',
  row: {
    code: text({ label: 'Code', max: 20, search: true }),
    title: text({ label: 'Title', max: 150, search: true }),
    folder: text({ label: 'Folder', max: 80 }),
    owner: text({ label: 'Owner', max: 120, optional: true }),
    live: text({ label: 'Version', max: 20, optional: true }),
    effectiveFrom: date({ label: 'In force from', optional: true }),
    draft: choice({
      label: 'Next version',
      options: { DRAFT: 'Draft', IN_REVIEW: 'For approval' },
      optional: true,
    }),
    reviewBy: date({ label: 'Review by', optional: true }),
    audience: choice({ label: 'For', options: audienceModels }),
    belongs: choice({ label: 'Written by', options: { NETWORK: 'Head office', CENTRE: 'A centre' } }),
    required: integer({ label: 'Must read', min: 0 }),
    current: integer({ label: 'Acknowledged', min: 0 }),
    overdue: integer({ label: 'Overdue', min: 0 }),
    status: choice({ label: 'Status', options: sectionLabels }),
  },
  hidden: {
    folderId: z.string(),
    ownerId: z.string(),
    position: z.int(),
    ackDueDays: z.int(),
    draftId: z.string().nullable(),
    draftVersion: z.int().nullable(),
    authorId: z.string().nullable(),
    reviewOverdue: z.enum(['YES', 'NO']),
  },
  shown: ['title', 'code', 'folder', 'live', 'draft', 'reviewBy', 'required', 'current', 'overdue', 'status'],
  filters: {
    folderId: reference('sop-folder', { label: 'Folder' }),
    draft: choice({ label: 'Next version', options: { DRAFT: 'Draft', IN_REVIEW: 'For approval' } }),
    belongs: choice({ label: 'Written by', options: { NETWORK: 'Head office', CENTRE: 'A centre' } }),
    reviewOverdue: choice({ label: 'Review', options: { YES: 'Overdue', NO: 'Not overdue' } }),
  },
  sorts: ['code', 'title', 'reviewBy', 'effectiveFrom'],
  sort: 'code',
  state: 'status',
  tiles: { PUBLISHED: 'Published', DRAFT: 'Not published yet' },
  can: ['edit', 'decide', 'archive', 'restore', 'audience'],
});
