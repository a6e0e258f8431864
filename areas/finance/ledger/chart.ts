// The chart of accounts (finance.md 3.11) as the code sees it: party and book of every account. 0501_ledger.sql holds the
// same list for the database; ledger.test.ts compares both.

export type Party = 'NONE' | 'FEE_ACCOUNT' | 'FRANCHISEE' | 'GATEWAY' | 'BANK';
/** C: a centre's book, H: head office's, B: both. */
export type Book = 'C' | 'H' | 'B';
export type AccountClass = 'A' | 'L' | 'I' | 'E' | 'Q';

const row = <P extends Party, B extends Book>(book: B, party: P, name: string) =>
  ({ book, party, name }) as const;

export const chart = {
  1100: row('C', 'NONE', 'Cash'),
  1110: row('C', 'NONE', 'Cheques in hand'),
  1120: row('C', 'BANK', 'Bank'),
  1130: row('C', 'NONE', 'POS clearing'),
  1140: row('C', 'GATEWAY', 'Own gateway clearing'),
  1200: row('C', 'FEE_ACCOUNT', 'Student receivable'),
  1300: row('C', 'NONE', 'Due from head office (collections)'),
  1310: row('C', 'NONE', 'Advance to head office'),
  1330: row('C', 'NONE', 'Payout in transit'),
  1350: row('C', 'NONE', 'TDS recoverable from head office'),
  1360: row('C', 'NONE', 'GST input'),
  2100: row('C', 'FEE_ACCOUNT', 'Parent advance'),
  2110: row('C', 'FEE_ACCOUNT', 'Refundable deposits'),
  2120: row('C', 'FEE_ACCOUNT', 'Refund payable'),
  2201: row('C', 'NONE', 'CGST out'),
  2202: row('C', 'NONE', 'SGST out'),
  2203: row('C', 'NONE', 'IGST out'),
  2310: row('C', 'NONE', 'TDS payable'),
  2400: row('C', 'NONE', 'Due to head office'),
  2405: row('C', 'NONE', 'Accrued royalty'),
  2900: row('C', 'NONE', 'Suspense'),
  3100: row('B', 'NONE', 'Opening'),
  3110: row('C', 'NONE', 'Between years'),
  4110: row('C', 'NONE', 'Tuition'),
  4120: row('C', 'NONE', 'Admission'),
  4130: row('C', 'NONE', 'Application, registration'),
  4140: row('C', 'NONE', 'Activity'),
  4150: row('C', 'NONE', 'Kit'),
  4160: row('C', 'NONE', 'Transport'),
  4170: row('C', 'NONE', 'Other services'),
  4190: row('C', 'NONE', 'Concession given'),
  4200: row('C', 'NONE', 'Late fee'),
  4210: row('C', 'NONE', 'Cheque return charge'),
  4900: row('C', 'NONE', 'Round-off'),
  5100: row('C', 'NONE', 'Royalty'),
  5110: row('C', 'NONE', 'GST not creditable'),
  5120: row('C', 'NONE', 'Marketing'),
  5200: row('C', 'NONE', 'Gateway fee'),
  5210: row('C', 'NONE', 'Bank/POS charge'),
  5300: row('C', 'NONE', 'Bad debt'),
  5400: row('C', 'NONE', 'Kits bought'),
  5900: row('C', 'NONE', 'Other head office charges'),
  1400: row('H', 'FRANCHISEE', 'Franchisee receivable'),
  1405: row('H', 'FRANCHISEE', 'Accrued royalty receivable'),
  1410: row('H', 'FRANCHISEE', 'TDS receivable'),
  1420: row('H', 'NONE', 'GST in (gateway)'),
  1430: row('H', 'NONE', 'Courier claim'),
  1500: row('H', 'GATEWAY', 'Gateway clearing'),
  1510: row('H', 'BANK', 'Bank nodal'),
  1520: row('H', 'BANK', 'Bank operating'),
  1600: row('H', 'NONE', 'Inventory'),
  2300: row('H', 'FRANCHISEE', 'Franchisee payable'),
  2320: row('H', 'FRANCHISEE', 'Payout in transit'),
  2330: row('H', 'FRANCHISEE', 'Refund in transit'),
  2340: row('H', 'FRANCHISEE', 'Advances from franchisees'),
  2501: row('H', 'NONE', 'CGST out'),
  2502: row('H', 'NONE', 'SGST out'),
  2503: row('H', 'NONE', 'IGST out'),
  2600: row('H', 'NONE', 'Suspense'),
  2610: row('H', 'NONE', 'Marketing fund'),
  2620: row('H', 'NONE', 'Goods received not invoiced'),
  4500: row('H', 'FRANCHISEE', 'Royalty'),
  4510: row('H', 'NONE', 'Late interest'),
  4530: row('H', 'NONE', 'Kit sales'),
  4540: row('H', 'NONE', 'Other income'),
  4990: row('H', 'NONE', 'Round-off'),
  5500: row('H', 'NONE', 'Gateway fee'),
  5510: row('H', 'NONE', 'Bank charge'),
  5520: row('H', 'NONE', 'Courier'),
  5530: row('H', 'NONE', 'Damage'),
  5540: row('H', 'NONE', 'Bad debt'),
  5550: row('H', 'NONE', 'Cost of goods'),
  5560: row('H', 'NONE', 'Samples given'),
} as const;

/** A four-digit code of the chart; anything else does not compile. */
export type AccountCode = `${keyof typeof chart}`;

/** Head office is the one franchisee with book H (finance.md 1 'Parties'). */
export const HEAD_OFFICE = 1;

export const partyOf = (code: AccountCode): Party => chart[Number(code) as keyof typeof chart].party;
export const accountName = (code: string): string =>
  (chart as Record<string, { name: string }>)[code]?.name ?? code;

const CLASSES: Record<string, AccountClass> = { 1: 'A', 2: 'L', 3: 'Q', 4: 'I', 5: 'E' };
export const classOf = (code: string): AccountClass => CLASSES[code.charAt(0)] ?? 'A';
