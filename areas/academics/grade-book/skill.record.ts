import { boolean, choice, integer, longText, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicsModules as m } from '../modules.ts';

// The network's tree: a skill (domain) has sub-skills (curricular goals), each of them parameters (competencies). Only
// network people change it (academics.md D28). What was graded once stays: entries are set inactive, never removed.
const position = integer({ label: 'Position', min: 0, max: 999 });
const active = boolean({ label: 'Active' });

export const skill = record({
  name: 'skill',
  title: 'Skill',
  module: m.Skills,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    name: text({ label: 'Name', max: 80, search: true, unique: 'in network' }),
    nameHi: text({ label: 'Name in Hindi', max: 80, optional: true }),
    domainCode: text({ label: 'Domain code', max: 12, optional: true }),
    position,
    active,
  },
  list: { columns: ['position', 'name', 'domainCode', 'active'], sort: 'position' },
});

export const subSkill = record({
  name: 'sub-skill',
  title: 'Sub-skill',
  module: m.Skills,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    skillId: reference('skill', { label: 'Skill', filter: true }),
    name: text({ label: 'Name', max: 160, search: true }),
    cgCode: text({ label: 'Goal code', max: 6, optional: true }),
    position,
    active,
  },
  list: { columns: ['position', 'name', 'cgCode', 'active'], sort: 'position' },
});

export const abilities = {
  AWARENESS: 'Awareness',
  SENSITIVITY: 'Sensitivity',
  CREATIVITY: 'Creativity',
} as const;

export const skillParameter = record({
  name: 'skill-parameter',
  title: 'Competency',
  plural: 'Competencies',
  module: m.Skills,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    subSkillId: reference('sub-skill', { label: 'Sub-skill', filter: true }),
    name: text({ label: 'Name', max: 200, search: true }),
    nameHi: text({ label: 'Name in Hindi', max: 200, optional: true }),
    ability: choice({ label: 'Ability', options: abilities, optional: true }),
    guidance: longText({ label: 'Guidance for teachers', max: 1000, optional: true }),
    position,
    active,
  },
  list: { columns: ['position', 'name', 'ability', 'active'], sort: 'position' },
});
