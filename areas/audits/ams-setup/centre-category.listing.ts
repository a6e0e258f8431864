import { choice, date, integerReference, text, yesNo } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { centreCategories } from './ams-words.ts';

const overridden = choice({ label: 'Overridden', options: yesNo });

/** /amsv1/centerCategory: the category of each centre, which says how often it is visited. */
export const centreCategoryList = listing({
  name: 'centre-category',
  title: 'Centre categories',
  module: [m.AMSAllocation, m.AMSDashboard],
  scope: 'network',
  row: {
    centre: text({ label: 'Centre', max: 120, search: true }),
    city: text({ label: 'City', max: 60, optional: true, search: true }),
    zone: text({ label: 'Zone', max: 60, optional: true }),
    since: date({ label: 'Since', optional: true }),
    overridden,
    reason: text({ label: 'Reason', max: 300, optional: true }),
    expiresOn: date({ label: 'Ends', optional: true }),
    overriddenBy: text({ label: 'Overridden by', max: 120, optional: true }),
    category: choice({ label: 'Category', options: centreCategories }),
  },
  hidden: { zoneId: z.int().nullable() },
  shown: ['centre', 'city', 'zone', 'since', 'overridden', 'expiresOn', 'category'],
  filters: { zoneId: integerReference('zone', { label: 'Zone' }), overridden },
  sorts: ['centre', 'expiresOn'],
  sort: 'centre',
  state: 'category',
  tiles: { A: 'A', B: 'B', C: 'C', D: 'D' },
  can: ['override', 'clear'],
});
