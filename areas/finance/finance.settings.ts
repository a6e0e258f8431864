import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';
import { stackingPolicies } from './concession/concession-rules.ts';
import { componentKinds, componentPriority } from './fee-plan/plan-shape.ts';

/** Settings of plans and concessions (finance.md 3.13). Payments declare their own. */
export const financeSettings = {
  stacking: setting({
    key: 'stacking',
    title: 'How concessions add up',
    schema: z.enum(stackingPolicies),
    default: 'BEST_OF',
  }),
  concessionCap: setting({
    key: 'concession_cap_bp',
    title: 'Most that all concessions together may take',
    schema: z.int().min(0).max(10000).nullable(),
    default: null,
  }),
  autoApprove: setting({
    key: 'auto_approve_standard_plan',
    title: 'Approve plans at the standard price by rule',
    schema: z.boolean(),
    default: false,
  }),
  overBudget: setting({
    key: 'concession_over_budget',
    title: 'When the concession budget is used up',
    schema: z.enum(['RAISE_BAND', 'REFUSE']),
    default: 'RAISE_BAND',
  }),
  componentPriority: setting({
    key: 'component_priority',
    title: 'Which fee of an instalment a payment goes to first',
    schema: z.array(z.enum(componentKinds)).max(componentKinds.length),
    default: [...componentPriority],
  }),
};
