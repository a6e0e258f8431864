// Histories of what two people decide in orders: their steps and what was changed.
import type { ModuleGate } from '@aangan/contract/endpoint.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { allocationLabels } from './allocation/kit-allocation.states.ts';
import { indentLabels } from './indent/uniform-indent.states.ts';
import { mappingLabels } from './mapping/kit-mapping.states.ts';
import { marginLabels } from './margin/margin.states.ts';
import { ordersModules } from './modules.ts';

function workflow(
  kind: string,
  of: {
    table: string;
    title: string;
    module: ModuleGate;
    states: Readonly<Record<string, string>>;
    /** Columns that a step tells already, or that nobody reads. */
    told: readonly string[];
  },
): void {
  registerHistory(kind, {
    module: of.module,
    tables: [{ table: of.table, title: of.title, by: null }],
    columns: Object.fromEntries(['franchisee_id', 'status', ...of.told].map((column) => [column, null])),
    states: of.states,
    ensureVisible: visibleRow(of.table),
  });
}

/** To be called once at start. */
export function registerOrdersHistories(): void {
  workflow('margin-request', {
    table: 'margin_request',
    title: 'Margin request',
    module: ordersModules.ProductRetailerMargin,
    states: marginLabels,
    told: ['product_id', 'batch_id', 'made_by', 'level1_by', 'level1_at', 'level2_by', 'level2_at', 'reason'],
  });
  workflow('kit-mapping', {
    table: 'kit_mapping',
    title: 'Kit mapping',
    module: ordersModules.kitProductMapping,
    states: mappingLabels,
    told: ['kit_product_id', 'supersedes_id', 'made_by', 'ch1_by', 'approved_by', 'current'],
  });
  workflow('kit-allocation', {
    table: 'kit_allocation',
    title: 'Kit allocation',
    module: ordersModules.kitAllocation,
    states: allocationLabels,
    told: ['enrolment_id', 'student_id', 'model_id', 'revoked_reason', 'qty_live'],
  });
  workflow('uniform-indent', {
    table: 'uniform_indent',
    title: 'Uniform indent',
    module: ordersModules.StudentUniformIndent,
    states: indentLabels,
    told: [
      'handed_at',
      'handed_by',
      'enrolment_id',
      'student_id',
      'enquiry_id',
      'order_id',
      'class_id',
      'submitted_by',
      'submitted_at',
    ],
  });
}
