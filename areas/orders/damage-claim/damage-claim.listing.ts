import { choice, dateTime, integer, longText, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { claimFaults, claimLabels } from './damage-claim.states.ts';

/** /order-history/kit/damage-missing-kit */
export const damageClaims = listing({
  name: 'damage-claim',
  title: 'Damage and missing claims',
  module: m.orderHistory,
  scope: 'centre',
  needsYear: true,
  row: {
    claimNo: text({ label: 'Claim no.', max: 30, search: true }),
    orderNo: text({ label: 'Order no.', max: 30, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    what: longText({ label: 'What', max: 300, optional: true }),
    pieces: integer({ label: 'Claimed' }),
    approved: integer({ label: 'Approved', optional: true }),
    fault: choice({ label: 'Fault', options: claimFaults, optional: true }),
    submittedAt: dateTime({ label: 'Submitted' }),
    status: choice({ label: 'Status', options: claimLabels }),
  },
  hidden: {
    orderId: z.string(),
    shipmentNo: z.string().nullable(),
    submittedBy: z.string(),
    replaces: z.int(),
    waitsForCredit: z.boolean(),
  },
  shown: ['claimNo', 'orderNo', 'what', 'pieces', 'approved', 'fault', 'submittedAt', 'status'],
  filters: { fault: choice({ label: 'Fault', options: claimFaults }) },
  sorts: ['submittedAt', 'claimNo'],
  sort: '-submittedAt',
  state: 'status',
  tiles: { SUBMITTED: 'Submitted', UNDER_REVIEW: 'Under review', RE_ORDERED: 'Re-ordered' },
  can: ['take', 'decide', 'reOrder', 'close'],
});
