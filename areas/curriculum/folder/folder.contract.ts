import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  dateTime,
  file,
  instantSchema,
  longText,
  reference,
  text,
  uuidSchema,
  webAddress,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { folderKinds, itemKinds } from './folder-kinds.ts';

const read = { module: m.curriculumCMS, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const kind = z.enum(['CURRICULUM', 'CURRICULUM_CMS', 'RECORDED']);

const place = {
  parentId: reference('curriculum-folder', {
    label: 'In folder',
    optional: true,
    help: 'Empty: at the top',
  }),
  classGroupId: reference('class-group', {
    label: 'Class group',
    optional: true,
    help: 'Empty: that of the folder above',
  }),
};
const name = text({ label: 'Name', max: 80 });
const description = longText({ label: 'Description', max: 500, optional: true });

const content = {
  kind: choice({ label: 'Kind', options: itemKinds }),
  title: text({ label: 'Title', max: 120 }),
  fileId: file({
    label: 'File',
    accept: ['pdf', 'jpg', 'png', 'docx', 'xlsx'],
    maxMb: 25,
    optional: true,
  }),
  url: webAddress({ label: 'Address', sample: 'https://example.in/rhymes', optional: true }),
  body: longText({ label: 'Text', max: 4000, optional: true }),
  download: boolean({ label: 'May be downloaded', optional: true }),
  opensAt: dateTime({ label: 'Visible from', optional: true }),
  closesAt: dateTime({ label: 'Visible until', optional: true }),
};

const crumbs = z.array(z.object({ ...id, name: z.string() }));
const shown = {
  ...id,
  title: z.string(),
  kind: z.enum(['FILE', 'VIDEO', 'LINK', 'NOTE']),
  /** Address of the file, ten minutes; or the link. */
  url: z.string().nullable(),
  body: z.string().nullable(),
  fileName: z.string().nullable(),
  bytes: z.int().nullable(),
  download: z.boolean(),
};
const item = z.object({ ...shown, isNew: z.boolean() });
export type ShownItem = z.output<typeof item>;

const ownItem = z.object({
  ...shown,
  version: z.int(),
  folderId: uuidSchema,
  fileId: uuidSchema.nullable(),
  opensAt: instantSchema.nullable(),
  closesAt: instantSchema.nullable(),
  state: z.enum(['OPEN', 'PLANNED', 'CLOSED', 'INACTIVE']),
});
export type OwnItem = z.output<typeof ownItem>;

const folder = z.object({
  ...id,
  version: z.int(),
  parentId: uuidSchema.nullable(),
  kind,
  name: z.string(),
  description: z.string().nullable(),
  classGroupId: uuidSchema.nullable(),
  classGroup: z.string().nullable(),
  active: z.boolean(),
  folders: z.int(),
  items: z.int(),
});
export type Folder = z.output<typeof folder>;
const can = z.object({ write: z.boolean() });

export const folderContract = {
  home: query({
    ...read,
    name: 'curriculum-folder.home',
    summary: 'The folders at the top, of learning material and of plans.',
    input: nothing,
    output: z.object({ folders: z.array(folder), can }),
  }),
  browse: query({
    ...read,
    name: 'curriculum-folder.browse',
    summary: 'One folder as its authors see it: its folders and all its items.',
    input: z.strictObject({ folderId: uuidSchema }),
    output: z.object({
      folder,
      path: crumbs,
      folders: z.array(folder),
      items: z.array(ownItem),
      can,
    }),
  }),
  read: query({
    module: m.Curriculum,
    scope: 'centre',
    name: 'curriculum-folder.read',
    summary: 'Learning material that the class groups of the own sections cover and that is visible now.',
    /** Without a folder: those at the top. */
    input: z.strictObject({ folderId: uuidSchema.optional() }),
    output: z.object({
      name: z.string().nullable(),
      description: z.string().nullable(),
      path: crumbs,
      folders: z.array(
        z.object({ ...id, name: z.string(), description: z.string().nullable(), items: z.int() }),
      ),
      items: z.array(item),
    }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'curriculum-folder.add',
    summary: 'Add a folder with the class group whose sections read it.',
    fields: { name, kind: choice({ label: 'Kind', options: folderKinds }), ...place, description },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'curriculum-folder.change',
    summary: 'Rename a folder, move it, or give it another class group.',
    input: id,
    fields: { name, ...place, description },
    output: nothing,
  }),
  setActive: command({
    ...write,
    versioned: true,
    name: 'curriculum-folder.set-active',
    summary: 'Hide a folder from its readers with all that stands in it, or show it again.',
    input: z.strictObject({ ...id, active: z.boolean() }),
    output: nothing,
  }),
  order: command({
    ...write,
    name: 'curriculum-folder.order',
    summary: 'Put the folders of one place into this order.',
    input: z.strictObject({ ids: z.array(uuidSchema).min(1).max(500) }),
    output: nothing,
  }),
};

export const folderItemContract = {
  add: command({
    ...write,
    idempotent: true,
    name: 'folder-item.add',
    summary: 'Add a file, a link or a note to a folder.',
    input: { folderId: uuidSchema },
    fields: content,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'folder-item.change',
    summary: 'Change an item, or move it into another folder.',
    input: id,
    fields: { ...content, folderId: reference('curriculum-folder', { label: 'Folder' }) },
    output: nothing,
  }),
  setActive: command({
    ...write,
    versioned: true,
    name: 'folder-item.set-active',
    summary: 'Hide an item from its readers, or show it again.',
    input: z.strictObject({ ...id, active: z.boolean() }),
    output: nothing,
  }),
  order: command({
    ...write,
    name: 'folder-item.order',
    summary: 'Put the items of a folder into this order.',
    input: z.strictObject({ ids: z.array(uuidSchema).min(1).max(500) }),
    output: nothing,
  }),
};
