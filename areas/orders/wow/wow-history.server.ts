import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { ordersModules as m } from '../modules.ts';
import { wowLabels } from './wow-order.states.ts';

// What the screen shows itself, or what a step tells already.
const TOLD = [
  'franchisee_id',
  'model_id',
  'bom_franchisee_id',
  'bom_id',
  'items',
  'total_paise',
  'bom_total_paise',
  'made_by',
  'revises_id',
  'zsm_by',
  'zsm_at',
  'final_by',
  'final_at',
  'reason',
  'withdrawn',
  'kit_order_id',
];

/** To be called once at start. */
export function registerWowHistory(): void {
  registerHistory('wow-order', {
    module: m.PlaceOrders,
    tables: [{ table: 'wow_order', title: 'WOW kit order', by: null }],
    columns: Object.fromEntries(TOLD.map((column) => [column, null])),
    states: wowLabels,
    ensureVisible: visibleRow('wow_order'),
  });
}
