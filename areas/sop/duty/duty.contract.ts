import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { sopModules as m } from '../modules.ts';
import { duties } from '../version/sop.states.ts';

const base = { module: m.sopRoles, scope: 'centre' } as const;
const duty = z.enum(Object.keys(duties) as [keyof typeof duties]);
/** `null` takes the own entry away: the folder's holds again. */
const cell = z.strictObject({ targetId: uuidSchema, roleId: z.int(), duty: duty.nullable() });
export type DutyCell = z.output<typeof cell>;
const cells = z.array(cell).min(1, 'Change at least one entry').max(2_000, 'At most 2,000 entries at once');

export const dutyContract = {
  matrix: query({
    ...base,
    name: 'sop.duties',
    summary: 'Folders and sections by roles: who may read and who must acknowledge.',
    input: z.strictObject({}),
    output: z.object({
      /** Names the state of all entries; a save of another state is refused. */
      seen: z.string(),
      roles: z.array(z.object({ id: z.int(), name: z.string() })),
      rows: z.array(
        z.object({
          id: uuidSchema,
          kind: z.enum(['FOLDER', 'SECTION']),
          name: z.string(),
          depth: z.int(),
          parentId: uuidSchema.nullable(),
        }),
      ),
      cells: z.array(z.object({ targetId: uuidSchema, roleId: z.int(), duty })),
    }),
  }),
  preview: command({
    ...base,
    write: true,
    name: 'sop.preview-duties',
    summary: 'How many acknowledgements a change of roles adds and takes away; it is taken back at once.',
    input: z.strictObject({ cells }),
    output: z.object({ added: z.int(), removed: z.int(), centres: z.int() }),
  }),
  save: command({
    ...base,
    write: true,
    name: 'sop.set-duties',
    summary: 'Say which roles may read and must acknowledge which folders and sections.',
    input: z.strictObject({ seen: z.string(), cells }),
    output: z.object({ changed: z.int() }),
  }),
};
