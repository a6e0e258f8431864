// Journals of a bill (finance.md 3.11 #1, #2, #4, #8): receivable and concession against income, deposit and tax.
import { halfUp } from '@aangan/money/split.ts';
import type { AccountCode } from './chart.ts';
import type { EntryLine } from './post-entry.server.ts';

export interface BillableLine {
  readonly id: string;
  readonly gross: number;
  readonly concession: number;
  readonly tax: number;
  readonly roundOff: number;
  /** Income account of the fee type; 2110 for deposits. */
  readonly incomeAccount: string;
}

/** Postings that bill lines to an account: one receivable posting per line, so a payment can name what it pays. */
export function billPostings(feeAccountId: string, lines: readonly BillableLine[]): EntryLine[] {
  const of = (line: BillableLine, account: AccountCode, amount: number): EntryLine => ({
    account,
    amount,
    feeLineId: line.id,
    party: feeAccountId,
  });
  return [
    ...lines.map((line) => of(line, '1200', line.gross + line.tax - line.concession)),
    ...lines.map((line) => of(line, '4190', line.concession)),
    ...lines.map((line) => of(line, line.incomeAccount as AccountCode, -(line.gross - line.roundOff))),
    ...lines.flatMap((line) => taxPostings(line)),
    ...lines.map((line) => of(line, '4900', -line.roundOff)),
  ].filter((posting) => posting.amount !== 0);
}

// A centre and its children are in one state, so the tax is CGST and SGST in equal halves (3.1 rounds each).
function taxPostings(line: BillableLine): EntryLine[] {
  const half = halfUp(line.tax, 2);
  return [
    { account: '2201', amount: -half, feeLineId: line.id },
    { account: '2202', amount: -(line.tax - half), feeLineId: line.id },
  ];
}
