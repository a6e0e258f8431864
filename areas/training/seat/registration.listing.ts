import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { responseSources, responses, seats } from './seat.states.ts';

/** /trainer-led/registration-details/{id}: who is registered for a training, by centre. */
export const registrations = listing({
  name: 'training-registration',
  title: 'Registrations',
  module: m.trainingByTrainersCreate,
  scope: 'centre',
  row: {
    staff: text({ label: 'Staff', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    code: text({ label: 'Number', max: 20 }),
    training: text({ label: 'Training', max: 150 }),
    seat: choice({ label: 'Seat', options: seats }),
    queueNo: integer({ label: 'Queue number', min: 1, optional: true }),
    respondedAt: dateTime({ label: 'Answered', optional: true }),
    source: choice({ label: 'Answered by', options: responseSources, optional: true }),
    reason: text({ label: 'Reason', max: 300, optional: true }),
    registeredBy: text({ label: 'Registered by', max: 130, optional: true }),
    remindedAt: dateTime({ label: 'Reminded', optional: true }),
    response: choice({ label: 'Response', options: responses }),
  },
  hidden: { trainingId: z.string(), staffId: z.string(), open: z.boolean() },
  shown: ['staff', 'centre', 'seat', 'queueNo', 'respondedAt', 'source', 'reason', 'response'],
  filters: {
    trainingId: text({ label: 'Training', max: 36 }),
    seat: choice({ label: 'Seat', options: seats }),
  },
  sorts: ['staff', 'centre', 'queueNo', 'respondedAt'],
  sort: 'staff',
  state: 'response',
  can: ['withdraw', 'remind'],
});
