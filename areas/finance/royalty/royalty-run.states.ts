import { formatDate } from '@aangan/contract/period.ts';
import { transitions } from '@aangan/contract/states.ts';
import { type ComponentKind, componentKindTitles } from '../fee-plan/plan-shape.ts';

/** A month without a run stands in preview. */
export const royaltyRunStates = transitions({
  PREVIEW: { freeze: 'FROZEN' },
  FROZEN: { invoice: 'INVOICED' },
  INVOICED: { close: 'CLOSED' },
  CLOSED: {},
});
export const royaltyRunLabels = {
  PREVIEW: 'Preview',
  FROZEN: 'Frozen',
  INVOICED: 'Invoiced',
  CLOSED: 'Closed',
} as const;
export const runCentreLabels = {
  PREVIEW: 'Preview',
  WAITING: 'Waits',
  FROZEN: 'Frozen',
  INVOICED: 'Invoiced',
  FAILED: 'Failed',
} as const;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** '2026-07-01' -> 'July 2026'. */
export const monthTitle = (month: string): string => {
  const [, number, year] = formatDate(month).split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
};

const LINES: Readonly<Record<string, string>> = {
  SHORTFALL: 'Up to the guarantee',
  CAP: 'Down to the cap',
  ADJUSTMENT: 'Adjustment of an earlier month',
};

/** What a line of an invoice is for. */
export const lineTitle = (line: { readonly kind: string; readonly componentKind: string | null }): string => {
  const fee = componentKindTitles[line.componentKind as ComponentKind] ?? null;
  const title = LINES[line.kind] ?? 'Royalty';
  return fee ? `${title}: ${fee}` : title;
};
