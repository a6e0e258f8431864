// Subjects and class groups of the network: records whose classes and centres are saved with them.
import { can, command, query } from '@aangan/contract/endpoint.ts';
import { boolean, choice, integer, references, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { classGroup } from '../class-group.record.ts';
import { academicsModules as m } from '../modules.ts';
import { subject } from '../subject.record.ts';

const classIds = references('class', { label: 'Classes', most: 40, integerKey: true, optional: true });
const saved = z.object({ id: uuidSchema });
/** The row to change and the version it was read at; null adds one. */
const which = { id: uuidSchema.nullable(), version: z.int().nullable() };
const ids = z.array(z.int());

const subjectRow = z.object({
  id: uuidSchema,
  name: z.string(),
  code: z.string(),
  kind: z.enum(['CORE', 'LANGUAGE', 'ACTIVITY']),
  position: z.int(),
  active: z.boolean(),
  classIds: ids,
  classes: z.array(z.string()),
  version: z.int(),
});
export type SubjectRow = z.output<typeof subjectRow>;

export const subjectContract = {
  overview: query({
    module: m.class,
    scope: 'network',
    name: 'subject.overview',
    summary: 'All subjects with the classes that have them.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(subjectRow), can }),
  }),
  save: command({
    module: m.class,
    scope: 'network',
    write: true,
    idempotent: true,
    name: 'subject.save',
    summary: 'Add or change a subject of the network and the classes that have it.',
    input: which,
    fields: {
      name: text({ label: 'Name', max: 40 }),
      code: text({ label: 'Code', max: 8 }),
      kind: choice({ label: 'Kind', options: { CORE: 'Core', LANGUAGE: 'Language', ACTIVITY: 'Activity' } }),
      classIds,
      position: integer({ label: subject.fields.position.label, min: 0, max: 999 }),
      active: boolean({ label: 'Active' }),
    },
    output: saved,
  }),
};

export const groupTypes = ['Teacher Training', 'Curriculum', 'Recorded Classes', 'Curriculum_CMS'] as const;

const groupRow = z.object({
  id: uuidSchema,
  name: z.string(),
  type: z.enum(groupTypes),
  active: z.boolean(),
  classIds: ids,
  classes: z.array(z.string()),
  /** Centres it holds at; none = all. */
  centreIds: ids,
  centres: z.array(z.string()),
  version: z.int(),
});
export type ClassGroupRow = z.output<typeof groupRow>;

export const classGroupContract = {
  overview: query({
    module: classGroup.module,
    scope: 'network',
    name: 'class-group.overview',
    summary: 'All class groups with their classes and centres.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(groupRow), can }),
  }),
  save: command({
    module: classGroup.module,
    scope: 'network',
    write: true,
    idempotent: true,
    name: 'class-group.save',
    summary: 'Add or change a class group: its type, classes and centres.',
    input: which,
    fields: {
      name: text({ label: 'Name', max: 60 }),
      type: choice({ label: 'Type', options: groupTypes }),
      classIds: references('class', { label: 'Classes', most: 40, integerKey: true }),
      centreIds: references('franchisee', {
        label: 'Centres',
        most: 500,
        integerKey: true,
        optional: true,
        help: 'Leave empty for all centres',
      }),
      active: boolean({ label: 'Active' }),
    },
    output: saved,
  }),
};
