import { choice, date, integer, integerReference, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { mappedFor } from './warehouse-words.ts';

/** From which warehouse each centre is served. */
export const warehouseMappings = listing({
  name: 'warehouse-mapping',
  title: 'Warehouse mapping',
  module: m.warehouseMapping,
  scope: 'network',
  row: {
    centre: text({ label: 'Centre', max: 120, search: true }),
    place: text({ label: 'City', max: 120, optional: true }),
    kitType: choice({ label: 'Kit type', options: mappedFor }),
    warehouse: text({ label: 'Warehouse', max: 80, search: true }),
    priority: integer({ label: 'Priority' }),
    fromOn: date({ label: 'From' }),
  },
  hidden: { warehouseId: z.string(), warehouseCode: z.string(), zoneId: z.int().nullable() },
  shown: ['centre', 'place', 'kitType', 'priority', 'warehouse', 'fromOn'],
  filters: {
    warehouseId: reference('warehouse', { label: 'Warehouse' }),
    zoneId: integerReference('zone', { label: 'Zone' }),
  },
  sorts: ['centre', 'warehouse', 'fromOn'],
  sort: 'centre',
  state: 'kitType',
  can: ['change', 'remove'],
});
