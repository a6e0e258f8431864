import type { ListFilter } from '@aangan/web/list/list-state.ts';

/** The register's own filters, behind the shared ones; `programmes` are those the centre offers. */
export const registerListFilters = (programmes: readonly string[]): readonly ListFilter[] => [
  {
    name: 'temperature',
    label: 'Temperature',
    kind: 'choice',
    options: [
      { value: 'COLD', label: 'Cold' },
      { value: 'WARM', label: 'Warm' },
      { value: 'HOT', label: 'Hot' },
    ],
    several: true,
  },
  {
    name: 'programme',
    label: 'Programme',
    kind: 'choice',
    options: programmes.map((value) => ({ value, label: value })),
    several: true,
  },
  { name: 'answerLate', label: 'First answer late', kind: 'boolean' },
  { name: 'stale', label: 'Too long in its stage', kind: 'boolean' },
  { name: 'duplicates', label: 'Possible duplicates', kind: 'boolean' },
  { name: 'merged', label: 'Joined with another', kind: 'boolean' },
  { name: 'erased', label: 'Erased', kind: 'boolean' },
];
