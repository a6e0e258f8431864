import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { paidLine, payableLine } from '../../finance/payment/payment.contract.ts';
import {
  type ServiceAssignmentStatus,
  serviceAssignmentLabels,
} from '../assignment/service-assignment.states.ts';
import { servicesModules as m } from '../modules.ts';

/** Staff of services, and a guardian who sees the money of the own child. */
const gate = { module: [m.services, 'studentAccount'], scope: 'centre' } as const;
const which = z.strictObject({ enquiryId: uuidSchema, planId: uuidSchema });

export const servicePaymentContract = {
  get: query({
    ...gate,
    name: 'service-payment.get',
    summary: 'What a service of a child costs, what is open of it and what was paid.',
    logRead: { subject: 'service-enquiry', purpose: 'payments of a service' },
    input: which,
    output: z.object({
      code: z.string(),
      childName: z.string(),
      centre: z.string(),
      service: z.string(),
      plan: z.string(),
      status: z.enum(Object.keys(serviceAssignmentLabels) as [ServiceAssignmentStatus]),
      startsOn: z.string(),
      endsOn: z.string(),
      /** Last day on which the seat is held unpaid. */
      holdUntil: z.string().nullable(),
      feeAccountId: uuidSchema,
      payable: z.object({
        lines: z.array(payableLine),
        due: z.int(),
        overdue: z.int(),
        paid: z.int(),
      }),
      payments: z.array(paidLine),
      can: z.object({ pay: z.boolean(), take: z.boolean() }),
    }),
  }),
  openPage: command({
    ...gate,
    write: false,
    name: 'service-payment.open-page',
    summary: 'Open the payment page of a service: the address of a link that is valid for thirty days.',
    input: which,
    output: z.object({ path: z.string() }),
  }),
};
