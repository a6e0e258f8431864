// A second, simple bookkeeping of a month: from the rules of finance.md 3 alone, in whole paise, without a line of the
// product. Totals over all days, so what is paid ahead stands on its bill at once.

/** Half-up of a share in basis points. */
export const shareOf = (amount: number, bp: number): number => Math.floor((amount * bp + 5_000) / 10_000);

type Component = 'ADMISSION' | 'TUITION' | 'ACTIVITY' | 'KIT' | 'DEPOSIT' | 'BOUNCE' | 'NOTE' | 'LATE_FEE';

/** Income account of each fee; a deposit is a debt. */
const INCOME: Readonly<Record<Component, string>> = {
  ADMISSION: '4120',
  TUITION: '4110',
  ACTIVITY: '4140',
  KIT: '4150',
  DEPOSIT: '2110',
  BOUNCE: '4210',
  NOTE: '4170',
  LATE_FEE: '4200',
};
/** What a payment goes to first within a due day. */
const PRIORITY: readonly Component[] = [
  'ADMISSION',
  'TUITION',
  'ACTIVITY',
  'KIT',
  'DEPOSIT',
  'BOUNCE',
  'NOTE',
  'LATE_FEE',
];
const ROYALTY: readonly Component[] = ['ADMISSION', 'TUITION', 'ACTIVITY'];

interface Line {
  readonly component: Component;
  readonly due: string;
  net: number;
  paid: number;
}

export interface ModelChild {
  readonly lines: Line[];
  royalty: number;
  readonly receipts: number[];
}

export class MonthModel {
  readonly #royaltyBp: number;
  readonly #books = new Map<string, number>();
  readonly children = new Map<string, ModelChild>();

  constructor(royaltyBp: number) {
    this.#royaltyBp = royaltyBp;
  }

  /** `C 1200`: accounts of the centre; `H 2300`: of head office. Debit above zero. */
  book(lines: Readonly<Record<string, number>>): void {
    if (Object.values(lines).reduce((sum, one) => sum + one, 0) !== 0)
      throw new Error('The model is not even');
    for (const [account, amount] of Object.entries(lines))
      this.#books.set(account, (this.#books.get(account) ?? 0) + amount);
  }

  /** Accounts with a balance, in order. */
  balances(): [string, number][] {
    return [...this.#books].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  child(name: string): ModelChild {
    const known = this.children.get(name) ?? { lines: [], royalty: 0, receipts: [] };
    this.children.set(name, known);
    return known;
  }

  open(name: string): number {
    return this.child(name).lines.reduce((sum, line) => sum + line.net - line.paid, 0);
  }

  /** #1, #12b, #13, #25d: a bill; a concession stands apart. */
  bill(
    name: string,
    component: Component,
    { due, gross, concession = 0 }: { due: string; gross: number; concession?: number },
  ): void {
    this.book({ 'C 1200': gross - concession, 'C 4190': concession, [`C ${INCOME[component]}`]: -gross });
    this.child(name).lines.push({ component, due, net: gross - concession, paid: 0 });
  }

  /** #2: a later concession on one line. */
  concede(name: string, due: string, amount: number): void {
    this.book({ 'C 4190': amount, 'C 1200': -amount });
    this.#line(name, 'TUITION', due).net -= amount;
  }

  /** #5, #6: where it came in, and onto the lines: the oldest first, within a day by priority. */
  pay(name: string, amount: number, where: 'CASH' | 'BANK' | 'ONLINE'): void {
    const account = { CASH: 'C 1100', BANK: 'C 1120', ONLINE: 'C 1300' }[where];
    this.book({ [account]: amount, 'C 1200': -amount });
    if (where === 'ONLINE') this.book({ 'H 1500': amount, 'H 2300': -amount });
    this.child(name).receipts.push(amount);
    this.#put(name, amount);
  }

  /** #25, #25u: a credit note on a paid line; what comes free pays what is open next, or waits to go back. */
  credit(name: string, component: Component, amount: number, then: 'NEXT' | 'BACK'): void {
    const line = this.child(name).lines.find((one) => one.component === component && one.paid === one.net);
    if (!line) throw new Error('The model has no such paid line');
    line.net -= amount;
    line.paid -= amount;
    this.#earn(name, component, -amount);
    this.book({ [`C ${INCOME[component]}`]: amount, 'C 2100': -amount });
    if (then === 'BACK') return;
    this.book({ 'C 2100': amount, 'C 1200': -amount });
    this.#put(name, amount);
  }

  /** #26, #27o: out of the advance, by the centre's bank. */
  refund(amount: number): void {
    this.book({ 'C 2100': amount, 'C 1120': -amount });
  }

  /** #3: a late fee that was let off. */
  waive(name: string, amount: number): void {
    this.book({ 'C 4200': amount, 'C 1200': -amount });
    const line = this.child(name).lines.find((one) => one.component === 'LATE_FEE');
    if (line) line.net -= amount;
  }

  royalty(): number {
    return [...this.children.values()].reduce((sum, child) => sum + child.royalty, 0);
  }

  #line(name: string, component: Component, due: string): Line {
    const line = this.child(name).lines.find((one) => one.component === component && one.due === due);
    if (!line) throw new Error(`The model has no ${component} of ${due}`);
    return line;
  }

  #put(name: string, amount: number): void {
    let left = amount;
    const order = [...this.child(name).lines].sort(
      (a, b) =>
        (a.due < b.due ? -1 : a.due > b.due ? 1 : 0) ||
        PRIORITY.indexOf(a.component) - PRIORITY.indexOf(b.component),
    );
    for (const line of order) {
      const part = Math.min(left, line.net - line.paid);
      line.paid += part;
      left -= part;
      this.#earn(name, line.component, part);
    }
    if (left > 0) throw new Error('The model has money without a line');
  }

  /** One row for each part of a payment, each rounded by itself. */
  #earn(name: string, component: Component, amount: number): void {
    if (!ROYALTY.includes(component)) return;
    this.child(name).royalty += Math.sign(amount) * shareOf(Math.abs(amount), this.#royaltyBp);
  }
}
