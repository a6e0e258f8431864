import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { sopModules as m } from '../modules.ts';
import { block, blocks } from './blocks.ts';
import { changeKinds, type VersionStatus, versionLabels } from './sop.states.ts';

const write = { module: m.manageSop, scope: 'centre', write: true } as const;
const approve = { module: m.approveSop, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
const changeKind = choice({ label: 'Kind of change', options: changeKinds });
const kind = z.enum(Object.keys(changeKinds) as [keyof typeof changeKinds]);

/** A block with the address of its file. */
export const shownBlock = z.object({ block, url: z.string().nullable() });
export type ShownBlock = z.output<typeof shownBlock>;

const difference = z.object({
  marks: z.record(z.string(), z.enum(['ADDED', 'CHANGED', 'MOVED'])),
  /** Blocks of the version before that are gone. */
  removed: z.array(shownBlock),
  /** What changed blocks said before, by id. */
  before: z.record(z.string(), shownBlock),
});

export const sopVersionContract = {
  get: query({
    module: [m.manageSop, m.approveSop],
    scope: 'centre',
    name: 'sop-version.get',
    summary:
      'A section with its draft, or what a new draft begins with, and what differs from the live version.',
    input: z.strictObject(id),
    output: z.object({
      section: z.object({
        ...id,
        version: z.int(),
        code: z.string(),
        title: z.string(),
        folderId: uuidSchema,
        ownerId: uuidSchema,
        ownerName: z.string().nullable(),
        reviewBy: z.string().nullable(),
        ackDueDays: z.int(),
        position: z.int(),
        status: z.string(),
        centre: z.string().nullable(),
      }),
      live: z.string().nullable(),
      /** null: nobody works on it; saving begins a draft. */
      draft: z
        .object({
          ...id,
          version: z.int(),
          status: z.enum(Object.keys(versionLabels) as [VersionStatus]),
          author: z.string().nullable(),
          changeKind: kind,
          changeNote: z.string().nullable(),
          decisionNote: z.string().nullable(),
        })
        .nullable(),
      body: z.array(shownBlock),
      readS: z.int(),
      difference: difference.nullable(),
      /** People who would have to read it again; null while a chosen centre hides the others. */
      impact: z.int().nullable(),
      can: z.object({ save: z.boolean(), submit: z.boolean(), recall: z.boolean(), decide: z.boolean() }),
    }),
  }),
  save: command({
    ...write,
    name: 'sop-version.save',
    summary: 'Save the draft of a section; `draft` names the one that was opened and its version.',
    input: z.strictObject({
      sectionId: uuidSchema,
      draft: z.strictObject({ ...id, version: z.int() }).nullable(),
      body: blocks,
      changeKind: kind,
      changeNote: z.string().trim().max(500, 'At most 500 characters').optional(),
    }),
    output: z.object({ ...id, version: z.int(), readS: z.int() }),
  }),
  submit: command({
    ...write,
    versioned: true,
    name: 'sop-version.submit',
    summary: 'Hand a draft to another person for approval.',
    input: z.strictObject(id),
    output: nothing,
  }),
  recall: command({
    ...write,
    versioned: true,
    name: 'sop-version.recall',
    summary: 'Take a version back from approval.',
    input: z.strictObject(id),
    output: nothing,
  }),
  discard: command({
    ...write,
    versioned: true,
    name: 'sop-version.discard',
    summary: 'Throw a draft away; what is published stays.',
    input: z.strictObject(id),
    output: nothing,
  }),
  approve: command({
    ...approve,
    versioned: true,
    name: 'sop-version.approve',
    summary: 'Approve a version somebody else wrote: it gets its number and takes effect on its day.',
    input: id,
    fields: {
      changeKind,
      effectiveFrom: date({ label: 'In force from' }),
      note: longText({ label: 'Note', max: 500, optional: true }),
    },
    output: z.object({ number: z.string() }),
  }),
  sendBack: command({
    ...approve,
    versioned: true,
    name: 'sop-version.send-back',
    summary: 'Send a version back to its author, or reject it for good.',
    input: id,
    fields: {
      decision: choice({ label: 'Decision', options: { return: 'Back to the author', reject: 'Reject' } }),
      reason: longText({ label: 'Reason', max: 500 }),
    },
    output: nothing,
  }),
};
