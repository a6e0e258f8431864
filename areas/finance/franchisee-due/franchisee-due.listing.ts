import { choice, date, integer, money, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { financeModules } from '../modules.ts';

export const dueKinds = { ROYALTY: 'Royalty', KIT: 'Kits', NOTE: 'Debit note' } as const;
export const dueStates = { OPEN: 'Open', PART_PAID: 'Partly paid', PAID: 'Paid' } as const;

const base = { module: financeModules.ledger, scope: 'centre', can: [] } as const;
const row = {
  number: text({ label: 'Invoice', max: 40, search: true }),
  centre: text({ label: 'Centre', max: 120, search: true }),
  issuedOn: date({ label: 'Dated' }),
  dueOn: date({ label: 'Due' }),
  taxable: money({ label: 'Amount before tax' }),
  tax: money({ label: 'Tax' }),
  amount: money({ label: 'Amount' }),
  settled: money({ label: 'Paid' }),
  open: money({ label: 'Balance' }),
  /** Days since it was due; 0 while it is not, or when it is paid. */
  overdueDays: integer({ label: 'Days overdue', min: 0, max: 100_000 }),
  status: choice({ label: 'Status', options: dueStates }),
};

/** What centres owe head office, of every kind. */
export const franchiseeDues = listing({
  ...base,
  name: 'franchisee-due',
  title: 'Dues to head office',
  row: {
    ...row,
    kind: choice({ label: 'For', options: dueKinds }),
    label: text({ label: 'Description', max: 120 }),
  },
  hidden: {},
  shown: [
    'number',
    'kind',
    'label',
    'issuedOn',
    'dueOn',
    'amount',
    'settled',
    'open',
    'overdueDays',
    'status',
  ],
  filters: {
    kind: choice({ label: 'For', options: dueKinds }),
    dueOn: date({ label: 'Due', filter: 'range' }),
    /** For the page of one centre. */
    franchiseeId: integer({ label: 'Centre', min: 1, max: 999_999 }),
  },
  sorts: ['issuedOn', 'dueOn', 'amount', 'open'],
  sort: '-issuedOn',
  state: 'status',
  sums: ['amount', 'settled', 'open'],
});

/** /ledger/franchisee-order: the invoices of kits alone. */
export const kitDues = listing({
  ...base,
  name: 'kit-due',
  title: 'Kit orders on account',
  row: { ...row, kitType: text({ label: 'Kit type', max: 60, search: true }) },
  hidden: {},
  shown: [
    'number',
    'centre',
    'issuedOn',
    'kitType',
    'amount',
    'tax',
    'settled',
    'open',
    'overdueDays',
    'status',
  ],
  filters: {
    kitType: text({ label: 'Kit type', max: 60 }),
    issuedOn: date({ label: 'Dated', filter: 'range' }),
  },
  sorts: ['issuedOn', 'dueOn', 'amount', 'open'],
  sort: '-issuedOn',
  state: 'status',
  sums: ['amount', 'tax', 'settled', 'open'],
});
