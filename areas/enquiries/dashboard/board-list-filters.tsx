// The boards' filters as the lists offer them: a number opens its list with these set, and they can be taken off there.
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { answerStates, dateBases, reachable } from './board-filters.ts';

const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

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
    {
      name: 'classId',
      label: 'Class',
      kind: 'choice',
      options: classes.map(({ id, name }) => ({ value: String(id), label: name })),
      several: true,
    },
    { name: 'noClass', label: 'Class not said', kind: 'boolean' },
    {
      name: 'lostReason',
      label: 'Lost reason',
      kind: 'choice',
      options: lostReasons.map(({ id, name }) => ({ value: id, label: name })),
      several: true,
    },
    {
      name: 'sourceLink',
      label: 'QR code',
      kind: 'choice',
      options: [
        { value: 'none', label: 'Without a code of its own' },
        ...links.map(({ id, label }) => ({ value: id, label })),
      ],
      several: true,
    },
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
    {
      name: 'firstAnswer',
      label: 'First answer',
      kind: 'choice',
      options: optionsOf(answerStates),
      several: true,
    },
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
          {
            name: 'centre',
            label: 'Centre',
            kind: 'choice' as const,
            options: centres.map(({ id, companyName }) => ({ value: String(id), label: companyName })),
            several: true,
          },
        ]
      : []),
  ];
}
