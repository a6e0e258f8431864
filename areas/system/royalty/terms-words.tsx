import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import type { AgreementRow } from '../../finance/royalty/royalty.contract.ts';

type Terms = AgreementRow['terms'];

export const models = [
  { value: 'COLLECTED', label: 'Share of what is collected' },
  { value: 'NONE', label: 'No royalty' },
];
export const treatments = [
  { value: 'NET', label: 'The fee after concessions' },
  { value: 'GROSS', label: 'The full fee' },
  { value: 'NET_IF_HO', label: 'After concessions that head office approved' },
];
export const tdsModes = [
  { value: 'NONE', label: 'None' },
  { value: 'REIMBURSE', label: 'The centre pays it and is paid back' },
  { value: 'NET_OFF', label: 'Taken off the payment' },
];
export const cycles = [
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'FORTNIGHTLY', label: 'Every two weeks' },
];
export const bearers = [
  { value: 'CENTRE', label: 'The centre' },
  { value: 'HEAD_OFFICE', label: 'Head office' },
];
export const periods = [
  { value: 'MONTH', label: 'Month' },
  { value: 'QUARTER', label: 'Quarter' },
  { value: 'YEAR', label: 'Year' },
];
const word = (list: readonly { value: string; label: string }[], value: string): string =>
  list.find((one) => one.value === value)?.label ?? value;
const kind = (name: string): string => `${name.charAt(0)}${name.slice(1).toLowerCase().replaceAll('_', ' ')}`;

export const termGroups = ['Rate', 'What it is taken on', 'Payment and tax'] as const;
type Group = (typeof termGroups)[number];

/** The terms as label and words, for facts and for comparing. */
export function termsLines(terms: Terms): { group: Group; label: string; value: string }[] {
  const rates = Object.entries(terms.componentRates).map(
    ([name, bp]) => `${kind(name)} ${formatPercent(Number(bp))}`,
  );
  const line = (group: Group) => (label: string, value: string) => ({ group, label, value });
  const [rate, base, payment] = [line('Rate'), line('What it is taken on'), line('Payment and tax')];
  const slabs = terms.slabs.map((s) => `from ${formatRupees(s.from, true)}: ${formatPercent(s.bp)}`);
  return [
    rate('Model', word(models, terms.model)),
    rate('Rate', formatPercent(terms.defaultBp)),
    rate('Own rates', rates.join(', ') || 'none'),
    rate('Bands of a year', slabs.join(', ') || 'none'),
    rate('Marketing', formatPercent(terms.marketingBp)),
    rate('Highest royalty a period', terms.cap === null ? 'no limit' : formatRupees(terms.cap, true)),
    base('Taken on', word(treatments, terms.concessionTreatment)),
    base('Concession limit', terms.discountCapBp === null ? 'no limit' : formatPercent(terms.discountCapBp)),
    base('Without royalty', terms.exclusions.map(kind).join(', ') || 'nothing'),
    payment('Due after', `${terms.dueDays} days`),
    payment('Interest a year', formatPercent(terms.interestBp)),
    payment('TDS', word(tdsModes, terms.tdsMode)),
    payment('Payout', `${word(cycles, terms.cycle)}, T+${terms.tPlus}`),
    payment('Gateway fee', word(bearers, terms.feeBearer)),
  ];
}

/** Labels of the terms in which a centre differs from the standard. */
export function differsIn(terms: Terms, standard: Terms): string[] {
  const theirs = new Map(termsLines(standard).map((line) => [line.label, line.value]));
  return termsLines(terms)
    .filter((line) => theirs.get(line.label) !== line.value)
    .map((line) => line.label);
}
