import { SumsLine } from '../ui/sums-line.tsx';
import type { ListModel } from './use-list.ts';

interface ListTotalsProps<Totals extends string> {
  /** A list that answers `totals` (paise) of all rows of its filter beside the page. */
  list: Pick<ListModel<unknown, Totals>, 'totals' | 'error'>;
  /** Which totals, with their words, in the order of the line. */
  sums: Readonly<Partial<Record<Totals, string>>>;
  mb?: 'md' | 0;
}

/** What all rows of a list's filter come to, not of the page alone. A list of `listing()` declares `sums` instead. */
export function ListTotals<Totals extends string>({ list, sums, mb }: ListTotalsProps<Totals>) {
  if (list.error && !list.totals) return null;
  const labels = Object.entries<string | undefined>(sums) as [Totals, string][];
  return (
    <SumsLine
      sums={labels.map(([key, label]) => [label, list.totals?.[key] ?? null])}
      {...(mb === undefined ? {} : { mb })}
    />
  );
}
