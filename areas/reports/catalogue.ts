import type { AnyReport } from '@aangan/contract/report.ts';
import { ledgerReports, royaltyReports } from '../finance/report/finance-report.contract.ts';
import { purchaseReports, tatReports } from '../orders/report/order-report.contract.ts';

export interface ReportEntry {
  readonly path: string;
  readonly title: string;
  readonly group: string;
  /** The question it answers. */
  readonly text: string;
  /** The right to the rows, as people know it. */
  readonly needs: string;
  readonly views: readonly { readonly value: string; readonly of: AnyReport }[];
  /** The parameter of the address that chooses a view. */
  readonly param?: string;
}

const viewsOf = (of: readonly AnyReport[], values: readonly string[]) =>
  of.map((report, i) => ({ value: values[i] ?? report.name, of: report }));

/** Every report with its views: the hub lists them, the screens draw them, the definitions explain their columns. */
export const reportEntries = {
  ledger: {
    path: '/report/ledger-report',
    title: 'Ledger report',
    group: 'Finance',
    text: 'What centres and families owe, how old it is, and the books it stands in.',
    needs: 'Ledger',
    views: viewsOf(ledgerReports, ['centres', 'students', 'ageing', 'accounts']),
  },
  royalty: {
    path: '/report/royalty-report',
    title: 'Royalty report',
    group: 'Finance',
    text: 'Royalty by centre and month, with its invoices and what of them is open.',
    needs: 'Royalty',
    views: viewsOf(royaltyReports, ['centres', 'months', 'open']),
  },
  purchase: {
    path: '/report/order-purchase-report',
    title: 'Order purchase report',
    group: 'Orders',
    text: 'What centres were invoiced for kits, by centre, month, product and HSN.',
    needs: 'Order history',
    views: viewsOf(purchaseReports, ['centres', 'months', 'products', 'hsn']),
  },
  tat: {
    path: '/report/order-tats-report',
    title: 'Order TAT report',
    group: 'Orders',
    text: 'How long orders take and which are late; how far the Intelli Kits have come.',
    needs: 'Order history',
    views: viewsOf(tatReports, ['city-wise', 'class-wise', 'status-wise', 'intelli-kit-matrix']),
    param: 'type',
  },
} as const satisfies Readonly<Record<string, ReportEntry>>;
