import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { choiceFilter, optionsOf } from '../enquiry/choice-filter.web.ts';
import { temperatureLabels } from '../enquiry/enquiry-fields.ts';

/** The register's own filters, behind the shared ones; `programmes` are those the centre offers. */
export const registerListFilters = (programmes: readonly string[]): readonly ListFilter[] => [
  choiceFilter('temperature', 'Temperature', optionsOf(temperatureLabels)),
  choiceFilter(
    'programme',
    'Programme',
    programmes.map((value) => ({ value, label: value })),
  ),
  { name: 'answerLate', label: 'First answer late', kind: 'boolean' },
  { name: 'stale', label: 'Too long in its stage', kind: 'boolean' },
  { name: 'duplicates', label: 'Possible duplicates', kind: 'boolean' },
  { name: 'merged', label: 'Joined with another', kind: 'boolean' },
  { name: 'erased', label: 'Erased', kind: 'boolean' },
];
