import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { servicesScreens } from './screens.ts';

export const servicesWeb = loadScreens(
  servicesScreens,
  { '/services/list': () => import('./catalogue/services-screen.tsx').then((m) => m.ServicesScreen) },
  [
    recordLoads(serviceCategory, {
      list: () => import('./catalogue/categories.tsx').then((m) => m.Categories),
    }),
  ],
);
