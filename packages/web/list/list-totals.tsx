import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '../api/use-query.ts';
import { SumsLine } from '../ui/sums-line.tsx';

type TotalsOf<E extends Endpoint> = OutputOf<E> extends { totals: infer T } ? keyof T & string : never;

interface ListTotalsProps<E extends Endpoint> {
  /** A list that answers `totals` (paise) of all rows of its filter beside the page. */
  of: E;
  /** `list.input`: search and filters, without paging. */
  input: Readonly<Record<string, unknown>>;
  /** Which totals, with their words, in the order of the line. */
  sums: Readonly<Partial<Record<TotalsOf<E>, string>>>;
  mb?: 'md' | 0;
}

/** What all rows of a list's filter come to, not of the page alone. A list of `listing()` declares `sums` instead. */
export function ListTotals<E extends Endpoint>({ of, input, sums, mb }: ListTotalsProps<E>) {
  // Every list takes `limit`; its input is not known here.
  const query = useQuery(of, { ...input, limit: 1 } as InputOf<E>, { keepPrevious: true });
  const answer = query.data as { totals: Readonly<Record<string, number>> } | undefined;
  if (!answer) return null;
  return (
    <SumsLine
      sums={Object.entries<string | undefined>(sums).map(([key, label]) => [
        label ?? key,
        answer.totals[key] ?? 0,
      ])}
      {...(mb === undefined ? {} : { mb })}
    />
  );
}
