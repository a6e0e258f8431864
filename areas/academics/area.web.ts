import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { classGroup } from './class-group.record.ts';
import { academicsScreens } from './screens.ts';

export const academicsWeb = loadScreens(
  academicsScreens,
  {
    '/class/details': () => import('./class-details.tsx').then((m) => m.ClassDetails),
    '/class/add': () => import('./class-add.tsx').then((m) => m.ClassAdd),
  },
  [recordLoads(classGroup)],
);
