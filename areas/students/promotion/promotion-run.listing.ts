import { choice, date, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { decisions, promotionLabels } from './promotion.states.ts';

const gate = { module: studentModules.studentPromotionView, scope: 'centre', needsYear: true } as const;

/** Runs of the chosen year, of one centre or all in reach. */
export const promotionRuns = listing({
  ...gate,
  name: 'promotion-run',
  title: 'Promotion runs',
  row: {
    class: text({ label: 'Class', max: 60, search: true }),
    section: text({ label: 'Section', max: 40, optional: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    children: integer({ label: 'Children' }),
    decided: integer({ label: 'Decided' }),
    done: integer({ label: 'Done' }),
    failed: integer({ label: 'Failed' }),
    madeBy: text({ label: 'By', max: 120, optional: true }),
    evaluatedAt: dateTime({ label: 'Evaluated' }),
    approvedBy: text({ label: 'Approved by', max: 120, optional: true }),
    status: choice({ label: 'Status', options: promotionLabels }),
  },
  hidden: { classId: z.int() },
  shown: [
    'class',
    'section',
    'centre',
    'children',
    'decided',
    'done',
    'failed',
    'evaluatedAt',
    'madeBy',
    'status',
  ],
  filters: {},
  sorts: ['evaluatedAt', 'class', 'centre'],
  sort: '-evaluatedAt',
  state: 'status',
  can: [],
});

export const childStates = { ...decisions, UNDECIDED: 'Undecided' } as const;

/** Children of the chosen year and what was decided for them; undecided ones stay in the year that ends. */
export const promotionChildren = listing({
  ...gate,
  name: 'promotion-child',
  title: 'Children',
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, search: true }),
    class: text({ label: 'Class', max: 60, search: true }),
    section: text({ label: 'Section', max: 40, optional: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    next: text({ label: 'Next year', max: 120, optional: true }),
    joinedOn: date({ label: 'Joined' }),
    status: choice({ label: 'Decision', options: childStates }),
  },
  hidden: { studentId: z.string() },
  shown: ['child', 'admissionNo', 'class', 'section', 'centre', 'next', 'status'],
  filters: {},
  sorts: ['child', 'class', 'centre'],
  sort: 'child',
  state: 'status',
  tiles: { UNDECIDED: 'Undecided' },
  can: [],
});
