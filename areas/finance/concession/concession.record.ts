import { boolean, choice, choices, date, integer, money, percent, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import { financeModules } from '../modules.ts';

export const concessionTypes = {
  SIBLING: 'Sibling',
  EARLY_BIRD: 'Early bird',
  STAFF: 'Staff child',
  REFERRAL: 'Referral',
  SCHOLARSHIP: 'Scholarship',
  FULL_YEAR: 'Whole year paid',
  MANUAL: 'Manual',
  'Royalty Concession': 'Royalty Concession',
} as const;

/** Concessions a plan may be given with (finance.md 3.5). 'Royalty Concession' lowers a child's royalty, not the fee (D20). */
export const concession = record({
  name: 'concession',
  title: 'Concession',
  module: financeModules.feeConcession,
  scope: 'shared',
  screens: {
    list: '/fee-Concession/list',
    add: '/fee-Concession/add',
    edit: '/fee-Concession/edit/{concessionId}',
  },
  fields: {
    name: text({ label: 'Name', max: 80, search: true }),
    concessionType: choice({ label: 'Type', options: concessionTypes, filter: true }),
    basis: choice({ label: 'Given as', options: { PERCENT: 'Percentage', AMOUNT: 'Amount' } }),
    percent: percent({ label: 'Percentage', optional: true }),
    amount: money({ label: 'Amount', min: 0, optional: true }),
    level: choice({
      label: 'On',
      options: { COMPONENT: 'Certain components', PLAN: 'The whole plan, without deposits' },
    }),
    componentKinds: choices({ label: 'Components', options: componentKindTitles }),
    stackable: boolean({ label: 'May be combined with others' }),
    capAmount: money({ label: 'At most (amount)', min: 0, optional: true }),
    capPercent: percent({ label: 'At most (share of the components)', optional: true }),
    validFrom: date({ label: 'Valid from' }),
    validTo: date({ label: 'Valid to', optional: true }),
    maxUses: integer({ label: 'May be given how often', min: 1, max: 100000, optional: true }),
    documentNeeded: boolean({ label: 'Needs a document' }),
    royaltyTreatment: choice({
      label: 'Royalty is taken on',
      options: {
        NET: 'The reduced fee',
        GROSS: 'The full fee',
        NET_IF_HO: 'The reduced fee when head office approved it',
      },
    }),
    active: boolean({ label: 'In use', filter: true }),
  },
  check: (values) => {
    const wrong: Partial<Record<'percent' | 'amount' | 'basis' | 'componentKinds' | 'validTo', string>> = {};
    if (values.basis === 'PERCENT' && values.percent == null) wrong.percent = 'Fill this in';
    if (values.basis === 'AMOUNT' && values.amount == null) wrong.amount = 'Fill this in';
    if (values.concessionType === 'Royalty Concession' && values.basis !== 'PERCENT')
      wrong.basis = 'A royalty concession is a percentage';
    if (values.level === 'COMPONENT' && (values.componentKinds ?? []).length === 0)
      wrong.componentKinds = 'Choose at least one';
    if (values.validTo && values.validFrom && values.validTo < values.validFrom)
      wrong.validTo = 'Not before the first day';
    return Object.keys(wrong).length === 0 || wrong;
  },
  list: {
    columns: [
      'name',
      'concessionType',
      'basis',
      'percent',
      'amount',
      'level',
      'stackable',
      'validFrom',
      'validTo',
      'active',
    ],
    sort: 'name',
  },
});
