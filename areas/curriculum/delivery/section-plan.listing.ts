import { choice, date, integer, integerReference, percent, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';

export const sectionPlanLabels = { RUNNING: 'Follows a plan', NONE: 'No plan' } as const;

/** Sections of the year with the plan they follow, how far they are and how much of it was taught. */
export const sectionPlans = listing({
  name: 'section-plan',
  title: 'Curriculum',
  module: [m.Curriculum, m.CurriculumReports],
  scope: 'centre',
  needsYear: true,
  row: {
    section: text({ label: 'Section', max: 120, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    plan: text({ label: 'Plan', max: 80, optional: true, search: true }),
    startsOn: date({ label: 'Started', optional: true }),
    due: integer({
      label: 'Due',
      help: 'Days of the plan that have come, without those on which the centre was closed.',
    }),
    done: integer({ label: 'Done' }),
    partly: integer({ label: 'Partly' }),
    skipped: integer({ label: 'Skipped' }),
    unmarked: integer({ label: 'Not marked' }),
    excluded: integer({ label: 'Centre closed' }),
    adherence: percent({
      label: 'Adherence',
      optional: true,
      help: 'A day done counts two, one in part counts one, of two for each day due.',
    }),
    behind: integer({ label: 'Behind', help: 'Days due that were neither done nor done in part.' }),
    status: choice({ label: 'Status', options: sectionPlanLabels }),
  },
  hidden: { classId: z.int(), runningId: z.string().nullable() },
  shown: ['section', 'plan', 'startsOn', 'due', 'done', 'partly', 'adherence', 'behind', 'status'],
  filters: { classId: integerReference('class', { label: 'Class' }) },
  sorts: ['section', 'startsOn'],
  sort: 'section',
  state: 'status',
  can: [],
});
