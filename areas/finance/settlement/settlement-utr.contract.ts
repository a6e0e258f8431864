import { date, money, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { financeModules } from '../modules.ts';
import { utrField } from './settlement.contract.ts';

/** UTRs of payouts from the bank's file, by the number of the payout. */
export const settlementUtrs = fileImport({
  name: 'settlement-utr',
  title: 'UTRs of payouts',
  module: financeModules.settlementTransfer,
  scope: 'network',
  mode: 'VALID_ROWS',
  maxRows: 2000,
  reference: ['number'],
  columns: {
    number: column(
      text({ label: 'Payout', max: 20 }),
      'P014/2627/000001',
      'payout no',
      'remark',
      'remarks',
      'narration',
    ),
    utr: column(utrField, 'HDFCN52026112400', 'utr no', 'bank reference', 'transaction id'),
    amount: column(money({ label: 'Amount', min: 1 }), '15988.00', 'net amount', 'txn amount'),
    paidOn: column(date({ label: 'Paid on' }), '24-11-2026', 'value date', 'transaction date'),
  },
});
