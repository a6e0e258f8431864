import { date, integer, money, percent, text } from '@aangan/contract/fields.ts';
import { report } from '@aangan/contract/report.ts';
import { financeModules } from '../modules.ts';

const ledger = { module: financeModules.ledger, scope: 'centre' } as const;
const royalty = { module: financeModules.royalty, scope: 'centre' } as const;
const centre = text({ label: 'Centre', max: 140 });

/** What lies between each centre and head office. */
export const centreLedgerReport = report({
  ...ledger,
  name: 'centre-ledger-report',
  title: 'Centres',
  definition:
    'One row for each centre: its accounts with head office (collections, advances, payouts on their way, dues and accrued royalty). Opening + debit - credit = closing; above zero head office owes the centre.',
  period: 'LAST_MONTH',
  row: {
    centre,
    zone: text({ label: 'Zone', max: 80, optional: true }),
    opening: money({ label: 'Opening', help: 'Balance before the first day.' }),
    debit: money({ label: 'Debit', help: 'What head office came to owe the centre in these days.' }),
    credit: money({ label: 'Credit', help: 'What the centre came to owe head office in these days.' }),
    closing: money({ label: 'Closing', help: 'Opening + debit - credit.' }),
  },
  sums: ['opening', 'debit', 'credit', 'closing'],
  tiles: ['opening', 'debit', 'credit', 'closing'],
  chart: ['closing'],
});

/** What families owe, by class. */
export const studentLedgerReport = report({
  ...ledger,
  name: 'student-ledger-report',
  title: 'Students',
  definition:
    'One row for each class: the open fee accounts of its children, as of now. A child without a class stands under “No class”.',
  row: {
    className: text({ label: 'Class', max: 80 }),
    children: integer({ label: 'Children', help: 'Open fee accounts.' }),
    billed: money({
      label: 'Billed',
      help: 'Instalments that are due or were made due, after concessions, with tax.',
    }),
    concession: money({ label: 'Concession', help: 'What was taken off before billing.' }),
    paid: money({ label: 'Paid', help: 'Payments set against instalments.' }),
    due: money({ label: 'Due', help: 'Billed up to today and not paid.' }),
    overdue: money({ label: 'Overdue', help: 'Due, and the days of grace are over.' }),
    advance: money({ label: 'Advance', help: 'Paid ahead and not yet set against anything.' }),
  },
  sums: ['children', 'billed', 'concession', 'paid', 'due', 'overdue', 'advance'],
  tiles: ['billed', 'paid', 'due', 'overdue'],
  chart: ['paid', 'due'],
});

/** How long what is overdue has been so. */
export const ageingReport = report({
  ...ledger,
  name: 'ageing-report',
  title: 'Ageing',
  definition:
    'Children by the age of their oldest overdue instalment, in days after due day and grace, as of now.',
  row: {
    age: text({ label: 'Days overdue', max: 20 }),
    children: integer({ label: 'Children', help: 'Each child once, by its oldest overdue instalment.' }),
    overdue: money({ label: 'Overdue', help: 'All that is overdue of these children.' }),
  },
  sums: ['children', 'overdue'],
  tiles: ['children', 'overdue'],
  chart: ['overdue'],
});

/** The book of the chosen centre, or of head office. */
export const accountsReport = report({
  ...ledger,
  name: 'accounts-report',
  title: 'Accounts',
  definition:
    'Trial balance at the end of the last day: the book of the chosen centre, or of head office where none is chosen.',
  period: 'LAST_MONTH',
  row: {
    account: text({ label: 'Account', max: 120 }),
    kind: text({ label: 'Kind', max: 20 }),
    debit: money({ label: 'Debit' }),
    credit: money({ label: 'Credit' }),
  },
  sums: ['debit', 'credit'],
  tiles: ['debit', 'credit'],
});

/** Royalty by centre and month, with its invoice. */
export const royaltyReport = report({
  ...royalty,
  name: 'royalty-report',
  title: 'Centres',
  definition:
    'One row for each centre and month that has royalty or an invoice. The base is what families paid of the fees the agreement counts; the rate is the agreement’s standard rate of that month.',
  period: 'THIS_YEAR',
  row: {
    centre,
    month: date({ label: 'Month' }),
    rate: percent({ label: 'Rate', optional: true, help: 'Standard rate of the approved agreement.' }),
    base: money({ label: 'Base collected', help: 'Payments less returns on fees that bear royalty.' }),
    royalty: money({ label: 'Royalty', help: 'Base x rate, component by component.' }),
    invoiced: money({ label: 'Invoiced', help: 'Total of the month’s invoice with GST and marketing.' }),
    paid: money({ label: 'Paid', help: 'Settled of the invoice.' }),
    open: money({ label: 'Open', help: 'Invoiced - paid.' }),
  },
  sums: ['base', 'royalty', 'invoiced', 'paid', 'open'],
  tiles: ['base', 'royalty', 'invoiced', 'open'],
});

/** Royalty by month, for the course of a year. */
export const royaltyMonthReport = report({
  ...royalty,
  name: 'royalty-month-report',
  title: 'Months',
  definition: 'One row for each month: all centres in reach together.',
  period: 'THIS_YEAR',
  row: {
    month: text({ label: 'Month', max: 20 }),
    centres: integer({ label: 'Centres', help: 'Centres with royalty in the month.' }),
    base: money({ label: 'Base collected' }),
    royalty: money({ label: 'Royalty' }),
  },
  sums: ['base', 'royalty'],
  tiles: ['base', 'royalty'],
  chart: ['base', 'royalty'],
});

/** Royalty invoices that are not paid. */
export const openRoyaltyReport = report({
  ...royalty,
  name: 'open-royalty-report',
  title: 'Open',
  definition: 'Royalty invoices that are not wholly paid, as of now, the oldest due day first.',
  row: {
    centre,
    number: text({ label: 'Invoice', max: 40 }),
    issuedOn: date({ label: 'Dated' }),
    dueOn: date({ label: 'Due' }),
    daysLate: integer({ label: 'Days late' }),
    amount: money({ label: 'Amount' }),
    paid: money({ label: 'Paid' }),
    open: money({ label: 'Open' }),
  },
  sums: ['amount', 'paid', 'open'],
  tiles: ['amount', 'paid', 'open'],
});

export const ledgerReports = [centreLedgerReport, studentLedgerReport, ageingReport, accountsReport] as const;
export const royaltyReports = [royaltyReport, royaltyMonthReport, openRoyaltyReport] as const;
