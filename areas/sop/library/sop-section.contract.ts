import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  date,
  integer,
  longText,
  reference,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { sopModules as m } from '../modules.ts';
import { audienceModels } from '../version/sop.states.ts';

const write = { module: m.manageSop, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };

const fields = {
  folderId: reference('sop-folder', { label: 'Folder' }),
  title: {
    ...text({ label: 'Title', max: 150 }),
    schema: z.string().trim().min(3, 'At least 3 characters').max(150, 'At most 150 characters'),
  },
  code: text({
    label: 'Code',
    max: 20,
    pattern: /^[A-Z0-9][A-Z0-9-]{2,19}$/,
    patternHelp: 'Capitals, digits and dashes, for example SOP-ACAD-012',
    sample: 'SOP-ACAD-012',
  }),
  ackDueDays: integer({ label: 'Days to acknowledge', min: 1, max: 60 }),
  reviewBy: date({ label: 'Review by', optional: true }),
  position: integer({ label: 'Position in the folder', min: 0, max: 999 }),
};

export const sopSectionContract = {
  add: command({
    ...write,
    name: 'sop-section.add',
    summary: 'Begin a section: of the network at head office, of the own centre elsewhere.',
    fields: {
      ...fields,
      ownCentre: boolean({ label: 'Only for the chosen centre' }),
    },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'sop-section.change',
    summary: 'Change folder, title, code, owner and dates of a section.',
    input: id,
    fields: { ...fields, ownerId: reference('user', { label: 'Owner' }) },
    output: nothing,
  }),
  audience: command({
    module: m.sopRoles,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'sop-section.audience',
    summary: 'Say for which centres a section holds; without zones and centres for all of the kind.',
    input: {
      ...id,
      zoneIds: z.array(z.int()).max(60).default([]),
      centreIds: z.array(z.int()).max(300).default([]),
    },
    fields: { audience: choice({ label: 'For', options: audienceModels }) },
    output: nothing,
  }),
  audienceOf: query({
    module: m.sopRoles,
    scope: 'centre',
    name: 'sop-section.audience-of',
    summary: 'For which centres a section holds, with the zones and centres to choose from.',
    input: z.strictObject(id),
    output: z.object({
      version: z.int(),
      audience: z.enum(Object.keys(audienceModels) as [keyof typeof audienceModels]),
      zoneIds: z.array(z.int()),
      centreIds: z.array(z.int()),
      zones: z.array(z.object({ id: z.int(), name: z.string() })),
      centres: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
  archive: command({
    module: [m.approveSop, m.manageSop],
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'sop-section.archive',
    summary: 'Take a section out of what must be read; its acknowledgements are kept.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  restore: command({
    module: [m.approveSop, m.manageSop],
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'sop-section.restore',
    summary: 'Bring an archived section back.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
