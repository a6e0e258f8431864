import { can, command, query } from '@aangan/contract/endpoint.ts';
import { choice, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { abilities } from './skill.record.ts';

const read = { module: m.Skills, scope: 'network' } as const;

const shared = {
  id: uuidSchema,
  version: z.int(),
  name: z.string(),
  position: z.int(),
  active: z.boolean(),
  /** Active competencies under it. */
  competencies: z.int(),
};
const skillRow = z.object({
  ...shared,
  nameHi: z.string().nullable(),
  domainCode: z.string().nullable(),
  subSkills: z.int(),
  /** Classes graded on it in the chosen year. */
  classes: z.array(z.string()),
});
export type SkillRow = z.output<typeof skillRow>;

const subSkillRow = z.object({ ...shared, skillId: uuidSchema, cgCode: z.string().nullable() });
export type SubSkillRow = z.output<typeof subSkillRow>;

const parameterRow = z.object({
  ...shared,
  subSkillId: uuidSchema,
  nameHi: z.string().nullable(),
  ability: z.enum(['AWARENESS', 'SENSITIVITY', 'CREATIVITY']).nullable(),
  guidance: z.string().nullable(),
  /** Classes and terms of the chosen year: "Nursery: 1, 2". */
  usedIn: z.array(z.string()),
});
export type ParameterRow = z.output<typeof parameterRow>;

const named = z.object({ id: uuidSchema, name: z.string() });

export const levelSchema = z.object({
  id: uuidSchema,
  rank: z.int(),
  label: z.string(),
  labelHi: z.string().nullable(),
  descriptor: z.string(),
  colour: z.enum(['neutral', 'info', 'warning', 'success', 'danger']),
});
export type Level = z.output<typeof levelSchema>;

const MOST_PASTED = 100;

export const skillTreeContract = {
  overview: query({
    ...read,
    name: 'skill.overview',
    summary: 'All skills with their counts, and the rating scales.',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(skillRow),
      scales: z.array(named.extend({ levels: z.array(levelSchema) })),
      can,
    }),
  }),
  subSkills: query({
    ...read,
    name: 'sub-skill.overview',
    summary: 'The sub-skills of a skill.',
    input: z.strictObject({ skillId: uuidSchema }),
    output: z.object({ skill: named, rows: z.array(subSkillRow), can }),
  }),
  parameters: query({
    ...read,
    name: 'skill-parameter.overview',
    summary: 'The competencies of a sub-skill, and where they are used.',
    needsYear: true,
    input: z.strictObject({ skillId: uuidSchema, subSkillId: uuidSchema }),
    output: z.object({ skill: named, subSkill: named, rows: z.array(parameterRow), can }),
  }),
  paste: command({
    ...read,
    write: true,
    idempotent: true,
    name: 'skill-parameter.paste',
    summary: 'Add several competencies to a sub-skill; those that are there already stay as they are.',
    input: { subSkillId: uuidSchema },
    fields: {
      names: {
        ...longText({ label: 'Competencies', max: 20_000, help: 'One a line' }),
        schema: z
          .string()
          .trim()
          .min(1, 'Fill this in')
          .max(20_000, 'At most 20,000 characters')
          .refine((value) => linesOf(value).length <= MOST_PASTED, `At most ${MOST_PASTED} lines`)
          .refine(
            (value) => linesOf(value).every((line) => line.length <= 200),
            'At most 200 characters a line',
          ),
      },
    },
    output: z.object({ added: z.int(), known: z.int() }),
  }),
};

/** The names of a pasted text, each once. */
export function linesOf(pasted: string): string[] {
  const seen = new Map<string, string>();
  for (const line of pasted.split(/\r?\n/)) {
    const name = line.trim();
    if (name !== '' && !seen.has(name.toLowerCase())) seen.set(name.toLowerCase(), name);
  }
  return [...seen.values()];
}

/** The whole tree from a sheet: what a row names and is not there yet is added. */
export const skillTreeImport = fileImport({
  name: 'skill-tree',
  title: 'Skills',
  module: m.Skills,
  scope: 'network',
  columns: {
    domain: column(text({ label: 'Domain', max: 80 }), 'Language', 'skill'),
    domainCode: column(text({ label: 'Domain code', max: 12, optional: true }), 'LANG'),
    goal: column(text({ label: 'Goal', max: 160 }), 'Listens and speaks', 'sub-skill', 'sub skill'),
    cgCode: column(text({ label: 'Goal code', max: 6, optional: true }), 'CG-9', 'cg code'),
    competency: column(text({ label: 'Competency', max: 200 }), 'Tells a short story', 'parameter'),
    competencyHi: column(text({ label: 'Competency in Hindi', max: 200, optional: true }), ''),
    ability: column(choice({ label: 'Ability', options: abilities, optional: true }), 'Awareness'),
  },
  reference: ['domain', 'goal', 'competency'],
  mode: 'ALL_OR_NOTHING',
  maxRows: 2000,
});
