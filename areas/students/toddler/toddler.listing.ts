import { choice, date, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { toddlerLabels } from './toddler.states.ts';

/** /mother-toddler-program/view-onboarded-student: children of the two toddler categories and their present place. */
export const toddlers = listing({
  name: 'toddler',
  title: 'Mother toddler programme',
  module: studentModules.motherToddlerProgram,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'STUDENT', purpose: 'mother toddler programme' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    ageMonths: integer({ label: 'Age' }),
    ageOutOn: date({ label: 'Turns two' }),
    class: text({ label: 'Class', max: 60 }),
    batch: text({ label: 'Batch', max: 60, optional: true, search: true }),
    days: text({ label: 'Days', max: 40, optional: true }),
    slot: text({ label: 'Time', max: 8, optional: true }),
    used: integer({ label: 'Used', optional: true }),
    total: integer({ label: 'Sessions', optional: true }),
    companion: text({ label: 'Comes with', max: 100, optional: true }),
    toOn: date({ label: 'Until', optional: true }),
    centre: text({ label: 'Centre', max: 120 }),
    status: choice({ label: 'Status', options: toddlerLabels }),
  },
  hidden: { studentId: z.string(), ageOut: z.boolean() },
  shown: ['child', 'ageMonths', 'batch', 'days', 'slot', 'used', 'companion', 'toOn', 'status'],
  filters: {},
  sorts: ['child', 'ageOutOn', 'toOn'],
  sort: 'child',
  state: 'status',
  tiles: { NO_CLASS: 'No class yet', ENDING: 'Three sessions left or fewer' },
  can: ['assign', 'change'],
});
