import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatRupees, formatRupeesShort } from '@aangan/web/format.ts';
import { type FilterValues, listLink } from '@aangan/web/list/list-state.ts';
import { homeContract } from './home.contract.ts';

export type HomeCard = OutputOf<typeof homeContract.cards>['cards'][number];
export type HomePoint = NonNullable<NonNullable<HomeCard['figure']>['points']>[number];

const EVERY_MS = 60_000;

/** The cards of the role in use. Those that were late are asked for again by themselves, the others stay as they are. */
export function useHomeCards() {
  const all = useQuery(homeContract.cards, {}, { every: EVERY_MS, background: true });
  const late = (all.data?.cards ?? []).filter((card) => card.state === 'LATE').map((card) => card.key);
  const rest = useQuery(
    homeContract.cards,
    { ids: late.slice(0, 20) },
    { enabled: late.length > 0, background: true },
  );
  const found = new Map((rest.data?.cards ?? []).map((card) => [card.key, card]));
  const cards = (all.data?.cards ?? []).map((card) => {
    const again = card.state === 'LATE' ? found.get(card.key) : undefined;
    // A second time too late is a failure: the person may ask again.
    return again ? (again.state === 'LATE' ? { ...again, state: 'FAILED' as const } : again) : card;
  });
  return {
    cards,
    homes: all.data?.homes ?? [],
    ready: all.data !== undefined,
    error: all.error,
    retry: () => void Promise.all([all.refetch(), late.length > 0 ? rest.refetch() : null]),
  };
}

/** The list with exactly the rows of the card, or of one part of its picture. */
export function linkOf(card: HomeCard, point?: HomePoint): string {
  if (!card.link) return '';
  const filters = { ...card.link.filters, ...point?.filters };
  return listLink(card.link.path, filters as FilterValues); // from JSON: a bound is there or not, never undefined
}

/** `12,345`, `₹1,23,450`; large sums are short on tiles: the list has every paisa. */
export function figureText(card: Pick<HomeCard, 'unit'>, n: number, more = false): string {
  if (card.unit === 'money') return n >= LAKH ? formatRupeesShort(n) : formatRupees(n, true);
  return `${formatCount(n)}${more ? '+' : ''}`;
}

const LAKH = 10_000_000; // paise
