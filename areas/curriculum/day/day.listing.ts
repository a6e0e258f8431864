import { choice, integer, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { dayLooks } from '../plan/plan.states.ts';

/** /learning-cms/day-glance: days of the chosen year's plans, for readers those of open weeks. */
export const curriculumDays = listing({
  name: 'curriculum-day',
  title: 'Days at a glance',
  module: [m.curriculumCMS, m.Curriculum],
  scope: 'network',
  needsYear: true,
  row: {
    plan: text({ label: 'Plan', max: 80 }),
    title: text({ label: 'Title', max: 80, search: true, optional: true }),
    weekNo: integer({ label: 'Week', min: 1 }),
    position: integer({ label: 'Position', min: 1 }),
    theme: text({ label: 'Theme', max: 60, optional: true }),
    blocks: integer({ label: 'Blocks', min: 0 }),
    minutes: integer({ label: 'Minutes', min: 0 }),
    look: choice({ label: 'State', options: dayLooks }),
  },
  hidden: { planId: z.string(), themeId: z.string().nullable() },
  shown: ['title', 'plan', 'weekNo', 'position', 'theme', 'blocks', 'minutes', 'look'],
  filters: {
    themeId: reference('theme-and-skill', { label: 'Theme' }),
    planId: text({ label: 'Plan', max: 40 }),
  },
  sorts: ['title', 'position', 'minutes'],
  sort: 'position',
  state: 'look',
  can: ['edit'],
});
