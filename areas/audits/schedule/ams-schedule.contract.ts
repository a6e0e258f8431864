import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, integerReference, longText, reference, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { slots, visitKinds } from './visit.states.ts';

const id = { id: uuidSchema };
const plans = { module: m.AMSSchedule, scope: 'centre', write: true } as const;
const decides = { module: m.AMSScheduleApproval, scope: 'centre', write: true } as const;
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month');

export const visitRow = z.object({
  ...id,
  version: z.int(),
  franchiseeId: z.int(),
  centre: z.string(),
  auditType: z.string(),
  plannedOn: z.string(),
  slot: z.string(),
  kind: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
});

export const amsScheduleContract = {
  month: query({
    module: m.AMSSchedule,
    // A month goes through all centres of its person, whichever is chosen.
    scope: 'network',
    name: 'ams-schedule.month',
    summary:
      'One’s own month: what the centres still need, days without visits, the visits and the schedule.',
    input: z.strictObject({ month: monthSchema }),
    output: z.object({
      /** The own allocation of the month; null when this person is no academic manager then. */
      amAllocationId: z.string().nullable(),
      visitsPerDay: z.int(),
      schedule: z
        .object({ ...id, version: z.int(), status: z.string(), note: z.string().nullable() })
        .nullable(),
      /** Days on which the academic manager does not travel, with the reason. */
      off: z.array(z.object({ on: z.string(), why: z.string() })),
      centres: z.array(
        z.object({
          id: z.int(),
          label: z.string(),
          category: z.string(),
          lastOn: z.string().nullable(),
          types: z.array(z.object({ id: z.string(), name: z.string(), need: z.int(), met: z.int() })),
        }),
      ),
      visits: z.array(visitRow),
      can,
    }),
  }),
  place: command({
    ...plans,
    name: 'ams-schedule.place',
    summary:
      'Plan a visit in one’s own draft of a month; what a rule forbids is refused, what it only asks wants a reason.',
    fields: {
      franchiseeId: integerReference('franchisee', { label: 'Centre' }),
      auditTypeId: reference('audit-type', { label: 'Audit' }),
      plannedOn: date({ label: 'Day' }),
      slot: choice({ label: 'Time', options: slots }),
      kind: choice({ label: 'Kind', options: visitKinds }),
      reason: longText({
        label: 'Reason',
        max: 300,
        optional: true,
        help: 'Needed where the visit comes early or the need is met',
      }),
    },
    output: z.object(id),
  }),
  remove: command({
    ...plans,
    name: 'ams-schedule.remove',
    summary: 'Take a planned visit out of one’s own draft.',
    input: z.strictObject(id),
    output: nothing,
  }),
  submit: command({
    ...plans,
    versioned: true,
    name: 'ams-schedule.submit',
    summary: 'Submit a month to the zone manager; every visit is checked once more.',
    input: z.strictObject(id),
    output: z.object({ visits: z.int() }),
  }),
  recall: command({
    ...plans,
    versioned: true,
    name: 'ams-schedule.recall',
    summary: 'Take a submitted month back before it is decided.',
    input: z.strictObject(id),
    output: nothing,
  }),
  visits: query({
    module: [m.AMSDashboard, m.AMSScheduleApproval],
    // Of all centres of the schedule, for who may decide it or made it.
    scope: 'network',
    name: 'ams-schedule.visits',
    summary: 'The visits of one schedule.',
    input: z.strictObject(id),
    output: z.object({ visits: z.array(visitRow) }),
  }),
  approve: command({
    ...decides,
    versioned: true,
    name: 'ams-schedule.approve',
    summary: 'Approve a submitted month; its visits are scheduled. Never by the academic manager.',
    input: z.strictObject(id),
    output: z.object({ visits: z.int() }),
  }),
  return: command({
    ...decides,
    versioned: true,
    name: 'ams-schedule.return',
    summary: 'Return a submitted month with a note.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500 }) },
    output: nothing,
  }),
};
