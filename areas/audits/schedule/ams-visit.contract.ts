import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { monthSchema } from './ams-schedule.contract.ts';
import { slots } from './visit.states.ts';

const id = { id: uuidSchema };
const step = { scope: 'centre', write: true, versioned: true, input: id } as const;
const reason = longText({ label: 'Reason', max: 300 });
const to = {
  to: date({ label: 'New day' }),
  slot: choice({ label: 'Time', options: slots }),
  reason,
};

export const amsVisitContract = {
  calendar: query({
    module: m.AMSDashboard,
    scope: 'centre',
    name: 'ams-visit.calendar',
    summary: 'The days of a month with visits in reach.',
    input: z.strictObject({ month: monthSchema }),
    output: z.object({
      days: z.array(
        z.object({
          on: z.string(),
          visits: z.int(),
          surprise: z.int(),
          missed: z.int(),
          centres: z.string(),
        }),
      ),
    }),
  }),
  move: command({
    ...step,
    module: m.AMSSchedule,
    name: 'ams-visit.move',
    summary: 'Move one’s own visit within its month, as often as the settings of AMS allow.',
    fields: to,
    output: z.object(id),
  }),
  requestMove: command({
    ...step,
    module: m.AMSSchedule,
    name: 'ams-visit.request-move',
    summary: 'Ask the zone manager for another day of one’s own visit.',
    fields: to,
    output: nothing,
  }),
  decideMove: command({
    ...step,
    module: m.AMSScheduleApproval,
    name: 'ams-visit.decide-move',
    summary: 'Decide on a move that was asked for. Never by the academic manager.',
    fields: {
      decision: choice({
        label: 'Decision',
        options: { approve: 'Move the visit', reject: 'Leave it as it is' },
      }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: nothing,
  }),
  replan: command({
    ...step,
    module: [m.AMSSchedule, m.AMSScheduleApproval],
    name: 'ams-visit.replan',
    summary: 'Plan a missed visit again: its own academic manager, or whoever approves in the zone.',
    fields: to,
    output: z.object({ ...id, planned: z.boolean() }),
  }),
  cancel: command({
    ...step,
    module: m.AMSScheduleApproval,
    name: 'ams-visit.cancel',
    summary: 'Cancel a visit that is ahead. Never by the academic manager.',
    fields: { reason },
    output: nothing,
  }),
};
