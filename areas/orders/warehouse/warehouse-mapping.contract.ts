import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, integer, integerReference, reference, uuidSchema } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { mappedFor } from './warehouse-words.ts';

const writes = { module: m.warehouseMapping, scope: 'network', write: true } as const;

const fields = {
  franchiseeId: integerReference('franchisee', { label: 'Centre' }),
  kitType: choice({ label: 'Kit type', options: mappedFor }),
  warehouseId: reference('warehouse', { label: 'Warehouse' }),
  priority: integer({ label: 'Priority', min: 1, max: 3, help: '1 is asked first' }),
  fromOn: date({ label: 'From' }),
};

export const warehouseMappingContract = {
  unmapped: query({
    module: m.warehouseMapping,
    scope: 'network',
    name: 'warehouse-mapping.unmapped',
    summary: 'Centres without a mapping of their own, each with the warehouse that serves it meanwhile.',
    input: z.strictObject({ q: z.string().trim().max(100).optional() }),
    output: z.object({
      /** At most 200 of them. */
      rows: z.array(
        z.object({
          franchiseeId: z.int(),
          centre: z.string(),
          place: z.string().nullable(),
          warehouseId: z.string().nullable(),
          warehouse: z.string().nullable(),
        }),
      ),
      total: z.int(),
      can: z.record(z.string(), z.boolean()),
    }),
  }),
  add: command({
    ...writes,
    idempotent: true,
    name: 'warehouse-mapping.add',
    summary: 'Have a warehouse serve a centre.',
    fields,
    output: z.object({ id: uuidSchema }),
  }),
  change: command({
    ...writes,
    versioned: true,
    name: 'warehouse-mapping.change',
    summary: 'Change which warehouse serves a centre, in which order and from when.',
    input: { id: uuidSchema },
    fields: { warehouseId: fields.warehouseId, priority: fields.priority, fromOn: fields.fromOn },
    output: nothing,
  }),
  remove: command({
    ...writes,
    versioned: true,
    name: 'warehouse-mapping.remove',
    summary: 'End a mapping; without one the nearest warehouse serves the centre.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};

/** Mappings from a file, all or none: what a centre has of a kit type and priority is replaced. */
export const warehouseMappingImport = fileImport({
  name: 'warehouse-mapping',
  title: 'Warehouse mappings',
  module: m.warehouseMapping,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 5000,
  reference: ['franchiseeId', 'kitType', 'priority'],
  columns: {
    franchiseeId: column(fields.franchiseeId, '14', 'franchisee_id', 'centre id', 'franchisee'),
    kitType: column(fields.kitType, 'ALL', 'kit_type', 'kit'),
    warehouseId: column(fields.warehouseId, 'PUN', 'warehouse_code', 'warehouse code'),
    priority: column(fields.priority, '1'),
    fromOn: column(fields.fromOn, '01-04-2026', 'from_on'),
  },
});
