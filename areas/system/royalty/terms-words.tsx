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

/** The terms as label and words, for facts and for comparing. */
export function termsLines(terms: Terms): { label: string; value: string }[] {
  const rates = Object.entries(terms.componentRates).map(
    ([name, bp]) => `${kind(name)} ${formatPercent(Number(bp))}`,
  );
  return [
    { label: 'Model', value: word(models, terms.model) },
    { label: 'Rate', value: formatPercent(terms.defaultBp) },
    { label: 'Own rates', value: rates.join(', ') || 'none' },
    {
      label: 'Bands of a year',
      value:
        terms.slabs.map((s) => `from ${formatRupees(s.from, true)}: ${formatPercent(s.bp)}`).join(', ') ||
        'none',
    },
    { label: 'Taken on', value: word(treatments, terms.concessionTreatment) },
    {
      label: 'Concessions count up to',
      value: terms.discountCapBp === null ? 'all' : formatPercent(terms.discountCapBp),
    },
    { label: 'Without royalty', value: terms.exclusions.map(kind).join(', ') || 'nothing' },
    { label: 'Cap', value: terms.cap === null ? 'none' : formatRupees(terms.cap, true) },
    { label: 'Marketing', value: formatPercent(terms.marketingBp) },
    { label: 'Due after', value: `${terms.dueDays} days` },
    { label: 'Interest a year', value: formatPercent(terms.interestBp) },
    { label: 'TDS', value: word(tdsModes, terms.tdsMode) },
    { label: 'Payout', value: `${word(cycles, terms.cycle)}, T+${terms.tPlus}` },
    { label: 'Gateway fee', value: word(bearers, terms.feeBearer) },
  ];
}

/** Labels of the terms in which a centre differs from the standard. */
export function differsIn(terms: Terms, standard: Terms): string[] {
  const theirs = new Map(termsLines(standard).map((line) => [line.label, line.value]));
  return termsLines(terms)
    .filter((line) => theirs.get(line.label) !== line.value)
    .map((line) => line.label);
}
