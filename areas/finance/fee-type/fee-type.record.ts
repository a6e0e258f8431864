import { boolean, choice, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import { financeModules } from '../modules.ts';

/** Heads of fees (Tuition Fees …): read like a record, changed by commands because another user approves them. */
export const feeType = record({
  name: 'fee-type',
  title: 'Fee type',
  module: financeModules.feeStructure,
  scope: 'shared',
  screens: { list: '/fee-types/feeTypes-list', add: '/fee-types/create-FeeType' },
  fields: {
    name: text({ label: 'Name', max: 80, search: true }),
    code: text({
      label: 'Code',
      max: 30,
      pattern: /^[A-Z][A-Z0-9_]{1,29}$/,
      patternHelp: 'Capital letters, digits and _, for example SPORTS_DAY',
      sample: 'SPORTS',
    }),
    componentKind: choice({ label: 'Kind', options: componentKindTitles, filter: true }),
    incomeAccount: text({ label: 'Account', max: 4 }),
    refundable: boolean({ label: 'Refundable' }),
    oneTime: boolean({ label: 'Once only' }),
    royaltyBase: choice({
      label: 'Royalty',
      options: { NONE: 'None', GROSS: 'On the gross amount', NET: 'On the net amount' },
    }),
    taxCode: text({ label: 'Tax', max: 20, optional: true }),
    sac: text({ label: 'SAC', max: 8, optional: true }),
    status: choice({
      label: 'Status',
      options: {
        PENDING: 'Waiting for approval',
        APPROVED: 'Approved',
        REJECTED: 'Rejected',
        RETIRED: 'Retired',
      },
      filter: true,
    }),
    decisionNote: text({ label: 'Note', max: 500, optional: true }),
  },
  list: {
    columns: ['name', 'code', 'componentKind', 'incomeAccount', 'taxCode', 'royaltyBase', 'status'],
    sort: 'name',
  },
  writes: 'commands',
});
