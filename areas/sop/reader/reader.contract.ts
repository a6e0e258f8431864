import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { sopModules as m } from '../modules.ts';
import { type PersonState, personStates } from '../version/sop.states.ts';
import { shownBlock } from '../version/sop-version.contract.ts';

const read = { module: m.sop, scope: 'centre' } as const;
const state = z.enum(Object.keys(personStates) as [PersonState]);

const item = z.object({
  id: uuidSchema,
  folderId: uuidSchema,
  code: z.string(),
  title: z.string(),
  state,
  dueOn: z.string().nullable(),
  overdue: z.boolean(),
  version: z.string().nullable(),
  changeNote: z.string().nullable(),
  minutes: z.int(),
});
export type SopItem = z.output<typeof item>;
const folder = z.object({
  id: uuidSchema,
  name: z.string(),
  parentId: uuidSchema.nullable(),
  sections: z.int(),
});
export type SopFolderView = z.output<typeof folder>;

export const readerContract = {
  home: query({
    ...read,
    name: 'sop.home',
    summary: 'What one has to read, the folders, what changed lately; for heads how the centre stands.',
    input: z.strictObject({ q: z.string().trim().max(100).optional() }),
    output: z.object({
      todo: z.array(item),
      required: z.int(),
      current: z.int(),
      folders: z.array(folder),
      recent: z.array(item.extend({ effectiveFrom: z.string() })),
      found: z.array(item),
      /** How the chosen centre stands, for those who write or approve SOPs. */
      centre: z
        .object({ required: z.int(), current: z.int(), overdue: z.int(), mayRemind: z.boolean() })
        .nullable(),
      /** For who sees several centres: each with its figures. */
      centres: z.array(z.object({ id: z.int(), name: z.string(), required: z.int(), current: z.int() })),
      moreCentres: z.boolean(),
    }),
  }),
  folder: query({
    ...read,
    name: 'sop.folder',
    summary: 'A folder: its path, the whole tree, and its sections with the own state.',
    input: z.strictObject({ folderId: uuidSchema }),
    output: z.object({
      path: z.array(z.object({ id: uuidSchema, name: z.string() })),
      folders: z.array(folder),
      sections: z.array(item),
    }),
  }),
  section: query({
    ...read,
    name: 'sop.section',
    summary: 'A section in force, with what changed since the version one acknowledged, and its history.',
    input: z.strictObject({ id: uuidSchema }),
    output: item.extend({
      versionId: uuidSchema,
      owner: z.string().nullable(),
      effectiveFrom: z.string(),
      /** In force later; it may be acknowledged before. */
      future: z.boolean(),
      reviewBy: z.string().nullable(),
      body: z.array(shownBlock),
      /** Ids of blocks that changed since the own last acknowledgement; null without one. */
      changed: z.array(z.string()).nullable(),
      removed: z.array(shownBlock),
      leastS: z.int(),
      readS: z.int(),
      endReached: z.boolean(),
      history: z.array(
        z.object({
          version: z.string(),
          effectiveFrom: z.string(),
          note: z.string().nullable(),
          approver: z.string().nullable(),
        }),
      ),
      can: z.object({ acknowledge: z.boolean(), people: z.boolean(), edit: z.boolean() }),
    }),
  }),
  beat: command({
    ...read,
    write: false,
    name: 'sop.record-read',
    summary: 'A section is being read; the server counts the time itself.',
    input: z.strictObject({
      versionId: uuidSchema,
      seconds: z.int().min(0).max(60),
      endReached: z.boolean(),
    }),
    output: z.object({ readS: z.int(), endReached: z.boolean() }),
  }),
  acknowledge: command({
    ...read,
    write: true,
    idempotent: true,
    name: 'sop.acknowledge',
    summary: 'Acknowledge a version that was read to its end.',
    input: z.strictObject({ versionId: uuidSchema }),
    output: nothing,
  }),
  remind: command({
    module: m.manageSop,
    scope: 'centre',
    write: true,
    needsCentre: true,
    idempotent: true,
    name: 'sop.remind',
    summary: 'Remind everybody of the chosen centre who has something to read; once a day.',
    input: z.strictObject({}),
    output: z.object({ people: z.int() }),
  }),
};
