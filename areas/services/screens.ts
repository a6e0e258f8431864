import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { servicesModules as m } from './modules.ts';

export const servicesScreens = screens(
  'services',
  'Services',
  { '/services/list': { title: 'Services', module: [m.services, m.ServiceType] } },
  recordScreens(serviceCategory),
);
