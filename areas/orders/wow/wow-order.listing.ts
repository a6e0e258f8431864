import { choice, dateTime, email, integer, money, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { waitingLabels, wowLabels } from './wow-order.states.ts';

/** /place-order/wow-kit/list */
export const wowOrders = listing({
  name: 'wow-order',
  title: 'WOW kit orders',
  module: m.PlaceOrders,
  scope: 'centre',
  row: {
    number: text({ label: 'Number', max: 30, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    model: text({ label: 'Model', max: 60, search: true }),
    b2bId: text({ label: 'B2B ID', max: 40, search: true }),
    email: email({ label: 'E-mail' }),
    pieces: integer({ label: 'Pieces' }),
    total: money({ label: 'Price before tax' }),
    madeBy: text({ label: 'Initiated by', max: 120, optional: true }),
    madeAt: dateTime({ label: 'Initiated' }),
    waitsFor: choice({ label: 'Waits for', options: waitingLabels }),
    orderNo: text({ label: 'Kit order', max: 30, optional: true, search: true }),
    status: choice({ label: 'Status', options: wowLabels }),
  },
  hidden: {
    maker: z.string(),
    zsmBy: z.string().nullable(),
    modelId: z.string(),
    withdrawn: z.boolean(),
    revised: z.boolean(),
  },
  shown: ['number', 'centre', 'model', 'pieces', 'total', 'madeAt', 'waitsFor', 'orderNo', 'status'],
  filters: {
    waitsFor: choice({ label: 'Waits for', options: waitingLabels }),
    modelId: reference('wow-model', { label: 'Model' }),
  },
  sorts: ['madeAt', 'number', 'total'],
  sort: '-madeAt',
  state: 'status',
  sums: ['total'],
  tiles: {
    PENDING: 'Waiting for the ZM',
    'ZSM APPROVED': 'Waiting for the final approver',
    APPROVED: 'Approved',
  },
  can: ['approve', 'reject', 'withdraw', 'revise', 'confirm'],
});
