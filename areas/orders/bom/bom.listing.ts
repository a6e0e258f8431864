import { choice, dateTime, integer, longText, money, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { approverLabels, bomLabels } from './bom.states.ts';

/** Versions of the bills of material. A centre reads those that are or were active. */
export const boms = listing({
  name: 'wow-bom',
  title: 'WOW kit BOM',
  module: m.PlaceOrders,
  scope: 'network',
  row: {
    model: text({ label: 'Model', max: 60, search: true }),
    versionNo: integer({ label: 'Version' }),
    products: integer({ label: 'Products' }),
    pieces: integer({ label: 'Pieces' }),
    total: money({ label: 'Price before tax' }),
    note: longText({ label: 'Note', max: 300, optional: true }),
    madeBy: text({ label: 'Made by', max: 120, optional: true }),
    madeAt: dateTime({ label: 'Made' }),
    approvers: choice({ label: 'Approvers', options: approverLabels }),
    status: choice({ label: 'Status', options: bomLabels }),
  },
  hidden: { modelId: z.string(), maker: z.string(), deciders: z.array(z.string()) },
  shown: ['model', 'versionNo', 'products', 'pieces', 'total', 'madeBy', 'madeAt', 'approvers', 'status'],
  filters: { modelId: reference('wow-model', { label: 'Model' }) },
  sorts: ['model', 'versionNo', 'madeAt'],
  sort: '-madeAt',
  state: 'status',
  tiles: {
    PENDING: 'Waiting for C1',
    'C1 APPROVED': 'Waiting for C2',
    'C2 APPROVED': 'Waiting for C3',
    ACTIVE: 'Active',
  },
  can: ['amend', 'approve', 'reject', 'copy', 'deactivate', 'activate'],
});
