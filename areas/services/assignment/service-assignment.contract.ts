import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { feeAssignmentContract } from '../../finance/assignment/fee-assignment.contract.ts';
import { scheduleView, wantedConcession } from '../../finance/fee-plan/fee-plan.contract.ts';
import { directions, slabs } from '../catalogue/service-words.ts';
import { APPROVE_PLAN, APPROVE_SERVICE_CONCESSION, servicesModules as m } from '../modules.ts';
import { serviceApprovals } from './service-approval.listing.ts';
import { type ServiceAssignmentStatus, serviceAssignmentLabels } from './service-assignment.states.ts';

const read = { module: m.ServiceRegistration, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const approve = { module: APPROVE_PLAN, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
const enquiry = { enquiryId: uuidSchema };

const direction = z.enum(Object.keys(directions) as [keyof typeof directions]);
const slab = z.enum(Object.keys(slabs) as [keyof typeof slabs]);
const status = z.enum(Object.keys(serviceAssignmentLabels) as [ServiceAssignmentStatus]);

/** What is chosen for a child. A service with fare slabs takes direction and distance, which give slab and plan. */
const wanted = {
  planId: uuidSchema.optional(),
  breakdownId: uuidSchema.optional(),
  direction: direction.optional(),
  /** Metres to the stop. */
  distanceM: z.int().min(0, 'At least 0').max(200_000, 'At most 200000').optional(),
  startsOn: daySchema,
  endsOn: daySchema,
  weekdays: z.array(z.enum(WEEKDAYS)).min(1, 'Choose at least one day').max(7),
  concessions: z.array(wantedConcession).max(8).default([]),
};

const plan = z.object({
  planId: uuidSchema,
  name: z.string(),
  total: z.int(),
  options: z.array(z.object({ id: uuidSchema, name: z.string(), instalments: z.int() })),
});

const seats = z.object({
  /** Of the offering; null where nothing is counted. */
  seats: z.int().nullable(),
  /** Free on every chosen day. */
  left: z.int().nullable(),
  /** Children on the wait list. */
  waiting: z.int(),
  /** This child's place on it. */
  place: z.int().nullable(),
});
export type SeatsView = z.output<typeof seats>;

const head = z.object({
  ...enquiry,
  code: z.string(),
  franchiseeId: z.int(),
  centre: z.string(),
  childName: z.string(),
  guardianName: z.string(),
  status: z.string(),
  service: z.string(),
  serviceType: z.string().nullable(),
  academicYearId: z.int(),
});

const assignment = z.object({
  ...id,
  version: z.int(),
  status,
  feePlanId: uuidSchema,
  startsOn: z.string(),
  endsOn: z.string(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  direction: direction.nullable(),
  distanceM: z.int().nullable(),
  slab: slab.nullable(),
  stopText: z.string().nullable(),
  /** Stop of a bus route: the approval takes the seat there. */
  stopId: uuidSchema.nullable(),
  note: z.string().nullable(),
  holdUntil: z.string().nullable(),
});

const { assignment: planOfChild } = feeAssignmentContract.details.output.shape;

export const serviceAssignmentContract = {
  prepare: query({
    ...read,
    name: 'service-assignment.prepare',
    summary: 'A service enquiry with what may be chosen for it, and what was chosen before.',
    input: z.strictObject(enquiry),
    output: z.object({
      enquiry: head,
      wish: z.object({
        from: z.string(),
        to: z.string(),
        direction: direction.nullable(),
        stopText: z.string().nullable(),
      }),
      offering: z.object({
        startsOn: z.string(),
        endsOn: z.string(),
        weekdays: z.array(z.enum(WEEKDAYS)),
        waitlist: z.boolean(),
        /** Distance decides the plan. */
        bySlab: z.boolean(),
      }),
      stops: z.array(z.object({ ...id, route: z.string(), name: z.string(), distanceM: z.int() })),
      plans: z.array(plan),
      concessions: feeAssignmentContract.ofChild.output.shape.concessions,
      assignment: assignment
        .extend({
          breakdownId: uuidSchema,
          concessions: z.array(wantedConcession),
          /** Why the last submission came back. */
          sentBack: z.string().nullable(),
        })
        .nullable(),
      can: z.object({ save: z.boolean(), join: z.boolean(), cancel: z.boolean() }),
    }),
  }),
  quote: query({
    ...read,
    inBody: true,
    name: 'service-assignment.quote',
    summary: 'Plan, schedule and seats of a choice; nothing is written.',
    input: z.strictObject({ ...enquiry, ...wanted }),
    output: z.object({ plan, breakdownId: uuidSchema, slab: slab.nullable(), schedule: scheduleView, seats }),
  }),
  save: command({
    ...write,
    idempotent: true,
    name: 'service-assignment.save',
    summary: 'Save plan, days and concessions of a service for a child as a draft.',
    input: z.strictObject({
      ...enquiry,
      ...wanted,
      stopText: z.string().trim().max(120).optional(),
      stopId: uuidSchema.optional(),
      /** For the approver; needed for a start in the past and for another age. */
      note: z.string().trim().max(500).optional(),
    }),
    output: z.object({ ...id, version: z.int(), net: z.int() }),
  }),
  submit: command({
    ...write,
    versioned: true,
    name: 'service-assignment.submit',
    summary: 'Hand the service of a child to another user for approval.',
    input: z.strictObject(id),
    output: nothing,
  }),
  cancel: command({
    ...write,
    versioned: true,
    name: 'service-assignment.cancel',
    summary: 'Withdraw a service that has not begun; a held seat becomes free.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  join: command({
    ...write,
    idempotent: true,
    name: 'service-waitlist.join',
    summary: 'Put a child on the wait list of a full service.',
    input: z.strictObject(enquiry),
    output: z.object({ place: z.int() }),
  }),
  get: query({
    module: [APPROVE_PLAN, APPROVE_SERVICE_CONCESSION],
    scope: 'centre',
    name: 'service-assignment.get',
    summary: 'A submitted service: standard against asked, seat proof, history.',
    input: z.strictObject(enquiry),
    output: z.object({
      row: serviceApprovals.rowSchema,
      assignment,
      seats,
      plan: planOfChild.unwrap(),
      asked: scheduleView,
      standard: scheduleView,
      budget: feeAssignmentContract.details.output.shape.budget,
      history: z.array(
        z.object({
          at: z.string(),
          who: z.string().nullable(),
          what: z.string(),
          note: z.string().nullable(),
        }),
      ),
    }),
  }),
  approve: command({
    ...approve,
    versioned: true,
    name: 'service-assignment.approve',
    summary: 'Approve a service somebody else submitted: plan billed, seat held, family told.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: z.object({ status, holdUntil: z.string().nullable() }),
  }),
  reject: command({
    ...approve,
    versioned: true,
    name: 'service-assignment.reject',
    summary: 'Send a submitted service back with a reason.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
};

const money = z.int();
export const servicePlanContract = {
  details: query({
    module: m.services,
    scope: 'centre',
    name: 'service-plan.details',
    summary: 'A plan of a service for one enquiry: components, schedule, what the family sees.',
    input: z.strictObject({ ...enquiry, planId: uuidSchema }),
    output: z.object({
      enquiry: head,
      plan: z.object({
        planId: uuidSchema,
        name: z.string(),
        code: z.string(),
        total: money,
        option: z.string(),
        components: z.array(
          z.object({
            id: uuidSchema,
            name: z.string(),
            amount: money,
            taxBp: z.int(),
            taxInclusive: z.boolean(),
            optional: z.boolean(),
          }),
        ),
      }),
      /** First and last day the schedule is for. */
      from: z.string(),
      to: z.string(),
      /** What was saved for this enquiry; else the plan at its standard price. */
      saved: z.boolean(),
      schedule: scheduleView,
      can: z.object({ assign: z.boolean(), send: z.boolean() }),
    }),
  }),
  print: command({
    module: m.services,
    scope: 'centre',
    write: false,
    name: 'service-plan.print',
    summary: 'The quote of a service plan as a document.',
    input: z.strictObject({ ...enquiry, planId: uuidSchema }),
    output: z.object({ fileId: z.string(), name: z.string() }),
  }),
  send: command({
    ...write,
    idempotent: true,
    name: 'service-plan.send',
    summary: 'Send the quote of a service plan to the family.',
    input: z.strictObject({ ...enquiry, planId: uuidSchema }),
    output: nothing,
  }),
};
