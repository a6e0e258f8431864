import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { references, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { themeFields } from './theme-fields.ts';

const write = { module: m.curriculumCMS, scope: 'network', write: true } as const;
const id = { id: uuidSchema };
const fields = {
  ...themeFields,
  skillIds: references('skill-parameter', { label: 'Skills', most: 40, optional: true }),
};

export const themeContract = {
  skills: query({
    module: m.curriculumCMS,
    scope: 'network',
    name: 'theme-and-skill.skills',
    summary: 'The competencies that a theme trains.',
    input: z.strictObject(id),
    output: z.object({ skills: z.array(z.object({ ...id, name: z.string() })) }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'theme-and-skill.add',
    summary: 'Add a theme with its months, words and skills.',
    fields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'theme-and-skill.change',
    summary: 'Change a theme, its months, words and skills.',
    input: id,
    fields,
    output: nothing,
  }),
};
