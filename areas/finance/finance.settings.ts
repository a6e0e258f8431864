import { fieldSetting, setting } from '@aangan/contract/area.ts';
import { boolean, choice, date, integer, longText, money, percent } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { componentKinds, componentPriority, joinProrationTitles } from './fee-plan/plan-shape.ts';

/** Settings of plans, concessions and receipts (finance.md 3.13); their forms stand in finance-setting-forms.ts. */
export const financeSettings = {
  stacking: fieldSetting({
    key: 'stacking',
    field: choice({
      label: 'When several concessions meet',
      options: {
        BEST_OF: 'The best one counts',
        ADDITIVE: 'They add up',
        SEQUENTIAL: 'One after the other, each of what is left',
      },
    }),
    default: 'BEST_OF',
  }),
  concessionCap: fieldSetting({
    key: 'concession_cap_bp',
    field: percent({
      label: 'All concessions together take at most',
      help: 'Share of the fees without deposits. Empty: no limit',
      optional: true,
    }),
    default: null,
  }),
  autoApprove: fieldSetting({
    key: 'auto_approve_standard_plan',
    field: boolean({ label: 'Plans at the standard price are approved by rule' }),
    default: false,
  }),
  overBudget: fieldSetting({
    key: 'concession_over_budget',
    field: choice({
      label: 'When the budget is used up',
      options: { RAISE_BAND: 'One approval level more', REFUSE: 'No more concessions' },
    }),
    default: 'RAISE_BAND',
  }),
  componentPriority: setting({
    key: 'component_priority',
    title: 'Which fee of an instalment a payment goes to first',
    schema: z.array(z.enum(componentKinds)).max(componentKinds.length),
    default: [...componentPriority],
  }),
  roundTo: fieldSetting({
    key: 'round_to',
    field: choice({
      label: 'Instalments are rounded to',
      options: { 0: 'The paisa', 100: 'Whole rupees', 1000: 'Tens of rupees' },
      help: 'What a new payment option starts with',
    }),
    default: '0',
  }),
  residue: fieldSetting({
    key: 'residue',
    field: choice({
      label: 'The rest goes to',
      options: { LAST: 'The last instalment', FIRST: 'The first instalment' },
    }),
    default: 'LAST',
  }),
  partialMin: fieldSetting({
    key: 'partial_min',
    field: money({ label: 'Least part of an instalment', min: 0 }),
    default: 500_00,
  }),
  joinProration: fieldSetting({
    key: 'join_proration',
    field: choice({
      label: 'A child that joins late pays',
      options: joinProrationTitles,
      help: 'What the assignment of a plan starts with; it may be changed for a child',
    }),
    default: 'NONE',
  }),
  leaveNoticeDays: fieldSetting({
    key: 'leave_notice_days',
    field: integer({ label: 'Notice of a child that leaves (days)', min: 0, max: 120 }),
    default: 30,
  }),
  stampAbove: fieldSetting({
    key: 'stamp_above',
    field: money({ label: 'Revenue stamp on cash receipts above', min: 0 }),
    default: 5_000_00,
  }),
  receiptFooter: fieldSetting({
    key: 'receipt_footer',
    field: longText({ label: 'Last line of a receipt', max: 200, optional: true }),
    default: null,
  }),
  eInvoiceFrom: fieldSetting({
    key: 'einvoice_applicable_from',
    field: date({ label: 'E-invoices of documents dated from', optional: true }),
    default: null,
  }),
  linkDays: fieldSetting({
    key: 'link_days',
    field: integer({ label: 'A payment link is valid for (days)', min: 1, max: 180 }),
    default: 30,
  }),
};
