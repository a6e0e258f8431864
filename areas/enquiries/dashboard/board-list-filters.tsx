// The boards' filters as the lists offer them: a number opens its list with these set, and they can be taken off there.
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { choiceFilter, optionsOf, optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { answerStates, dateBases, reachable } from './board-filters.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const weekdayName = (weekday: number): string => DAYS[weekday - 1] ?? '';
/** '10 AM – 11 AM'. */
export const hourName = (hour: number): string => {
  const one = (h: number) => `${h % 12 || 12} ${h % 24 < 12 ? 'AM' : 'PM'}`;
  return `${one(hour)} – ${one(hour + 1)}`;
};

export function boardListFilters({
  lostReasons,
  classes,
  links,
  centres,
}: {
  lostReasons: readonly { id: string; name: string }[];
  classes: readonly { id: number; name: string }[];
  links: readonly { id: string; label: string }[];
  centres: readonly { id: number; companyName: string }[];
}): ListFilter[] {
  return [
    choiceFilter('classId', 'Class', optionsOfRows(classes)),
    { name: 'noClass', label: 'Class not said', kind: 'boolean' },
    choiceFilter('lostReason', 'Lost reason', optionsOfRows(lostReasons)),
    choiceFilter('sourceLink', 'QR code', [
      { value: 'none', label: 'Without a code of its own' },
      ...links.map(({ id, label }) => ({ value: id, label })),
    ]),
    {
      name: 'basis',
      label: 'Days mean',
      kind: 'choice',
      options: optionsOf(dateBases),
      several: false,
    },
    {
      name: 'reached',
      label: 'Came at least to',
      kind: 'choice',
      options: reachable.map((value) => ({ value, label: value })),
      several: false,
    },
    { name: 'visited', label: 'Visited', kind: 'boolean' },
    { name: 'attempted', label: 'Called at least once', kind: 'boolean' },
    choiceFilter('firstAnswer', 'First answer', optionsOf(answerStates)),
    { name: 'attemptedOn', label: 'Last called on', kind: 'date' },
    {
      name: 'arrived',
      label: 'Arrived',
      kind: 'choice',
      options: Array.from({ length: 7 * 24 }, (_, i) => ({
        value: `${Math.floor(i / 24) + 1}-${i % 24}`,
        label: `${weekdayName(Math.floor(i / 24) + 1)}, ${hourName(i % 24)}`,
      })),
      several: false,
    },
    ...(centres.length > 1
      ? [
          choiceFilter(
            'centre',
            'Centre',
            centres.map(({ id, companyName }) => ({ value: String(id), label: companyName })),
          ),
        ]
      : []),
  ];
}
