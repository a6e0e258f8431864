import { choice, date, integer, reference, text, yesNo } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { modes, trainingLabels } from './training.states.ts';

/** /trainer-led/all-trainings */
export const trainings = listing({
  name: 'training',
  title: 'All trainings',
  module: [m.trainingByTrainersCreate, m.trainingByTrainersMarkAttendance, m.trainingByTrainersReport],
  scope: 'network',
  row: {
    code: text({ label: 'Number', max: 20, search: true }),
    title: text({ label: 'Title', max: 150, search: true }),
    category: text({ label: 'Category', max: 60 }),
    fromDate: date({ label: 'From' }),
    toDate: date({ label: 'To' }),
    times: text({ label: 'Time', max: 20 }),
    sessions: integer({ label: 'Sessions', min: 0 }),
    mode: choice({ label: 'Mode', options: modes }),
    trainers: text({ label: 'Trainers', max: 500, optional: true }),
    capacity: integer({ label: 'Places', min: 0, optional: true }),
    seated: integer({ label: 'Seats taken', min: 0 }),
    waiting: integer({ label: 'Waiting', min: 0 }),
    mine: choice({ label: 'I train', options: yesNo }),
    today: choice({ label: 'Today', options: yesNo }),
    toMark: choice({ label: 'Marks are missing', options: yesNo }),
    status: choice({ label: 'Status', options: trainingLabels }),
  },
  hidden: {
    categoryId: z.string(),
    begun: z.boolean(),
    /** Its first session is not over. */
    open: z.boolean(),
    createdBy: z.string().nullable(),
    organizerIds: z.array(z.string()),
  },
  shown: ['title', 'code', 'category', 'fromDate', 'toDate', 'times', 'mode', 'trainers', 'seated', 'status'],
  filters: {
    categoryId: reference('training-category', { label: 'Category' }),
    mode: choice({ label: 'Mode', options: modes }),
    fromDate: date({ label: 'From', filter: 'range' }),
    mine: choice({ label: 'I train', options: yesNo }),
    today: choice({ label: 'Today', options: yesNo }),
    toMark: choice({ label: 'Marks are missing', options: yesNo }),
  },
  sorts: ['fromDate', 'code', 'title'],
  sort: '-fromDate',
  state: 'status',
  tiles: { ACTIVE: 'Planned', 'IN PROGRESS': 'In progress', COMPLETED: 'Completed' },
  can: ['edit', 'cancel', 'register', 'registrations', 'mark', 'attendance'],
});
